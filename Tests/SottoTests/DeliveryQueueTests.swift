import Sotto
import SottoCore
import SottoRelayProtocol
import Synchronization
import Testing

@Suite struct DeliveryQueueTests {
  private func delivery(_ number: UInt64) -> Delivery {
    Delivery(
      arrival: number, pushID: PushID(unchecked: Array(repeating: 0, count: 16)),
      storedAt: Timestamp(milliseconds: 0), mailbox: MailboxKey(unchecked: Array(repeating: 0, count: 32)),
      envelope: [])
  }

  @Test func itKeepsTheOrderAndHoldsTheReaderBack() async {
    let queue = DeliveryQueue()
    let added = Mutex(0)
    let count = 3 * DeliveryQueue.capacity
    let reader = Task {
      for number in 0..<count {
        await queue.add(delivery(UInt64(number)))
        added.withLock { $0 += 1 }
      }
      queue.finish()
    }
    var numbers: [UInt64] = []
    while let next = await queue.next() {
      numbers.append(next.arrival)
      #expect(added.withLock { $0 } < numbers.count + DeliveryQueue.capacity)
    }
    await reader.value
    #expect(numbers == (0..<UInt64(count)).map { $0 })
  }

  @Test func itsEndReleasesBothSides() async {
    let queue = DeliveryQueue()
    let reader = Task {
      for number in 0...DeliveryQueue.capacity { await queue.add(delivery(UInt64(number))) }
    }
    let handler = Task { await queue.next() }
    _ = await handler.value
    queue.finish()
    await reader.value
    while await queue.next() != nil {}
    #expect(await queue.next() == nil)
  }
}
