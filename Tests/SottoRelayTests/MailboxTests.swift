import SottoCore
import SottoRelay
import SottoRelayProtocol
import TestSupport
import Testing

/// What a relay promises about envelopes, seen from its clients.
@Suite(.timeLimit(.minutes(1)))
struct MailboxTests {
  @Test func threeLinesMakeARelay() async throws {
    let folder = ScratchFolder()
    let relay = try RelayServer(configuration: .init(dataFolder: folder.path, listen: "127.0.0.1:0"))
    try relay.start()
    let client = try await TestClient(try RelayAddress(relay.address.description))
    #expect(try await client.ask(.ping) == .pong)
    relay.stop()
  }

  @Test func whatIsPushedIsDelivered() async throws {
    let relay = try TestRelay()
    let mailbox = TestMailbox(seed: 1)
    let receiver = try await TestClient(relay.server)
    #expect(try await receiver.open(mailbox) == .opened(pending: 0))
    let sender = try await TestClient(relay.server)
    let push = mailbox.push([5, 6, 7])
    #expect(try await sender.ask(.push(push)) == .pushed(.first))
    let delivery = try await receiver.delivery()
    #expect(delivery.envelope == [5, 6, 7])
    #expect(delivery.pushID == push.pushID)
    #expect(delivery.mailbox == mailbox.address)
    #expect(delivery.storedAt == Timestamp(milliseconds: 1_800_000_000_000))
    #expect(try await receiver.acknowledge([delivery]) == .acknowledged)
    let again = try await TestClient(relay.server)
    #expect(try await again.open(mailbox) == .opened(pending: 0))
    relay.server.stop()
  }

  @Test func whatWaitsComesInArrivalOrderOncePerConnection() async throws {
    let relay = try TestRelay()
    let mailbox = TestMailbox(seed: 2)
    let owner = try await TestClient(relay.server)
    _ = try await owner.open(mailbox)
    owner.connection.close()
    let sender = try await TestClient(relay.server)
    for index in 0..<300 {
      #expect(try await sender.ask(.push(mailbox.push([UInt8](repeating: UInt8(index & 0xFF), count: 2_000)))) == .pushed(.first))
    }
    for _ in 0..<2 {
      let receiver = try await TestClient(relay.server)
      #expect(try await receiver.open(mailbox) == .opened(pending: 300))
      var arrivals: [UInt64] = []
      for index in 0..<300 {
        let delivery = try await receiver.delivery()
        #expect(delivery.envelope.first == UInt8(index & 0xFF))
        arrivals.append(delivery.arrival)
      }
      #expect(arrivals == arrivals.sorted() && Set(arrivals).count == 300)
      // Opened again on the same connection: nothing comes twice.
      #expect(try await receiver.open(mailbox) == .opened(pending: 300))
      #expect(try await sender.ask(.push(mailbox.push([9]))) == .pushed(.first))
      let last = try await receiver.delivery()
      #expect(last.envelope == [9])
      #expect(try await receiver.acknowledge([last]) == .acknowledged)
    }
    relay.server.stop()
  }
}
