import SottoCore
import TestSupport
import Testing

@Suite struct ArmourTests {
  let random = SeededRandom(seed: 45)

  @Test(arguments: [1, 2, 3, 47, 48, 49, 96, 1_000])
  func decodesWhatItEncoded(_ count: Int) throws {
    let bytes = random.bytes(count)
    let text = try Armour.encode(bytes)
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.first == "-----BEGIN SOTTO BUNDLE-----")
    #expect(lines.suffix(2) == ["-----END SOTTO BUNDLE-----", ""])
    #expect(lines.dropFirst().dropLast(3).allSatisfy { $0.utf8.count == 64 })
    #expect(try Armour.decode(text) == bytes)
    #expect(Armour.isArmour(text.utf8))
  }

  // RFC 4648 §10
  @Test(arguments: [
    ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="), ("fooba", "Zm9vYmE="), ("foobar", "Zm9vYmFy"),
  ])
  func base64OfTheRFC(_ plain: String, _ base64: String) throws {
    let text = try Armour.encode(Array(plain.utf8))
    #expect(text == "-----BEGIN SOTTO BUNDLE-----\n\(base64)\n-----END SOTTO BUNDLE-----\n")
    #expect(try Armour.decode(text) == Array(plain.utf8))
  }

  private func decode(_ body: String) throws -> [UInt8] {
    try Armour.decode("-----BEGIN SOTTO BUNDLE-----\n\(body)\n-----END SOTTO BUNDLE-----\n")
  }

  @Test func lineEndingsAndWhiteSpaceAroundDoNotMatter() throws {
    let bytes = random.bytes(100)
    let text = try Armour.encode(bytes)
    #expect(try Armour.decode(text.split(separator: "\n").joined(separator: "\r\n")) == bytes)
    #expect(try Armour.decode("\n  \n" + text + "\n\t\n") == bytes)
    #expect(Armour.isArmour("\r\n \(text)".utf8))
    #expect(!Armour.isArmour("STTF".utf8))
  }

  /// Everything that `encode` does not write.
  @Test(arguments: [
    "", "Zg=", "Zg", "Zh==", "Zm9=", "Z===", "====", "Zg==Zg==", "Zm9v\n\nZm9v", "Zm9v Zm9v", "Zm9-", "Zm9_",
    "Zm\u{e9}v", "Zm9v\nZm9v", "Zm9v\n",
  ])
  func otherTextsAreMalformed(_ body: String) {
    #expect(throws: Armour.Failure.malformed) { try decode(body) }
  }

  @Test(arguments: [
    "", "\n", "x", "-----BEGIN SOTTO BUNDLE-----",
    "-----END SOTTO BUNDLE-----\nZg==\n-----END SOTTO BUNDLE-----",
  ])
  func boundariesMustBeThere(_ text: String) {
    #expect(throws: Armour.Failure.missingBoundary) { try Armour.decode(text) }
  }

  @Test func textBeforeOrAfterIsRefused() throws {
    let text = try Armour.encode([1])
    #expect(throws: Armour.Failure.missingBoundary) { try Armour.decode("hello\n" + text) }
    #expect(throws: Armour.Failure.missingBoundary) { try Armour.decode(text + "bye") }
  }

  @Test func aMebibyteIsTheMost() throws {
    // 48 bytes make a line of 65: (2^20 − 56) / 65 lines.
    let largest = (1_048_576 - 56) / 65 * 48
    let text = try Armour.encode([UInt8](repeating: 7, count: largest))
    #expect(text.utf8.count <= Limits.armour)
    #expect(throws: Armour.Failure.tooLarge(max: Limits.armour)) {
      try Armour.encode([UInt8](repeating: 7, count: largest + 48))
    }
    #expect(throws: Armour.Failure.tooLarge(max: Limits.armour)) {
      try Armour.decode(text + String(repeating: " ", count: Limits.armour))
    }
  }

  @Test func hostileTextDoesNotTrap() throws {
    let text = Array(try Armour.encode(random.bytes(200)).utf8)
    for hostile in HostileInput(text) {
      guard let bytes = try? Armour.decode(String(decoding: hostile.bytes, as: UTF8.self)) else { continue }
      #expect(bytes.count <= hostile.bytes.count)
    }
  }
}
