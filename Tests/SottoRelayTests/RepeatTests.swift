import SottoCore
import SottoRelay
import SottoRelayProtocol
import TestSupport
import Testing

/// A push id gets one answer and makes one copy.
@Suite(.timeLimit(.minutes(1)))
struct RepeatTests {
  @Test func aRepeatMakesNoSecondCopyAlsoAfterDelivery() async throws {
    let relay = try TestRelay()
    let mailbox = TestMailbox(seed: 1)
    let client = try await TestClient(relay.server)
    _ = try await client.open(mailbox)
    let push = mailbox.push()
    #expect(try await client.ask(.push(push)) == .pushed(.first))
    #expect(try await client.ask(.push(push)) == .pushed(.repeat))
    _ = try await client.acknowledge([try await client.delivery()])
    #expect(try await client.ask(.push(push)) == .pushed(.repeat))
    #expect(try await client.deliveriesSoFar().isEmpty)
    relay.advance(TimeSpan(milliseconds: TimeSpan.days(8).milliseconds - 1))
    #expect(try await client.ask(.push(push)) == .pushed(.repeat))
    // Forgotten with the next sweep.
    relay.advance(.minutes(1))
    try await relay.waitForStatistics { $0.tombstones == 0 }
    #expect(try await client.ask(.push(push)) == .pushed(.first))
    relay.server.stop()
  }

  @Test func repeatsWhileTheFirstStillRuns() async throws {
    let relay = try TestRelay()
    let mailbox = TestMailbox(seed: 2)
    let client = try await TestClient(relay.server)
    _ = try await client.open(mailbox)
    let push = mailbox.push()
    let answers = try await withThrowingTaskGroup(of: Answer.self) { group in
      for _ in 0..<16 {
        group.addTask {
          let sender = try await TestClient(relay.server)
          return try await sender.ask(.push(push))
        }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(answers.filter { $0 == .pushed(.first) }.count == 1)
    #expect(answers.filter { $0 == .pushed(.repeat) }.count == 15)
    _ = try await client.delivery()
    #expect(try await client.deliveriesSoFar().isEmpty)
    relay.server.stop()
  }

  @Test func severalOfOneIdInOneRoundAreOne() async throws {
    let relay = try TestRelay()
    let mailbox = TestMailbox(seed: 3)
    let client = try await TestClient(relay.server)
    _ = try await client.open(mailbox)
    let push = mailbox.push()
    var tags: [UInt32] = []
    for _ in 0..<20 { tags.append(try await client.send(.push(push))) }
    var answers: [Answer] = []
    for tag in tags { answers.append(try await client.answer(tag)) }
    #expect(answers == [.pushed(.first)] + Array(repeating: .pushed(.repeat), count: 19))
    relay.server.stop()
  }

  @Test func anIdIsOneMailboxsOwn() async throws {
    let relay = try TestRelay()
    let mailboxes = [TestMailbox(seed: 4), TestMailbox(seed: 5)]
    let client = try await TestClient(relay.server)
    let id = mailboxes[0].push().pushID
    for mailbox in mailboxes {
      _ = try await client.open(mailbox)
      var push = mailbox.push()
      push.pushID = id
      #expect(try await client.ask(.push(push)) == .pushed(.first))
    }
    relay.server.stop()
  }

  @Test func aRefusedPushMaySucceedLater() async throws {
    let relay = try TestRelay { $0.envelopesPerMailbox = 1 }
    let mailbox = TestMailbox(seed: 6)
    let client = try await TestClient(relay.server)
    _ = try await client.open(mailbox)
    _ = try await client.ask(.push(mailbox.push()))
    let push = mailbox.push()
    #expect(try await client.ask(.push(push)).refusalCode == .mailboxFull)
    _ = try await client.acknowledge([try await client.delivery()])
    #expect(try await client.ask(.push(push)) == .pushed(.first))
    relay.server.stop()
  }

  @Test func theAnswerStaysWhenTheAccessKeyChanges() async throws {
    let relay = try TestRelay()
    let mailbox = TestMailbox(seed: 7)
    let client = try await TestClient(relay.server)
    _ = try await client.open(mailbox)
    let push = mailbox.push()
    _ = try await client.ask(.push(push))
    _ = try await client.open(mailbox, accessKey: AccessKey(unchecked: [UInt8](repeating: 1, count: 16)))
    #expect(try await client.ask(.push(push)) == .pushed(.repeat))
    #expect(try await client.ask(.push(mailbox.push())).refusalCode == .badAccessKey)
    relay.server.stop()
  }
}
