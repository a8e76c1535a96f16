import SottoCore
import SottoRelay
import SottoRelayProtocol
import TestSupport
import Testing

/// Who may push, take back, and receive.
@Suite(.timeLimit(.minutes(1)))
struct AccessTests {
  private let otherKey = AccessKey(unchecked: [UInt8](repeating: 7, count: 16))

  @Test func noValidKeyNoPush() async throws {
    let relay = try TestRelay()
    let mailbox = TestMailbox(seed: 1)
    let client = try await TestClient(relay.server)
    _ = try await client.open(mailbox)
    var push = mailbox.push()
    push.accessKey = otherKey
    #expect(try await client.ask(.push(push)).refusalCode == .badAccessKey)
    #expect(try await client.deliveriesSoFar().isEmpty)
    relay.server.stop()
  }

  @Test func theOlderKeyIsGoodUntilItsEnd() async throws {
    let relay = try TestRelay()
    let mailbox = TestMailbox(seed: 2)
    let client = try await TestClient(relay.server)
    _ = try await client.open(mailbox)
    let end = Timestamp(milliseconds: 1_800_000_000_000).adding(.days(7))
    _ = try await client.open(
      mailbox, accessKey: otherKey,
      previous: PreviousAccessKey(hash: AccessKeyHash(of: mailbox.accessKey), until: end))
    var new = mailbox.push()
    new.accessKey = otherKey
    #expect(try await client.ask(.push(new)) == .pushed(.first))
    #expect(try await client.ask(.push(mailbox.push())) == .pushed(.first))
    relay.advance(.days(7))
    #expect(try await client.ask(.push(mailbox.push())).refusalCode == .badAccessKey)
    new.pushID = mailbox.push().pushID
    #expect(try await client.ask(.push(new)) == .pushed(.first))
    relay.server.stop()
  }

  @Test func aPushIsTakenBackWithItsDeletionKey() async throws {
    let relay = try TestRelay()
    let mailbox = TestMailbox(seed: 3)
    let owner = try await TestClient(relay.server)
    _ = try await owner.open(mailbox)
    owner.connection.close()
    let sender = try await TestClient(relay.server)
    let key = DeletionKey(unchecked: [UInt8](repeating: 5, count: 32))
    let push = mailbox.push([1], deletionKey: key)
    _ = try await sender.ask(.push(push))
    let wrongKey = DeletionKey(unchecked: [UInt8](repeating: 6, count: 32))
    var blank = BlankRequest(mailbox: mailbox.address, pushID: push.pushID, deletionKey: wrongKey)
    #expect(try await sender.ask(.blank(blank)).refusalCode == .badDeletionKey)
    blank.deletionKey = key
    #expect(try await sender.ask(.blank(blank)) == .blanked)
    // Gone is gone: the same answer, whether it was fetched, taken back, or never there.
    #expect(try await sender.ask(.blank(blank)) == .blanked)
    blank.pushID = mailbox.push().pushID
    #expect(try await sender.ask(.blank(blank)) == .blanked)
    #expect(try await sender.ask(.push(push)) == .pushed(.repeat))
    let again = try await TestClient(relay.server)
    #expect(try await again.open(mailbox) == .opened(pending: 0))
    relay.server.stop()
  }

  @Test func aMailboxIsOpenedByItsKeyOnly() async throws {
    let relay = try TestRelay()
    let mailbox = TestMailbox(seed: 4)
    let owner = try await TestClient(relay.server)
    let thief = try await TestClient(relay.server)
    let session = try #require(owner.session.relay)
    let request = try OpenRequest(
      mailbox: mailbox.key, accessKey: mailbox.accessKey, on: session, exporter: owner.connection.exporter)
    // What somebody in the middle could pass on.
    #expect(try await thief.ask(.open(request)).refusalCode == .badProof)
    #expect(try await owner.ask(.open(request)) == .opened(pending: 0))
    let close = CloseRequest(mailbox: request.mailbox, accessKeyHash: request.accessKeyHash, proof: request.proof)
    #expect(try await thief.ask(.close(close)).refusalCode == .badProof)
    relay.server.stop()
  }

  @Test func theFifthReceiverTakesTheOldestsPlace() async throws {
    let relay = try TestRelay()
    let mailbox = TestMailbox(seed: 5)
    var clients: [TestClient] = []
    for _ in 0..<5 {
      let client = try await TestClient(relay.server)
      _ = try await client.open(mailbox)
      clients.append(client)
    }
    #expect(await clients[0].end() == Refusal(.tooManyConnections))
    _ = try await clients[4].ask(.push(mailbox.push()))
    for client in clients[1...] { #expect(try await client.delivery().envelope == [1, 2, 3]) }
    relay.server.stop()
  }
}
