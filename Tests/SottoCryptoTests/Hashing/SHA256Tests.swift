import SottoCrypto
import Testing
import TestSupport

struct SHA256Tests {
  // FIPS 180-4 example values.
  private let abc = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
  private let empty = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"

  @Test func hashesKnownMessages() {
    #expect(hex(SHA256.hash(Array("abc".utf8))) == abc)
    #expect(hex(SHA256.hash([])) == empty)
    #expect(hex(SHA256.hash()) == empty)
  }

  @Test func partsAreHashedOneAfterTheOther() {
    #expect(hex(SHA256.hash(Array("a".utf8), [], Array("bc".utf8))) == abc)
  }

  @Test func aCopyInMidStreamGoesOnByItself() {
    var first = SHA256()
    first.update(Array("a".utf8))
    var second = first
    second.update(Array("xx".utf8))
    first.update(SecretBytes(copying: Array("bc".utf8)))
    #expect(hex(first.finalize()) == abc)
    #expect(second.finalize() == SHA256.hash(Array("axx".utf8)))
  }

  @Test func finalizingLeavesTheStreamUsable() {
    var hash = SHA256()
    hash.update(Array("ab".utf8))
    #expect(hash.finalize() == SHA256.hash(Array("ab".utf8)))
    hash.update(Array("c".utf8))
    #expect(hex(hash.finalize()) == abc)
  }
}
