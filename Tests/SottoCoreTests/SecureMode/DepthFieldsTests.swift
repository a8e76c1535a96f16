import SottoCore
import SottoWire
import TestSupport
import Testing

@Suite struct DepthFieldsTests {
  @Test func everyValueHasOneLength() throws {
    for depth in Depth.all {
      for ceiling in [0, 1, 31, 32, Int.max] {
        let fields = DepthFields(visibleThroughDepth: ceiling, originDepth: depth)
        let bytes = fields.encoded()
        #expect(bytes.count == DepthFields.size)
        #expect(try DepthFields(encoded: bytes) == fields)
      }
    }
  }

  @Test func theDefaultIsVisibleEverywhere() {
    #expect(hex(DepthFields.safe.encoded()) == "7fffffffffffffff00")
  }

  @Test func negativeCeilingsAndUnknownDepthsAreRefused() {
    #expect(throws: WireError.invalidValue) { try DepthFields(encoded: hex("800000000000000000")) }
    #expect(throws: WireError.invalidValue) { try DepthFields(encoded: hex("000000000000000020")) }
    #expect(throws: WireError.truncated) { try DepthFields(encoded: hex("7fffffffffffffff")) }
    #expect(throws: WireError.trailingBytes) { try DepthFields(encoded: hex("7fffffffffffffff0000")) }
  }
}
