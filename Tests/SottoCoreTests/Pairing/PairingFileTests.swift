import SottoCore
import SottoWire
import TestSupport
import Testing

@Suite struct PairingFileTests {
  @Test func magicStepAndTheRest() throws {
    let file = try #require(PairingFile(step: .offer, envelope: [1, 2, 3]))
    #expect(file.encoded() == Array("STTP".utf8) + [2, 1, 2, 3])
    #expect(try PairingFile(encoded: file.encoded()) == file)
    try assertCanonical(file)
  }

  @Test func otherFiles() {
    #expect(throws: WireError.truncated) { try PairingFile(encoded: []) }
    #expect(throws: WireError.invalidValue) { try PairingFile(encoded: Array("STTF".utf8) + [1]) }
    #expect(throws: WireError.unknownTag(5)) { try PairingFile(encoded: Array("STTP".utf8) + [5]) }
  }

  @Test func noLargerThanAnEnvelope() throws {
    let largest = [UInt8](repeating: 0, count: Limits.envelope)
    let file = try #require(PairingFile(step: .accept, envelope: largest))
    #expect(PairingFile(step: .accept, envelope: largest + [0]) == nil)
    #expect(throws: WireError.tooLong(max: Limits.envelope)) { try PairingFile(encoded: file.encoded() + [0]) }
  }
}
