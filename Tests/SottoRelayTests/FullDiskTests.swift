import SottoCore
import SottoRelay
import SottoRelayProtocol
import TestSupport
import Testing

/// SQLite itself finds no room: no space is held in reserve, so that nothing is refused before.
@Suite(
  .timeLimit(.minutes(1)),
  .enabled(if: SmallDisk.isAvailable, "needs a file system of its own, which only root can mount")
)
struct FullDiskTests {
  private let mailbox = TestMailbox(seed: 61)

  private func start(on disk: SmallDisk, after other: TestRelay? = nil) throws -> TestRelay {
    try TestRelay(after: other, disk: disk.path) { limits in
      limits.reservedSpace = 0
      limits.pushBurst = 100_000
    }
  }

  /// The envelopes that were accepted before the first refusal, each with its number in front.
  private func fill(_ client: TestClient) async throws -> Int {
    for number in 0..<2_000 {
      let envelope = [UInt8(number >> 8), UInt8(number & 0xFF)] + [UInt8](repeating: 9, count: 60_000)
      let answer = try await client.ask(.push(mailbox.push(envelope)))
      guard answer == .pushed(.first) else {
        #expect(answer.refusalCode == .storageFull)
        return number
      }
    }
    return 2_000
  }

  private func deliveries(_ count: Int, to client: TestClient) async throws -> [Delivery] {
    var deliveries: [Delivery] = []
    while deliveries.count < count { deliveries.append(try await client.delivery()) }
    #expect(deliveries.map { Int($0.envelope[0]) << 8 | Int($0.envelope[1]) } == Array(0..<count))
    return deliveries
  }

  @Test func whatWasAcceptedIsDeliveredAndTheRestGoesOnWithRoom() async throws {
    let disk = try #require(SmallDisk(megabytes: 8))
    let relay = try start(on: disk)
    let sender = try await TestClient(relay.server)
    _ = try await sender.open(mailbox)
    let count = try await fill(sender)
    #expect(count > 10 && count < 2_000)

    // Opening writes nothing, so it needs no room.
    let receiver = try await TestClient(relay.server)
    #expect(try await receiver.open(mailbox) == .opened(pending: UInt32(count)))
    let waiting = try await deliveries(count, to: receiver)
    #expect(disk.grow(megabytes: 64))
    let late = mailbox.push([1])
    #expect(try await sender.ask(.push(late)) == .pushed(.first))
    #expect(try await receiver.delivery().pushID == late.pushID)
    #expect(try await receiver.acknowledge(waiting) == .acknowledged)
    #expect(try await TestClient(relay.server).open(mailbox) == .opened(pending: 1))
    relay.server.stop()
  }

  @Test func itStopsAndStartsOnAFullDisk() async throws {
    let disk = try #require(SmallDisk(megabytes: 8))
    let relay = try start(on: disk)
    let sender = try await TestClient(relay.server)
    _ = try await sender.open(mailbox)
    let count = try await fill(sender)
    relay.server.stop()
    let next = try start(on: disk, after: relay)
    let receiver = try await TestClient(next.server)
    #expect(try await receiver.open(mailbox) == .opened(pending: UInt32(count)))
    _ = try await deliveries(count, to: receiver)
    next.server.stop()
  }
}
