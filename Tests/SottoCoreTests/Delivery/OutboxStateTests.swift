import SottoCore
import SottoWire
import TestSupport
import Testing

@Suite struct OutboxStateTests {
  static let all: [OutboxState] =
    [.queued, .keysPending, .inFlight, .atRelay, .stored, .read, .sealedToFile]
    + SendFailure.allCases.map { .failed($0) }

  @Test func `every state decodes to what was encoded`() throws {
    for state in Self.all { try assertCanonical(state) }
    #expect(throws: WireError.unknownTag(0)) { try OutboxState(encoded: [0]) }
    #expect(throws: WireError.unknownTag(9)) { try OutboxState(encoded: [9]) }
    #expect(throws: WireError.unknownTag(99)) { try OutboxState(encoded: [7, 99]) }
  }

  @Test func `a receipt never takes anything back`() {
    for state in Self.all {
      #expect(state.confirmed(.read) == .read)
      #expect(state.confirmed(.stored) == (state == .read ? .read : .stored))
    }
  }

  @Test func `waiting is what is not at the relay and not given up`() {
    #expect(Self.all.filter(\.isWaiting) == [.queued, .keysPending, .inFlight])
  }
}
