import SottoCore
import SottoCrypto
import SottoWire

/// The gate as it lies in the database: 8,192 bytes that look the same with and without PINs.
package struct GateRow: Equatable, WireCodable {
  package static let size = 8_192
  package static let saltSize = 16
  /// sentinel 16, depth 1, depth key 32, in a box
  package static let verifierSize = 16 + 1 + 32 + AES.GCM.overhead
  /// depth 1, depth key 32, in a box
  package static let openBoxSize = 1 + 32 + AES.GCM.overhead
  package static let publicKeySize = 32
  /// HPKE encapsulation 32, floor key 32 with its tag
  package static let sealedFloorSize = 32 + 32 + 16
  package static let lockoutBoxSize = Lockout.size + AES.GCM.overhead
  package static let flagsBoxSize = GateFlags.size + AES.GCM.overhead
  package static let fillSize =
    size - saltSize - Depth.count * (verifierSize + publicKeySize + sealedFloorSize)
    - openBoxSize - lockoutBoxSize - flagsBoxSize

  /// One for the life of the profile
  package var salt: [UInt8]
  /// 32; random bytes where there is no PIN
  package var verifiers: [[UInt8]]
  /// Random bytes while a PIN is asked
  package var openBox: [UInt8]
  /// By depth, all 32
  package var publicKeys: [[UInt8]]
  /// By depth: the floor key for that depth's public key
  package var sealedFloorKeys: [[UInt8]]
  package var lockoutBox: [UInt8]
  package var flagsBox: [UInt8]
  package var fill: [UInt8]
}

extension GateRow {
  package init(from reader: inout WireReader) throws(WireError) {
    salt = try reader.fixed(Self.saltSize)
    verifiers = try Self.array(of: Self.verifierSize, from: &reader)
    openBox = try reader.fixed(Self.openBoxSize)
    publicKeys = try Self.array(of: Self.publicKeySize, from: &reader)
    sealedFloorKeys = try Self.array(of: Self.sealedFloorSize, from: &reader)
    lockoutBox = try reader.fixed(Self.lockoutBoxSize)
    flagsBox = try reader.fixed(Self.flagsBoxSize)
    fill = try reader.fixed(Self.fillSize)
  }

  package func encode(to writer: inout WireWriter) {
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
