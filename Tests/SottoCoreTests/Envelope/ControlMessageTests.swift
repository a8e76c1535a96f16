import SottoCore
import SottoWire
import TestSupport
import Testing

/// `Tests/Vectors/sotto/control.json`
@Suite struct ControlMessageTests {
  @Test func committedVectors() throws {
    let random = SeededRandom(seed: 1_010)
    let identity = DeviceIdentity.generate(random: random)
    let (batch, _) = PrekeyBatch.make(
      counter: 3, count: 2, from: identity, to: DeviceID(unchecked: random.bytes(32)),
      now: Timestamp(milliseconds: 1_700_000_000_123), random: random)
    let probe = random.bytes(ControlMessage.probeSize)
    try checkVectors(
      "control",
      [
        StructureVector("ControlMessage", ControlMessage.prekeys(batch), ["kind": 2, "batch": hex(batch.encoded())]),
        StructureVector("ControlMessage", ControlMessage.probe(probe), ["kind": 6, "probe": hex(probe)]),
      ])
  }

  @Test func whatIsNotKnownIsRefused() {
    #expect(throws: WireError.unsupportedVersion(2)) { try ControlMessage(encoded: [2, 6] + Array(repeating: 0, count: 16)) }
    #expect(throws: WireError.unknownTag(1)) { try ControlMessage(encoded: [1, 1]) }
    #expect(throws: WireError.truncated) { try ControlMessage(encoded: [1, 6, 0]) }
    #expect(throws: WireError.trailingBytes) {
      try ControlMessage(encoded: [1, 6] + Array(repeating: 0, count: 17))
    }
  }
}
