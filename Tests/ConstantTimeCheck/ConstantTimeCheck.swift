import CValgrind
import Glibc
import SottoCrypto

/// Runs ML-KEM with its secrets marked as uninitialised, under valgrind's memcheck, which reports every branch and
/// every address that depends on uninitialised bytes: exactly what tells a secret through time.
///
/// Only an optimised build proves something, as it is the optimiser that may make a branch of a mask.
@main
struct ConstantTimeCheck {
  private var passed = 0
  private var failed = 0

  static func main() throws {
    guard sotto_on_valgrind() else {
      print("not under valgrind, or built without its headers: use scripts/constant-time")
      exit(2)
    }
    var check = ConstantTimeCheck()
    if CommandLine.arguments.dropFirst().first == "--control" {
      check.control()
    } else {
      try check.run()
    }
    print("\(check.passed) passed, \(check.failed) failed")
    exit(check.failed == 0 ? 0 : 1)
  }

  /// One check: no report while `body` runs.
  private mutating func expect<Result>(_ name: String, _ body: () throws -> Result) rethrows -> Result {
    let before = sotto_reports()
    let result = try body()
    let reports = sotto_reports() - before
    if reports == 0 { passed += 1 } else { failed += 1 }
    print(reports == 0 ? "ok     \(name)" : "FAILED \(name): \(reports) secret-dependent branches or addresses")
    return result
  }

  private mutating func run() throws {
    let random = SystemRandom()
    let (matrixSeed, noiseSeed, rejectionSeed) = (random.secret(32), random.secret(32), random.secret(32))
    let twin = SwiftDecapsulationKey(matrixSeed: matrixSeed, noiseSeed: noiseSeed, rejectionSeed: rejectionSeed)
    let message = random.secret(32)
    let (sharedSecret, ciphertext) = try twin.encapsulationKey.encapsulate(randomness: message)
    var forged = ciphertext
    forged[700] ^= 1
    let rejection = try twin.decapsulate(forged)

    expect("G and J, libcrypto's SHA-3, over a secret") {
      for function in [SHA3.Function.sha3_512, .shake256] {
        var output = [UInt8](repeating: 0, count: 64)
        var hash = SHA3(function)
        Self.secret(message).withUnsafeBytes { input in output.withUnsafeMutableBytes { hash.hash(input, into: $0) } }
      }
    }
    // ρ is public. What comes from the others is secret here, t̂ and the encapsulation key, too: stricter than need be.
    let key = expect("key generation, σ and z secret") {
      SwiftDecapsulationKey(
        matrixSeed: matrixSeed, noiseSeed: Self.secret(noiseSeed), rejectionSeed: Self.secret(rejectionSeed))
    }
    _ = expect("the expanded key") { key.expanded() }
    let encapsulated = try expect("encapsulation, m secret") {
      try twin.encapsulationKey.encapsulate(randomness: Self.secret(message))
    }
    let opened = try expect("decapsulation, key secret") { try key.decapsulate(ciphertext) }
    let rejected = try expect("decapsulation of a forgery, key secret") { try key.decapsulate(forged) }

    // The runs under check were those that they seem.
    guard
      Self.reveal(encapsulated.sharedSecret) == sharedSecret, Self.reveal(opened) == sharedSecret,
      Self.reveal(rejected) == rejection, rejection != sharedSecret
    else {
      print("FAILED results differ from those of an unmarked run")
      failed += 1
      return
    }
  }

  /// A branch on a secret, to see that it is reported.
  private mutating func control() {
    let secret = Self.secret(SystemRandom().secret(1))
    let before = sotto_reports()
    let isOdd = secret.withUnsafeBytes { $0[0] & 1 == 1 }
    print(isOdd ? "control: odd" : "control: even")
    if sotto_reports() > before { passed += 1 } else { failed += 1 }
  }

  /// A copy that memcheck watches.
  private static func secret(_ bytes: SecretBytes) -> SecretBytes {
    let copy = bytes[0..<bytes.count]
    copy.withUnsafeBytes { sotto_mark_secret($0.baseAddress, $0.count) }
    return copy
  }

  /// A copy that memcheck does not watch.
  private static func reveal(_ bytes: SecretBytes) -> SecretBytes {
    let copy = bytes[0..<bytes.count]
    copy.withUnsafeBytes { sotto_mark_public($0.baseAddress, $0.count) }
    return copy
  }
}
