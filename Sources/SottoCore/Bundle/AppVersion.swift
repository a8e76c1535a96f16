import SottoWire

/// The version of the bundle format that a sender speaks: three u16, 6 bytes. Compared as numbers.
public struct AppVersion: WireCodable, Hashable, Comparable, Sendable, CustomStringConvertible {
  /// What this code writes.
  public static let current = AppVersion(1, 9, 1)

  public let major: UInt16
  public let minor: UInt16
  public let patch: UInt16

  public init(_ major: UInt16, _ minor: UInt16, _ patch: UInt16) {
    self.major = major
    self.minor = minor
    self.patch = patch
  }

  public init(from reader: inout WireReader) throws(WireError) {
    self.init(try reader.u16(), try reader.u16(), try reader.u16())
  }

  public func encode(to writer: inout WireWriter) {
    writer.u16(major)
    writer.u16(minor)
    writer.u16(patch)
  }

  public static func < (left: AppVersion, right: AppVersion) -> Bool {
    (left.major, left.minor, left.patch) < (right.major, right.minor, right.patch)
  }

  public var description: String { "\(major).\(minor).\(patch)" }
}
