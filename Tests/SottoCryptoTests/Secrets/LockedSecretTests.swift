import Glibc
import SottoCrypto
import Testing
import TestSupport

struct LockedSecretTests {
  private let bytes = SeededRandom(seed: 11).bytes(100)

  @Test func holdsWhatItWasGiven() {
    let secret = LockedSecret(copying: SecretBytes(copying: bytes))
    #expect(secret.count == 100)
    #expect(secret[0..<100] == SecretBytes(copying: bytes))
    #expect(secret[10..<12] == SecretBytes(copying: Array(bytes[10..<12])))
  }

  @Test func startsAsZeros() {
    let secret = LockedSecret(count: 5_000) { $0[4_999] = 1 }
    #expect(secret[0..<5_000] == SecretBytes(copying: [UInt8](repeating: 0, count: 4_999) + [1]))
  }

  @Test func itsPagesAreMarkedForTheKernel() throws {
    let secret = LockedSecret(copying: SecretBytes(copying: bytes))
    let flags = try #require(secret.withUnsafeBytes { Self.flags(at: UInt(bitPattern: $0.baseAddress)) })
    // proc(5): do not dump, wipe on fork, locked.
    #expect(flags.contains("dd"))
    #expect(flags.contains("wf"))
    #expect(flags.contains("lo") == secret.isLocked)
  }

  /// More than the usual 8 MiB that a user may lock: the last ones are then held without.
  @Test func moreThanTheLimitAreHeldAllTheSame() {
    let secrets = (0..<2_500).map { index in
      LockedSecret(copying: SecretBytes(copying: bytes + [UInt8(truncatingIfNeeded: index)]))
    }
    #expect(secrets.allSatisfy { $0[0..<100] == SecretBytes(copying: bytes) })
  }

  /// The flags of the mapping that holds `address`, of this process.
  private static func flags(at address: UInt) -> [Substring]? {
    guard let file = fopen("/proc/self/smaps", "r") else { return nil }
    defer { fclose(file) }
    var line = [CChar](repeating: 0, count: 1_024)
    var isInside = false
    while fgets(&line, Int32(line.count), file) != nil {
      let text = String(decoding: line.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
      let words = text.split(whereSeparator: \.isWhitespace)
      if isInside, text.hasPrefix("VmFlags:") { return Array(words.dropFirst()) }
      let bounds = words.first?.split(separator: "-").compactMap { UInt($0, radix: 16) } ?? []
      if bounds.count == 2 { isInside = (bounds[0]..<bounds[1]).contains(address) }
    }
    return nil
  }
}
