import SottoCrypto
import Testing

struct SystemRandomTests {
  private let random = SystemRandom()

  @Test func drawsNeverRepeat() {
    let draws = (0..<2_000).map { _ in random.bytes(16) }
    #expect(Set(draws).count == draws.count)
  }

  @Test func everySizeIsFilled() {
    // Around the sizes at which the pool runs out, and at which it is left aside.
    for count in [0, 1, 7, 255, 256, 257, 1_024, 5_000] {
      var seen = [UInt8](repeating: 0, count: count)
      // A byte that is zero in twenty draws was not written.
      for _ in 0..<20 { seen = zip(seen, random.bytes(count)).map { $0 | $1 } }
      #expect(!seen.contains(0))
    }
  }

  @Test func threadsGetDifferentBytes() async {
    let draws = await withTaskGroup(of: [[UInt8]].self) { group in
      for _ in 0..<8 {
        group.addTask { (0..<500).map { _ in SystemRandom().bytes(12) } }
      }
      return await group.reduce(into: []) { $0 += $1 }
    }
    #expect(draws.count == 4_000)
    #expect(Set(draws).count == draws.count)
  }
}
