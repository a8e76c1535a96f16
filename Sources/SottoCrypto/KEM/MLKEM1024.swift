/// ML-KEM-1024 (FIPS 203).
///
/// Two implementations stand behind it: libcrypto's, where the libcrypto found at run time has one (3.5 and later), and
/// Sotto's own. They give the same results; keys of one can be used with the other.
public enum MLKEM1024 {
  /// Sizes in bytes.
  public static let seedSize = 64
  public static let encapsulationKeySize = KPKE.publicKeySize
  public static let ciphertextSize = KPKE.ciphertextSize
  public static let sharedSecretSize = 32

  /// The best provider of this process.
  package static let preferredProvider: any MLKEMProvider = {
    if let provider = LibCryptoMLKEM() { return provider }
    return SwiftMLKEM()
  }()

  /// Every provider of this process, Sotto's own first.
  package static var availableProviders: [any MLKEMProvider] {
    var providers: [any MLKEMProvider] = [SwiftMLKEM()]
    if let provider = LibCryptoMLKEM() { providers.append(provider) }
    return providers
  }
}
