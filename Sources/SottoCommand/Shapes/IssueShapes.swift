import CommandLineOutput
import Sotto
import SottoCore

extension IssueSummary: Presentable {
  var jsonType: String { "issue" }

  var json: JSONObject {
    [
      "id": .size(id), "kind": .string(kind.rawValue), "reason": reason.map(JSON.string),
      "messageId": messageID.map(JSON.id), "name": name.map(JSON.string), "at": .time(at),
    ]
  }

  var row: [String] {
    [TimeText.local(at), kind.words, name.map { shown($0) } ?? "", reasonWords ?? ""]
  }

  /// nil where the kind says all
  package var reasonWords: String? {
    guard let reason else { return nil }
    if let failure = DeliveryFailure(rawValue: reason) { return failure.words }
    return Self.reasons[reason] ?? shown(reason)
  }

  private static let reasons = [
    "unknownAuthor": "by nobody you are paired with", "noPairing": "a pairing that was not begun here",
    "notAMember": "its sender is not in the group", "authorMismatch": "two senders are named",
    "invalidSignature": "the signature does not fit", "invalidProof": "the sender's proof does not fit",
    "groupMismatch": "two groups are named", "notOnList": "it is missing there", "removed": "it was removed",
    "keysDiffer": "it stands there with other keys", "noList": "there is no valid list",
  ]
}

extension IssueSummary.Kind {
  var words: String {
    switch self {
    case .unreadable: "could not be opened"
    case .unauthorised: "not allowed"
    case .heldForNewerVersion: "needs a newer Sotto"
    case .replayed: "replayed"
    case .malformedContent: "could not be displayed"
    case .handlerGaveUp: "not handled"
    case .sendFailed: "not sent"
    case .membership: "membership"
    case .deviceNotListed: "device not on the list"
    case .downgraded: "classical path of a hybrid contact"
    }
  }
}
