import SottoCore
import TestSupport
import Testing

@Suite struct ReceiptBatchTests {
  private let samples = ContentSamples()

  @Test func `each device gets its own, the furthest state of each message`() {
    var batch = ReceiptBatch()
    #expect(batch.isEmpty && batch.contents().isEmpty)
    let devices = [samples.id(DeviceID.self), samples.id()].sorted()
    let (first, second) = (samples.id(MessageID.self), samples.id(MessageID.self))
    batch.add(.read, for: first, to: devices[1])
    batch.add(.stored, for: first, to: devices[1])
    batch.add(.stored, for: second, to: devices[0])
    let contents = batch.contents()
    #expect(contents.map(\.device) == devices)
    #expect(contents[0].body.entries == [ReceiptBody.Entry(state: .stored, messageID: second)])
    #expect(contents[1].body.entries == [ReceiptBody.Entry(state: .read, messageID: first)])
  }

  @Test func `more than 256 make more contents`() {
    var batch = ReceiptBatch()
    let device = samples.id(DeviceID.self)
    for _ in 0..<300 { batch.add(.stored, for: samples.id(), to: device) }
    #expect(batch.contents().map(\.body.entries.count) == [256, 44])
  }

  @Test func `receipts are due for what people send, never for receipts`() throws {
    #expect(ReceiptRule.isDue(for: .success(try samples.text())))
    #expect(ReceiptRule.isDue(for: .success(try samples.notYetUnderstood())))
    #expect(ReceiptRule.isDue(for: .failure(.newerVersion(4))))
    #expect(!ReceiptRule.isDue(for: .success(try samples.receipt())))
    #expect(!ReceiptRule.isDue(for: .success(samples.greeting())))
    #expect(!ReceiptRule.isDue(for: .failure(.malformedPadding)))
  }
}
