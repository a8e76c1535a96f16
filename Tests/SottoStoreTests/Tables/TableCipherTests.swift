import SottoCore
import SottoCrypto
import SottoStore
import TestSupport
import Testing

@Suite struct TableCipherTests {
  let random = SeededRandom(seed: 9)
  let sealing: SecretBytes
  let tokens: SecretBytes

  init() {
    sealing = random.secret(32)
    tokens = random.secret(32)
  }

  private func cipher(_ table: String = "contacts") -> TableCipher {
    TableCipher(table: table, sealing: sealing, tokens: tokens)
  }

  @Test func aBoxOpensInItsPlaceOnly() throws {
    let content = random.secret(100)
    let box = try cipher().seal(content, row: [1, 2], part: [3], random: random)
    #expect(cipher().open(box, row: [1, 2], part: [3]) == content)
    #expect(cipher().open(box, row: [1, 3], part: [3]) == nil)
    #expect(cipher().open(box, row: [1, 2], part: [4]) == nil)
    // The parts of the place cannot run into each other.
    #expect(cipher().open(box, row: [1], part: [2, 3]) == nil)
    #expect(cipher("peers").open(box, row: [1, 2], part: [3]) == nil)
  }

  @Test func everyChangedByteIsFound() throws {
    let box = try cipher().seal(random.secret(20), row: [1], random: random)
    for index in box.indices {
      var changed = box
      changed[index] ^= 0x40
      #expect(cipher().open(changed, row: [1]) == nil)
    }
    for count in 0..<box.count { #expect(cipher().open(Array(box.prefix(count)), row: [1]) == nil) }
  }

  @Test func tokensDifferByTableKindAndKey() {
    let tokens = [
      cipher().token(.row, [1]), cipher().token(.row, [2]), cipher().token(.firstIndex, [1]),
      cipher().token(.secondIndex, [1]), cipher("peers").token(.row, [1]), cipher().token(.row, []),
    ]
    #expect(Set(tokens).count == tokens.count)
    #expect(cipher().token(.row, [1]) == tokens[0])
  }

  @Test func tokensStayWhenTheSealingKeyChanges() {
    let other = TableCipher(table: "contacts", sealing: random.secret(32), tokens: tokens)
    #expect(other.token(.row, [1, 2, 3]) == cipher().token(.row, [1, 2, 3]))
  }
}
