import SottoCrypto
import SottoStore
import TestSupport
import Testing

@Suite struct BoxSizeTests {
  @Test(arguments: [
    (0, 256), (224, 256), (225, 1_024), (992, 1_024), (993, 4_096), (4_064, 4_096), (4_065, 16_384),
    (16_352, 16_384), (16_353, 65_536), (65_504, 65_536), (65_505, 131_072), (131_040, 131_072), (131_041, 196_608),
  ])
  func stepsAreTheSmallestThatFit(_ content: Int, _ box: Int) {
    #expect(BoxSize.steps.size(for: content) == box)
  }

  @Test func whatDoesNotFitHasNoSize() {
    #expect(BoxSize.exact(512).size(for: 480) == 512)
    #expect(BoxSize.exact(512).size(for: 481) == nil)
    #expect(BoxSize.exact(512).capacity == 480)
    #expect(BoxSize.steps.size(for: BoxSize.maximum + 1) == nil)
  }

  @Test func paddingComesOff() throws {
    let random = SeededRandom(seed: 8)
    for count in [0, 1, 223, 224, 225, 5_000] {
      let content = random.secret(count)
      let padded = try Padding.pad(content, to: .steps)
      #expect(padded.count == BoxSize.steps.size(for: count).map { $0 - AES.GCM.overhead })
      #expect(Padding.remove(padded) == content)
    }
  }

  @Test func otherPaddingIsRefused() {
    #expect(Padding.remove(SecretBytes(copying: [0, 0, 0])) == nil)
    #expect(Padding.remove(SecretBytes(copying: [0, 0, 0, 2, 9])) == nil)
    #expect(Padding.remove(SecretBytes(copying: [255, 255, 255, 255, 9])) == nil)
    #expect(Padding.remove(SecretBytes(copying: [0, 0, 0, 1, 9, 0, 1])) == nil)
    #expect(Padding.remove(SecretBytes(copying: [0, 0, 0, 1, 9, 0, 0])) == SecretBytes(copying: [9]))
  }

  @Test func tooLargeARecordIsAnError() {
    #expect(throws: StoreError.recordTooLarge(max: 480)) {
      try Padding.pad(SecretBytes(copying: [UInt8](repeating: 0, count: 481)), to: .exact(512))
    }
  }
}
