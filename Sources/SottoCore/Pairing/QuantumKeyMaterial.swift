import SottoCrypto
import SottoWire

/// What two devices keep of their ML-KEM-1024 exchange: both shared secrets and both ciphertexts.
///
/// `secret[32] · secret[32] · ciphertext[1568] · ciphertext[1568]`, first what the inviter encapsulated, then what the
/// joiner did; both sides hold the same 3,200 bytes. The encoding is secret. Nothing of it is ever sent again.
public struct QuantumKeyMaterial: WireCodable, Equatable, Sendable {
  /// Sizes of ML-KEM-1024 (FIPS 203 §8), in bytes.
  public static let encapsulationKeySize = 1_568
  public static let ciphertextSize = 1_568
  public static let secretSize = 32

  public let inviterSecret: SecretBytes
  public let joinerSecret: SecretBytes
  public let inviterCiphertext: [UInt8]
  public let joinerCiphertext: [UInt8]

  /// Secrets of 32 bytes with the ciphertexts of 1,568 bytes they came in; nil for other sizes.
  public init?(
    inviterSecret: SecretBytes, joinerSecret: SecretBytes, inviterCiphertext: [UInt8], joinerCiphertext: [UInt8]
  ) {
    guard inviterSecret.count == Self.secretSize, joinerSecret.count == Self.secretSize,
      inviterCiphertext.count == Self.ciphertextSize, joinerCiphertext.count == Self.ciphertextSize
    else { return nil }
    self.inviterSecret = inviterSecret
    self.joinerSecret = joinerSecret
    self.inviterCiphertext = inviterCiphertext
    self.joinerCiphertext = joinerCiphertext
  }

  public init(from reader: inout WireReader) throws(WireError) {
    inviterSecret = try reader.secret(Self.secretSize)
    joinerSecret = try reader.secret(Self.secretSize)
    inviterCiphertext = try reader.fixed(Self.ciphertextSize)
    joinerCiphertext = try reader.fixed(Self.ciphertextSize)
  }

  public func encode(to writer: inout WireWriter) {
    writer.secret(inviterSecret)
    writer.secret(joinerSecret)
    writer.fixed(inviterCiphertext)
    writer.fixed(joinerCiphertext)
  }

  /// min ‖ max of both secrets as unsigned bytes, 64 bytes: neither side has a privileged role in a key.
  public var sortedSecrets: SecretBytes {
    let size = Self.secretSize
    return inviterSecret.withUnsafeBytes { first in
      joinerSecret.withUnsafeBytes { second in
        // All ones where `second` is the smaller one, without a branch on a secret.
        let swap = 0 &- Self.borrow(subtracting: first, from: second)
        return SecretBytes(count: 2 * size) { target in
          for index in 0..<size {
            let difference = (first[index] ^ second[index]) & swap
            target[index] = first[index] ^ difference
            target[size + index] = second[index] ^ difference
          }
        }
      }
    }
  }

  /// 1 where the big-endian number `left` is below `right`, else 0.
  private static func borrow(
    subtracting right: UnsafeRawBufferPointer, from left: UnsafeRawBufferPointer
  ) -> UInt8 {
    var borrow: UInt16 = 0
    for index in left.indices.reversed() {
      borrow = (UInt16(left[index]) &- UInt16(right[index]) &- borrow) >> 15
    }
    return UInt8(truncatingIfNeeded: borrow)
  }
}
