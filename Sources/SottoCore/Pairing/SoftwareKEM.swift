import SottoCrypto

/// ML-KEM-1024 in this process. The handle of a private key is its seed, 64 bytes.
public struct SoftwareKEM: KEMProvider {
  public init() {}

  public func makeEphemeral(random: any RandomSource) throws(KEMError) -> EphemeralKEM {
    let key = MLKEM1024.PrivateKey(random: random)
    return EphemeralKEM(handle: key.seed, encapsulationKey: key.publicKey.rawRepresentation)
  }

  public func encapsulate(
    to encapsulationKey: [UInt8], random: any RandomSource
  ) throws(KEMError) -> (secret: SecretBytes, ciphertext: [UInt8]) {
    guard let key = try? MLKEM1024.PublicKey(rawRepresentation: encapsulationKey) else {
      throw .invalidEncapsulationKey
    }
    do {
      let (secret, ciphertext) = try key.encapsulate(random: random)
      return (secret.secret, ciphertext)
    } catch {
      throw .providerFailure
    }
  }

  public func decapsulate(_ ciphertext: [UInt8], handle: SecretBytes) throws(KEMError) -> SecretBytes {
    guard let key = try? MLKEM1024.PrivateKey(seed: handle) else { throw .keyUnavailable }
    do {
      return try key.decapsulate(ciphertext).secret
    } catch {
      throw .providerFailure
    }
  }
}
