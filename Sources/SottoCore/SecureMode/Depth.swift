/// How deep a view lies: 0 shows everything, 1 to 31 are ever more restricted decoys.
public struct Depth: Hashable, Comparable, Sendable {
  public static let count = 32
  /// The real view
  public static let real = Depth(unchecked: 0)
  public static let deepest = Depth(unchecked: UInt8(count - 1))
  /// All 32, the real one first
  public static let all = (0..<UInt8(count)).map(Depth.init(unchecked:))

  public let rawValue: UInt8

  private init(unchecked rawValue: UInt8) { self.rawValue = rawValue }

  /// nil above 31
  public init?(_ rawValue: UInt8) {
    guard rawValue < Self.count else { return nil }
    self.rawValue = rawValue
  }

  /// The next more restricted one; nil at the deepest
  public var next: Depth? { Depth(rawValue + 1) }

  public var index: Int { Int(rawValue) }

  public static func < (left: Depth, right: Depth) -> Bool { left.rawValue < right.rawValue }
}
