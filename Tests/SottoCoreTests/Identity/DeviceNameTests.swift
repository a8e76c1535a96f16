import SottoCore
import SottoCrypto
import TestSupport
import Testing

@Suite struct DeviceNameTests {
  private let lists = DeviceName.wordLists

  @Test func twoListsOf256DistinctWords() {
    #expect(lists.adjectives.count == 256)
    #expect(lists.nouns.count == 256)
    #expect(Set(lists.adjectives + lists.nouns).count == 512)
  }

  /// A name splits in one way only where each word is one capital and small letters.
  @Test func wordsAreShortAndCapitalised() {
    for word in lists.adjectives + lists.nouns {
      #expect((3...9).contains(word.count), "\(word)")
      #expect(word.first?.isUppercase == true && word.dropFirst().allSatisfy { ("a"..."z").contains($0) }, "\(word)")
    }
  }

  /// Words are read out over a bad line: no two of them are one letter apart.
  @Test func noTwoWordsAreOneLetterApart() {
    let words = (lists.adjectives + lists.nouns).map { Array($0.lowercased().utf8) }
    for (index, word) in words.enumerated() {
      for other in words[(index + 1)...] where isOneChangeApart(word, other) {
        Issue.record("\(String(decoding: word, as: UTF8.self)) and \(String(decoding: other, as: UTF8.self))")
      }
    }
  }

  private func isOneChangeApart(_ left: [UInt8], _ right: [UInt8]) -> Bool {
    guard abs(left.count - right.count) <= 1 else { return false }
    let prefix = zip(left, right).prefix { $0 == $1 }.count
    let longer = left.count >= right.count ? left : right
    let shorter = left.count >= right.count ? right : left
    let rest = shorter.dropFirst(longer.count == shorter.count ? prefix + 1 : prefix)
    return longer.dropFirst(prefix + 1).elementsEqual(rest)
  }

  @Test func theKeyPicksTheWords() {
    let key = SigningKey(unchecked: [UInt8](repeating: 7, count: 32))
    let hash = SHA256.hash(Label.deviceName.bytes, key.bytes)
    let expected = lists.adjectives[Int(hash[0])] + lists.nouns[Int(hash[1])]
    #expect(DeviceName(of: key).text == expected)
    #expect(DeviceName(of: key).description == expected)
  }
}
