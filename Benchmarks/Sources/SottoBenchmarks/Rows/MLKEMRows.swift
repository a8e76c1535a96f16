import SottoCrypto

enum MLKEMRows {
  private static let random = SystemRandom()

  static func keyGeneration(quick: Bool) -> Measurement {
    Stopwatch.time(quick: quick, calls: 1_000) { _ = MLKEM1024.PrivateKey(random: random) }
  }

  static func encapsulation(quick: Bool) throws -> Measurement {
    let key = MLKEM1024.PrivateKey(random: random).publicKey
    return try Stopwatch.time(quick: quick, calls: 1_000) { _ = try key.encapsulate(random: random) }
  }

  static func decapsulation(quick: Bool) throws -> Measurement {
    let key = MLKEM1024.PrivateKey(random: random)
    let ciphertext = try key.publicKey.encapsulate(random: random).encapsulated
    return try Stopwatch.time(quick: quick, calls: 1_000) { _ = try key.decapsulate(ciphertext) }
  }
}
