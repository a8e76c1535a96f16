import CommandLineOutput
import Sotto
import SottoCore

extension DeliveryState {
  var word: String {
    switch self {
    case .queued: "queued"
    case .atRelay: "atRelay"
    case .stored: "stored"
    case .read: "read"
    case .failed: "failed"
    case .sealedToFile: "sealedToFile"
    }
  }

  var reason: String? {
    if case .failed(let failure) = self { failure.rawValue } else { nil }
  }

  var words: String {
    switch self {
    case .queued: "queued"
    case .atRelay: "at the relay"
    case .stored: "stored"
    case .read: "read"
    case .sealedToFile: "sealed to a file"
    case .failed(let failure): "failed, \(failure.words)"
    }
  }
}

extension DeliveryFailure {
  var words: String {
    switch self {
    case .expired: "not accepted within seven days"
    case .unconfirmed: "not confirmed within thirty days"
    case .unknownMailbox: "the mailbox does not exist"
    case .badAccessKey: "the mailbox does not accept it"
    case .tooLarge: "too large for the relay"
    case .malformed: "the relay does not understand it"
    case .refused: "the relay refuses it"
    case .noRelay: "reached by files only"
    case .attachmentUnavailable: "a file could not be read"
    case .cannotSeal: "it cannot be encrypted"
    case .deviceNotListed: "the device is not on its owner's list"
    case .discarded: "discarded"
    }
  }
}

extension RecipientDelivery {
  var json: JSONObject {
    [
      "device": .id(device), "name": .string(name), "state": .string(state.word),
      "reason": state.reason.map(JSON.string), "longTermPath": .bool(longTermPath), "hybrid": .bool(isHybrid),
    ]
  }
}

extension Sequence<RecipientDelivery> {
  var json: JSON { .array(map { .object($0.json) }) }
}

extension Collection<RecipientDelivery> {
  /// `stored`, or with several recipients `stored 2, queued 1`
  var words: String {
    guard count > 1 else { return first?.state.words ?? "" }
    var counts: [(words: String, count: Int)] = []
    for delivery in self {
      if let index = counts.firstIndex(where: { $0.words == delivery.state.words }) {
        counts[index].count += 1
      } else {
        counts.append((delivery.state.words, 1))
      }
    }
    return counts.map { counts.count == 1 ? $0.words : "\($0.words) \($0.count)" }.joined(separator: ", ")
  }
}

extension OutboxSummary: Presentable {
  var jsonType: String { "outboxEntry" }

  var json: JSONObject {
    [
      "id": .size(id), "messageId": .id(messageID), "recipient": .string(recipient), "kind": .string(kind.rawValue),
      "state": .string(state.word), "reason": state.reason.map(JSON.string), "attempts": .count(attempts),
      "createdAt": .time(createdAt), "nextAttemptAt": nextAttempt.map(JSON.time),
    ]
  }

  var row: [String] {
    [
      "\(id)", shown(recipient), kind.rawValue, state.words, "since \(TimeText.local(createdAt))",
      attempts == 0 ? "" : "\(attempts) \(attempts == 1 ? "attempt" : "attempts")",
      nextAttempt.map { "next \(TimeText.local($0))" } ?? "",
    ]
  }
}
