/// Sotto's own ML-KEM-1024: `KPKE` under the Fujisaki-Okamoto transform with implicit rejection (FIPS 203 §6).
package struct SwiftMLKEM: MLKEMProvider {
  package let name = "Swift"

  package init() {}

  package func decapsulationKey(seed: SecretBytes) throws(CryptoError) -> any MLKEMDecapsulationKey {
    SwiftDecapsulationKey(seed: seed)
  }

  package func decapsulationKey(expanded: SecretBytes) throws(CryptoError) -> any MLKEMDecapsulationKey {
    try SwiftDecapsulationKey(expanded: expanded)
  }

  package func encapsulationKey(_ bytes: [UInt8]) throws(CryptoError) -> any MLKEMEncapsulationKey {
    try SwiftEncapsulationKey(bytes)
  }
}
