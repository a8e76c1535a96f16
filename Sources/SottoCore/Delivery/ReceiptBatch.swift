/// The receipts that one transaction owes, by the device that gets them.
public struct ReceiptBatch: Sendable {
  private var entries: [DeviceID: [MessageID: ReceiptBody.State]] = [:]

  public init() {}

  public var isEmpty: Bool { entries.isEmpty }

  public mutating func add(_ state: ReceiptBody.State, for message: MessageID, to author: DeviceID) {
    let known = entries[author]?[message] ?? state
    entries[author, default: [:]][message] = max(known, state)
  }

  /// The contents to send, at most 256 messages in each, devices in the order of their ids.
  public func contents() -> [(device: DeviceID, body: ReceiptBody)] {
    entries.sorted { $0.key < $1.key }.flatMap { device, states in
      let list = states.map { ReceiptBody.Entry(state: $0.value, messageID: $0.key) }
      return ReceiptBody.batches(of: list).map { (device, $0) }
    }
  }
}

/// Which messages are answered by a receipt.
public enum ReceiptRule {
  /// Whether storing this content owes its author a `stored` receipt: all that a person sent, also what only an update
  /// will show; never a receipt, or two devices would answer each other for ever; and nothing that cannot be displayed.
  /// Only content that came through a relay is asked: files yield no receipts.
  public static func isDue(for content: Result<ContentEnvelope, ContentError>) -> Bool {
    switch content {
    case .success(let envelope): envelope.kind != .receipt
    case .failure(let error): error.requiresUpdate
    }
  }
}
