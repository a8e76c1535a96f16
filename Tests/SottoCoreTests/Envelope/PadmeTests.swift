import SottoCore
import Testing

@Suite struct PadmeTests {
  // Worked by hand from the definition: E = ⌊log2 L⌋, S = ⌊log2 E⌋ + 1, the last E − S bits become zero.
  @Test(arguments: [
    (0, 0), (1, 1), (2, 2), (8, 8), (9, 10), (17, 18), (100, 104), (512, 512), (513, 544), (1_000, 1_024),
    (49_120, 49_152), (63_488, 63_488), (63_489, 65_536), (65_537, 67_584), (1 << 30, 1 << 30),
  ])
  func knownSizes(_ size: Int, _ padded: Int) {
    #expect(Padme.size(size) == padded)
  }

  @Test func neverSmallerNeverMuchLargerAndAFixedPoint() {
    for size in 1...70_000 {
      let padded = Padme.size(size)
      #expect(padded >= size)
      // The bound of the paper: at most 12 %, at the smallest sizes.
      #expect((padded - size) * 100 <= size * 12)
      #expect(Padme.size(padded) == padded)
    }
  }

  @Test func extremesDoNotTrap() {
    #expect(Padme.size(-5) == 0)
    #expect(Padme.size(.max) == .max)
    #expect(Padme.size(.max - 1) == .max)
  }
}
