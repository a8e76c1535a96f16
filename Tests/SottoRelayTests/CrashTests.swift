import SottoCore
import SottoRelay
import SottoRelayProtocol
import Synchronization
import TestSupport
import Testing

#if canImport(Glibc)
  import Glibc
#endif

/// Real `sotto-relay` processes, killed and stopped under load.
@Suite(.timeLimit(.minutes(5)), .serialized)
struct CrashTests {
  private struct Sent {
    var accepted: Set<PushID> = []
    /// Pushed, and the answer did not come: may be there or not.
    var unanswered: Set<PushID> = []
  }

  /// Pushes into `mailbox` one after the other until the relay is gone.
  private func load(_ mailbox: TestMailbox, _ address: RelayAddress, _ sent: SentBox) async {
    guard let client = try? await TestClient(address) else { return }
    while true {
      let push = mailbox.push(mailbox.random.bytes(1_024))
      sent.value.withLock { _ = $0.unanswered.insert(push.pushID) }
      guard let answer = try? await client.ask(.push(push)) else { return }
      sent.value.withLock { sent in
        sent.unanswered.remove(push.pushID)
        if answer == .pushed(.first) { sent.accepted.insert(push.pushID) }
      }
    }
  }

  /// All envelopes of a mailbox by push id, with the times each one came.
  private func collect(_ mailbox: TestMailbox, _ address: RelayAddress) async throws -> [PushID: Int] {
    let client = try await TestClient(address)
    guard case .opened(let pending) = try await client.open(mailbox) else { return [:] }
    var found: [PushID: Int] = [:]
    for _ in 0..<pending { found[try await client.delivery().pushID, default: 0] += 1 }
    #expect(try await client.deliveriesSoFar().isEmpty)
    return found
  }

  /// Starts a relay on `folder`, loads it with eight clients, ends it by `signal` after some pushes were accepted.
  private func loadAndEnd(
    _ folder: String, _ mailboxes: [TestMailbox], _ sent: [SentBox], by signal: Int32, after count: Int
  ) async throws -> Int32 {
    let process = try await RelayProcess(folder: folder)
    let address = process.address
    let owner = try await TestClient(address)
    for mailbox in mailboxes { _ = try await owner.open(mailbox) }
    let before = sent.reduce(0) { $0 + $1.value.withLock { $0.accepted.count } }
    return try await withThrowingTaskGroup(of: Void.self) { group in
      for (mailbox, box) in zip(mailboxes, sent) {
        group.addTask { await load(mailbox, address, box) }
      }
      while sent.reduce(0, { $0 + $1.value.withLock { $0.accepted.count } }) < before + count {
        try await Task.sleep(for: .milliseconds(1))
      }
      let status = process.end(by: signal)
      try await group.waitForAll()
      return status
    }
  }

  private final class SentBox: Sendable {
    let value = Mutex(Sent())
  }

  private func check(_ folder: String, _ mailboxes: [TestMailbox], _ sent: [SentBox]) async throws {
    let process = try await RelayProcess(folder: folder)
    for (mailbox, box) in zip(mailboxes, sent) {
      let (accepted, unanswered) = box.value.withLock { ($0.accepted, $0.unanswered) }
      let found = try await collect(mailbox, process.address)
      #expect(found.values.allSatisfy { $0 == 1 })
      #expect(accepted.subtracting(found.keys).isEmpty, "accepted and lost")
      #expect(Set(found.keys).subtracting(accepted).subtracting(unanswered).isEmpty, "never sent")
      // Whatever became of those without an answer: pushed again they make one copy.
      let client = try await TestClient(process.address)
      for id in accepted.prefix(3) {
        var push = mailbox.push()
        push.pushID = id
        #expect(try await client.ask(.push(push)) == .pushed(.repeat))
      }
    }
    #expect(process.end(by: SIGTERM) == 0)
  }

  @Test func nothingAcceptedIsLostByKill9() async throws {
    let folder = ScratchFolder()
    let mailboxes = (0..<8).map { TestMailbox(seed: 100 + $0) }
    let sent = mailboxes.map { _ in SentBox() }
    for round in 0..<5 {
      let status = try await loadAndEnd(folder.path + "/relay", mailboxes, sent, by: SIGKILL, after: 40 + 60 * round)
      #expect(status == -SIGKILL)
    }
    try await check(folder.path + "/relay", mailboxes, sent)
  }

  @Test func sigtermFinishesWhatWasAccepted() async throws {
    let folder = ScratchFolder()
    let mailboxes = (0..<8).map { TestMailbox(seed: 200 + $0) }
    let sent = mailboxes.map { _ in SentBox() }
    let start = ContinuousClock.now
    #expect(try await loadAndEnd(folder.path + "/relay", mailboxes, sent, by: SIGTERM, after: 100) == 0)
    #expect(ContinuousClock.now - start < .seconds(60))
    try await check(folder.path + "/relay", mailboxes, sent)
  }

  @Test func commandsOfTheProgram() async throws {
    let folder = ScratchFolder()
    #expect(RelayProcess.run(["address", "--data", folder.path]) == 1)
    #expect(RelayProcess.run(["check", "--data", folder.path + "/relay"]) == 0)
    #expect(RelayProcess.run(["run"]) == 2)
    #expect(RelayProcess.run(["run", "--data", folder.path + "/relay", "--listen", "nowhere"]) == 1)
    #expect(RelayProcess.run(["run", "--data", folder.path + "/relay", "--days", "31"]) == 2)
    let process = try await RelayProcess(folder: folder.path + "/relay")
    #expect(RelayProcess.run(["run", "--data", folder.path + "/relay"]) == 1)
    #expect(RelayProcess.run(["check", "--data", folder.path + "/relay"]) == 0)
    #expect(RelayProcess.run(["stats", "--data", folder.path + "/relay"]) == 0)
    #expect(RelayProcess.run(["address", "--data", folder.path + "/relay"]) == 0)
    #expect(process.end(by: SIGINT) == 0)
  }
}
