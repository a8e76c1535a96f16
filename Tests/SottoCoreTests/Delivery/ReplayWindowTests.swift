import SottoCore
import SottoWire
import TestSupport
import Testing

@Suite struct ReplayWindowTests {
  private let start = Timestamp(milliseconds: 1_790_000_000_000)
  private let instant = TimeSpan(milliseconds: 1)

  @Test func `sixty days behind is the last that is accepted`() {
    let window = ReplayWindow()
    #expect(window.accepts(sentAt: start, at: start.adding(.days(60))))
    #expect(!window.accepts(sentAt: start, at: start.adding(.days(60)).adding(instant)))
  }

  @Test func `times in the future are accepted`() {
    #expect(ReplayWindow().accepts(sentAt: Timestamp(milliseconds: .max), at: start))
    #expect(ReplayWindow().accepts(sentAt: start.adding(.days(900)), at: start))
  }

  @Test func `an id is known as long as its message could be accepted again`() throws {
    // For every pair of times: when the record may go, the window refuses the message.
    let offsets: [UInt64] = [0, 1, 59, 60, 61, 200]
    for sent in offsets {
      for handled in offsets {
        let sentAt = start.adding(.days(sent))
        let record = HandledMessage(sentAt: sentAt, handledAt: start.adding(.days(handled)))
        for day in 0...400 as ClosedRange<UInt64> {
          let now = start.adding(.days(day))
          #expect(!record.isOver(at: now) || !ReplayWindow().accepts(sentAt: sentAt, at: now))
        }
        #expect(!record.isOver(at: start.adding(.days(max(sent, handled) + 60))))
        #expect(record.isOver(at: start.adding(.days(max(sent, handled) + 60)).adding(instant)))
      }
    }
    try assertCanonical(HandledMessage(sentAt: start, handledAt: start))
  }

  @Test func `a clock set back after ids were forgotten lets no replay in`() throws {
    var window = ReplayWindow()
    let record = HandledMessage(sentAt: start, handledAt: start)
    // The clock jumps ahead by a year: the record goes. Then it is set right.
    #expect(record.isOver(at: start.adding(.days(365))))
    window.forget(record)
    #expect(!window.accepts(sentAt: start, at: start.adding(.days(1))))
    #expect(window.accepts(sentAt: start.adding(instant), at: start.adding(.days(1))))
    try assertCanonical(window)
    try assertCanonical(ReplayWindow())
  }

  @Test func `a message pushed anew stays known`() {
    var record = HandledMessage(sentAt: start, handledAt: start)
    record.cameAgain(sentAt: start.adding(.days(25)), at: start.adding(.days(25)))
    #expect(!record.isOver(at: start.adding(.days(85))))
    record.cameAgain(sentAt: start, at: start.adding(.days(1)))
    #expect(record.sentAt == start.adding(.days(25)))
    #expect(!record.isOver(at: start.adding(.days(85))))
  }

  @Test func `a restored profile accepts nothing from before its backup`() {
    var window = ReplayWindow()
    window.restored(from: start)
    #expect(!window.accepts(sentAt: start, at: start))
    #expect(window.accepts(sentAt: start.adding(instant), at: start))
    window.restored(from: start.subtracting(.days(1)))
    #expect(window.line == start)
  }
}
