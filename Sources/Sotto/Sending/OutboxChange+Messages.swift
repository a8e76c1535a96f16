import SottoCore
import SottoStore

extension OutboxChange {
  /// Notes on an own message how far the copy for `device` has come. A copy never goes back.
  func update(_ messageID: MessageID, copyTo device: DeviceID, to state: OutboxState) throws {
    let key = MessageKey(author: profile.identity.deviceID, id: messageID)
    guard var message = try unlessDamaged({ try transaction.message(key)?.record }),
      let index = message.copies.firstIndex(where: { $0.recipient == device })
    else { return }
    let before = message.copies[index]
    guard before.state != state, before.state.rank <= state.rank || !before.state.isConfirmed else { return }
    message.copies[index].state = state
    try transaction.messages(in: message.conversation)?.put(message)
    let view = ProfileView(transaction, profile)
    if DeliveryState(before.state) != DeliveryState(state) {
      tell(.delivery(messageID, try view.delivery(message.copies[index])))
    }
  }

  /// Keeps an issue and tells it. The oldest beyond the limit make room.
  func report(_ issue: DeliveryIssue, messageID: MessageID? = nil, peer: DeviceID? = nil) throws {
    let number = try transaction.issues.next()
    let record = IssueRecord(issue: issue, messageID: messageID, peer: peer, at: now)
    try transaction.issues.put(number, record)
    try transaction.issues.trim(to: Limits.issues)
    tell(.issue(try ProfileView(transaction, profile).summary(of: record, number: number)))
  }
}

extension OutboxState {
  var isConfirmed: Bool { self == .stored || self == .read }

  /// How much is known of the copy
  fileprivate var rank: Int {
    switch self {
    case .queued, .keysPending, .inFlight, .failed, .sealedToFile: 0
    case .atRelay: 1
    case .stored: 2
    case .read: 3
    }
  }
}
