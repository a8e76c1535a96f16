import SottoCore
import SottoCrypto
import SottoWire

/// The gate as it lies in the database: 8,192 bytes that look the same with and without PINs.
struct GateRow: Equatable, WireCodable {
  static let size = 8_192
  static let saltSize = 16
  /// sentinel 16, depth 1, depth key 32, in a box
  static let verifierSize = 16 + 1 + 32 + AES.GCM.overhead
  /// depth 1, depth key 32, in a box
  static let openBoxSize = 1 + 32 + AES.GCM.overhead
  static let publicKeySize = 32
  /// HPKE encapsulation 32, floor key 32 with its tag
  static let sealedFloorSize = 32 + 32 + 16
  static let lockoutBoxSize = Lockout.size + AES.GCM.overhead
  static let flagsBoxSize = GateFlags.size + AES.GCM.overhead
  static let fillSize =
    size - saltSize - Depth.count * (verifierSize + publicKeySize + sealedFloorSize)
    - openBoxSize - lockoutBoxSize - flagsBoxSize

  /// One for the life of the profile
  var salt: [UInt8]
  /// 32; random bytes where there is no PIN
  var verifiers: [[UInt8]]
  /// Random bytes while a PIN is asked
  var openBox: [UInt8]
  /// By depth, all 32
  var publicKeys: [[UInt8]]
  /// By depth: the floor key for that depth's public key
  var sealedFloorKeys: [[UInt8]]
  var lockoutBox: [UInt8]
  var flagsBox: [UInt8]
  var fill: [UInt8]
}

extension GateRow {
  init(from reader: inout WireReader) throws(WireError) {
    salt = try reader.fixed(Self.saltSize)
    verifiers = try Self.array(of: Self.verifierSize, from: &reader)
    openBox = try reader.fixed(Self.openBoxSize)
    publicKeys = try Self.array(of: Self.publicKeySize, from: &reader)
    sealedFloorKeys = try Self.array(of: Self.sealedFloorSize, from: &reader)
    lockoutBox = try reader.fixed(Self.lockoutBoxSize)
    flagsBox = try reader.fixed(Self.flagsBoxSize)
    fill = try reader.fixed(Self.fillSize)
  }

  func encode(to writer: inout WireWriter) {
    writer.fixed(salt)
    for verifier in verifiers { writer.fixed(verifier) }
    writer.fixed(openBox)
    for key in publicKeys { writer.fixed(key) }
    for key in sealedFloorKeys { writer.fixed(key) }
    writer.fixed(lockoutBox)
    writer.fixed(flagsBox)
    writer.fixed(fill)
  }

  private static func array(of size: Int, from reader: inout WireReader) throws(WireError) -> [[UInt8]] {
    var values: [[UInt8]] = []
    for _ in 0..<Depth.count { values.append(try reader.fixed(size)) }
    return values
  }
}
