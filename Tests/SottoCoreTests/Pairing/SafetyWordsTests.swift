import SottoCore
import SottoWire
import TestSupport
import Testing

@Suite struct SafetyWordsTests {
  /// Bytes 1, 3 and 5 pick the adjectives, 2, 4 and 6 the nouns.
  @Test func sixBytesPickThreeNames() throws {
    let words = try SafetyWords(encoded: [0, 255, 1, 254, 128, 7])
    let (adjectives, nouns) = DeviceName.wordLists
    let names = [
      adjectives[0] + nouns[255], adjectives[1] + nouns[254], adjectives[128] + nouns[7],
    ]
    #expect(words.text == names.joined(separator: " "))
    #expect(words.description == words.text)
  }

  @Test func encoding() throws {
    try assertCanonical(SafetyWords(encoded: [1, 2, 3, 4, 5, 6]))
    #expect(throws: WireError.truncated) { try SafetyWords(encoded: [1, 2, 3, 4, 5]) }
  }

  /// Both nonces and both packages are in them: change one of the pairing's four parts and the words are others.
  @Test func theyBelongToOnePairing() throws {
    var first = try PairingPair()
    let words = try first.run().inviter.safetyWords
    var otherJoiner = try PairingPair(PairingParty(seed: 1), PairingParty(seed: 3))
    var otherInviter = try PairingPair(PairingParty(seed: 4), PairingParty(seed: 2))
    #expect(try otherJoiner.run().inviter.safetyWords != words)
    #expect(try otherInviter.run().inviter.safetyWords != words)
  }
}
