import SottoCore
import SottoRelay
import SottoRelayProtocol
import TestSupport
import Testing

/// Every limit has its refusal, and goes on after it.
@Suite(.timeLimit(.minutes(1)))
struct LimitTests {
  @Test func envelopesAndBytesOfAMailbox() async throws {
    for byCount in [true, false] {
      let relay = try TestRelay { limits in
        if byCount { limits.envelopesPerMailbox = 3 } else { limits.bytesPerMailbox = 3_000 }
      }
      let mailbox = TestMailbox(seed: 1)
      let client = try await TestClient(relay.server)
      _ = try await client.open(mailbox)
      let envelope = [UInt8](repeating: 1, count: 1_000)
      for _ in 0..<3 { #expect(try await client.ask(.push(mailbox.push(envelope, hours: 1))) == .pushed(.first)) }
      #expect(try await client.ask(.push(mailbox.push(envelope))).refusalCode == .mailboxFull)
      _ = try await client.acknowledge([try await client.delivery()])
      #expect(try await client.ask(.push(mailbox.push(envelope))) == .pushed(.first))
      #expect(try await client.ask(.push(mailbox.push(envelope))).refusalCode == .mailboxFull)
      // What has run out makes room.
      relay.advance(.hours(1))
      #expect(try await client.ask(.push(mailbox.push(envelope))) == .pushed(.first))
      relay.server.stop()
    }
  }

  @Test func theCountsAreRightAfterARestart() async throws {
    let relay = try TestRelay { $0.envelopesPerMailbox = 2 }
    let mailbox = TestMailbox(seed: 2)
    let client = try await TestClient(relay.server)
    _ = try await client.open(mailbox)
    _ = try await client.ask(.push(mailbox.push()))
    relay.server.stop()
    let next = try TestRelay(after: relay) { $0.envelopesPerMailbox = 2 }
    let again = try await TestClient(next.server)
    #expect(try await again.ask(.push(mailbox.push())) == .pushed(.first))
    #expect(try await again.ask(.push(mailbox.push())).refusalCode == .mailboxFull)
    next.server.stop()
  }

  @Test func theRateOfPushes() async throws {
    let relay = try TestRelay { limits in
      limits.pushBurst = 5
      limits.pushesPerSecond = 2
    }
    let mailbox = TestMailbox(seed: 3)
    let other = TestMailbox(seed: 4)
    let client = try await TestClient(relay.server)
    _ = try await client.open(mailbox)
    _ = try await client.open(other)
    for _ in 0..<5 { #expect(try await client.ask(.push(mailbox.push())) == .pushed(.first)) }
    let push = mailbox.push()
    #expect(
      try await client.ask(.push(push)) == .refused(Refusal(.rateLimited, retryAfterMilliseconds: 500), to: .push))
    #expect(try await client.ask(.push(other.push())) == .pushed(.first))
    relay.advance(TimeSpan(milliseconds: 499))
    #expect(
      try await client.ask(.push(push)) == .refused(Refusal(.rateLimited, retryAfterMilliseconds: 1), to: .push))
    relay.advance(TimeSpan(milliseconds: 1))
    #expect(try await client.ask(.push(push)) == .pushed(.first))
    // A repeat costs nothing.
    #expect(try await client.ask(.push(push)) == .pushed(.repeat))
    relay.server.stop()
  }

  @Test func newMailboxesAMinute() async throws {
    let relay = try TestRelay { $0.newMailboxesPerMinute = 3 }
    let client = try await TestClient(relay.server)
    for seed in 10..<13 as Range<UInt64> {
      #expect(try await client.open(TestMailbox(seed: seed)) == .opened(pending: 0))
    }
    #expect(
      try await client.open(TestMailbox(seed: 13))
        == .refused(Refusal(.rateLimited, retryAfterMilliseconds: 20_000), to: .open))
    #expect(try await client.open(TestMailbox(seed: 12)) == .opened(pending: 0))
    relay.advance(.seconds(20))
    #expect(try await client.open(TestMailbox(seed: 13)) == .opened(pending: 0))
    relay.server.stop()
  }

  @Test func theSizeOfAnEnvelope() async throws {
    let relay = try TestRelay()
    let mailbox = TestMailbox(seed: 5)
    let client = try await TestClient(relay.server)
    _ = try await client.open(mailbox)
    let largest = [UInt8](repeating: 1, count: RelayProtocolLimits.envelopeSize)
    #expect(try await client.ask(.push(mailbox.push(largest))) == .pushed(.first))
    #expect(try await client.delivery().envelope == largest)
    #expect(try await client.ask(.push(mailbox.push(largest + [1]))).refusalCode == .tooLarge)
    #expect(try await client.ask(.push(mailbox.push([]))) == .pushed(.first))
    relay.server.stop()
  }

  @Test func aFullDiskRefusesPushesAndGoesOnDelivering() async throws {
    let relay = try TestRelay()
    let mailbox = TestMailbox(seed: 6)
    let client = try await TestClient(relay.server)
    _ = try await client.open(mailbox)
    _ = try await client.ask(.push(mailbox.push([1])))
    relay.setFreeSpace(1_000)
    let push = mailbox.push([2])
    #expect(try await client.ask(.push(push)).refusalCode == .storageFull)
    let again = try await TestClient(relay.server)
    #expect(try await again.open(mailbox) == .opened(pending: 1))
    #expect(try await again.acknowledge([try await again.delivery()]) == .acknowledged)
    #expect(try await again.open(TestMailbox(seed: 7)).refusalCode == .storageFull)
    relay.setFreeSpace(1 << 40)
    #expect(try await client.ask(.push(push)) == .pushed(.first))
    relay.server.stop()
  }

  /// What the database was filled with leaves its pages behind, and the file stays as large.
  @Test(.enabled(if: SmallDisk.isAvailable, "needs a file system of its own, which only root can mount"))
  func aDiskThatEnvelopesFilledTakesOthersOnceTheyAreFetched() async throws {
    let disk = try #require(SmallDisk(megabytes: 64))
    let relay = try TestRelay(disk: disk.path) { limits in
      limits.reservedSpace = 32 << 20
      limits.pushBurst = 100_000
    }
    let mailbox = TestMailbox(seed: 9)
    let client = try await TestClient(relay.server)
    _ = try await client.open(mailbox)
    let sender = try await TestClient(relay.server)
    let envelope = [UInt8](repeating: 1, count: 60_000)
    var accepted = 0
    var answer = Answer.pushed(.first)
    while answer == .pushed(.first), accepted < 2_000 {
      answer = try await sender.ask(.push(mailbox.push(envelope)))
      if answer == .pushed(.first) { accepted += 1 }
    }
    #expect(answer.refusalCode == .storageFull)
    #expect(accepted > 50)
    for _ in 0..<accepted { _ = try await client.acknowledge([try await client.delivery()]) }
    for _ in 0..<accepted / 2 { #expect(try await sender.ask(.push(mailbox.push(envelope))) == .pushed(.first)) }
    relay.server.stop()
  }

  @Test func connectionsAtATime() async throws {
    let relay = try TestRelay { $0.connections = 2 }
    let first = try await TestClient(relay.server)
    let second = try await TestClient(relay.server)
    await #expect(throws: (any Error).self) { try await TestClient(relay.server) }
    first.connection.close()
    try await relay.waitFor { relay.server.connectionCount == 1 }
    let third = try await TestClient(relay.server)
    #expect(try await third.ask(.ping) == .pong)
    #expect(try await second.ask(.ping) == .pong)
    relay.server.stop()
  }
}
