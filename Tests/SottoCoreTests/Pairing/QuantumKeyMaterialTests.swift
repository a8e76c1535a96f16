import SottoCore
import SottoCrypto
import SottoWire
import TestSupport
import Testing

@Suite struct QuantumKeyMaterialTests {
  private static func material(_ first: [UInt8], _ second: [UInt8]) throws -> QuantumKeyMaterial {
    try #require(
      QuantumKeyMaterial(
        inviterSecret: SecretBytes(copying: first), joinerSecret: SecretBytes(copying: second),
        inviterCiphertext: [UInt8](repeating: 1, count: 1_568), joinerCiphertext: [UInt8](repeating: 2, count: 1_568)))
  }

  @Test func encoding() throws {
    let material = try Self.material([UInt8](0..<32), [UInt8](32..<64))
    #expect(material.encoded().count == 3_200)
    try assertCanonical(material)
  }

  @Test func sizesAreChecked() {
    let secret = SecretBytes(copying: [UInt8](0..<32))
    let ciphertext = [UInt8](repeating: 0, count: 1_568)
    #expect(
      QuantumKeyMaterial(
        inviterSecret: secret[0..<31], joinerSecret: secret, inviterCiphertext: ciphertext,
        joinerCiphertext: ciphertext) == nil)
    #expect(
      QuantumKeyMaterial(
        inviterSecret: secret, joinerSecret: secret, inviterCiphertext: ciphertext,
        joinerCiphertext: ciphertext + [0]) == nil)
  }

  /// Against the order that the standard library gives.
  @Test func secretsAreSortedAsUnsignedBytes() throws {
    let random = SeededRandom(seed: 1)
    var pairs = (0..<200).map { _ in (random.bytes(32), random.bytes(32)) }
    // Equal ones, and a difference in the first or last byte only, on both sides of the sign bit.
    let zeros = [UInt8](repeating: 0, count: 32)
    pairs += [(zeros, zeros)]
    for index in [0, 15, 31] {
      for (low, high) in [(0, 1), (0x7F, 0x80), (0, 0xFF)] as [(UInt8, UInt8)] {
        var (left, right) = (pairs[0].0, pairs[0].0)
        (left[index], right[index]) = (low, high)
        pairs += [(left, right), (right, left)]
      }
    }
    for (first, second) in pairs {
      let sorted = first.lexicographicallyPrecedes(second) ? first + second : second + first
      #expect(try Self.material(first, second).sortedSecrets == SecretBytes(copying: sorted))
      #expect(try Self.material(second, first).sortedSecrets == SecretBytes(copying: sorted))
    }
  }

  @Test func printingShowsNoSecret() throws {
    let secret = SeededRandom(seed: 3).bytes(32)
    let material = try Self.material(secret, secret)
    let text = "\(material)" + String(reflecting: material)
    #expect(!text.contains(hex(secret)) && !text.contains(secret.map(String.init).joined(separator: ", ")))
  }
}
