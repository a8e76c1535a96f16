import Sotto
import SottoCrypto
import TestSupport
import Testing

@Suite struct ParallelHashTests {
  /// More pieces than it holds, of all sizes, in their order.
  @Test func isTheHashOfAllPieces() {
    let hash = ParallelHash()
    var plain = SHA256()
    #expect(hash.finalize() == plain.finalize())
    for count in 0..<200 {
      let piece = SeededRandom(seed: UInt64(count)).bytes(count * 37)
      hash.update(piece)
      plain.update(piece)
      if count % 50 == 0 { #expect(hash.finalize() == plain.finalize()) }
    }
    #expect(hash.finalize() == plain.finalize())
  }
}
