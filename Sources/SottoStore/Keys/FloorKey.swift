import SottoCore
import SottoCrypto

/// The key that every depth has: the outside of everything is sealed under keys derived from it.
package struct FloorKey {
  package let secret: SecretBytes

  package static func random(_ random: any RandomSource) -> FloorKey {
    FloorKey(secret: random.secret(32))
  }

  /// The key of one table, or of another part by its own name.
  package func tableKey(_ name: String) -> SymmetricKey {
    HKDF.deriveKey(input: secret, salt: [], info: Label.tableKey.bytes + Array(name.utf8))
  }
}
