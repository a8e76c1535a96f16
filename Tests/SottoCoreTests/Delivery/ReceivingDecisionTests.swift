import SottoCore
import TestSupport
import Testing

@Suite struct ReceivingDecisionTests {
  private let now = Timestamp(milliseconds: 1_790_000_000_000)

  private func decide(
    _ reading: EnvelopeArrival.Reading, held: Int = 0
  ) -> ReceivingDecision {
    ReceivingDecision(
      EnvelopeArrival(reading: reading, heldCount: held), window: ReplayWindow(), at: now)
  }

  private func opened(
    _ author: EnvelopeArrival.Author = .peer, daysAgo: UInt64 = 0, isHandled: Bool = false
  ) -> EnvelopeArrival.Reading {
    .opened(
      EnvelopeArrival.Opened(
        author: author, sentAt: now.subtracting(.days(daysAgo)), isHandled: isHandled))
  }

  @Test func `a peer's new message is handled, a known one is a duplicate`() {
    #expect(decide(opened()) == .handle)
    #expect(decide(opened(isHandled: true)) == .duplicate)
  }

  @Test func `a newer version waits at the relay, up to a hundred`() {
    #expect(decide(.newerVersion) == .hold)
    #expect(decide(.newerVersion, held: 99) == .hold)
    #expect(decide(.newerVersion, held: 100) == .drop(.heldForNewerVersion))
  }

  @Test func `what does not open is dropped`() {
    #expect(decide(.unreadable) == .drop(.unreadable))
  }

  @Test func `a stranger is not heard`() {
    #expect(decide(opened(.stranger)) == .drop(.unauthorised(.unknownAuthor)))
    #expect(decide(opened(.stranger, isHandled: true)) == .drop(.unauthorised(.unknownAuthor)))
  }

  @Test func `outside the window it is a replay, known or not`() {
    #expect(decide(opened(daysAgo: 60)) == .handle)
    #expect(decide(opened(daysAgo: 61)) == .drop(.replayed))
    #expect(decide(opened(daysAgo: 61, isHandled: true)) == .drop(.replayed))
    // A stranger learns nothing by the age of what he sends.
    #expect(decide(opened(.stranger, daysAgo: 61)) == .drop(.unauthorised(.unknownAuthor)))
  }
}
