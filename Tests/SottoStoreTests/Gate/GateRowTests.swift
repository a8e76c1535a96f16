import SottoCrypto
import SottoStore
import SottoWire
import TestSupport
import Testing

@Suite struct GateRowTests {
  @Test func itHasItsSizes() {
    #expect(GateRow.size == 8_192)
    #expect(GateRow.verifierSize == 77)
    #expect(GateRow.openBoxSize == 61)
    #expect(GateRow.sealedFloorSize == 80)
    #expect(GateRow.lockoutBoxSize == 60)
    #expect(GateRow.flagsBoxSize == 92)
    #expect(GateRow.fillSize == 1_915)
  }

  @Test func anyBytesOfItsSizeAreARow() throws {
    let bytes = SeededRandom(seed: 5).bytes(GateRow.size)
    #expect(try GateRow(encoded: bytes).encoded() == bytes)
    #expect(throws: WireError.truncated) { try GateRow(encoded: Array(bytes.dropLast())) }
    #expect(throws: WireError.trailingBytes) { try GateRow(encoded: bytes + [0]) }
  }
}
