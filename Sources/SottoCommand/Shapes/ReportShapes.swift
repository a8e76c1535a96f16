import CommandLineOutput
import Sotto
import SottoCore

extension OwnProfile {
  var json: JSONObject {
    [
      "device": .id(deviceID), "name": .string(name), "relay": relay.map(JSON.string), "profile": .string(path),
      "createdAt": .time(createdAt),
    ]
  }

  var rows: [[String]] {
    [
      ["this device", "\(name) (\(deviceID.description.prefix(16)))"], ["profile", shown(path)],
      ["relay", relay.map { shown($0) } ?? "none, files only"],
    ]
  }
}

extension StatusReport: Presentable {
  var jsonType: String { "status" }

  var json: JSONObject {
    own.json + [
      "contacts": .count(contacts), "groups": .count(groups), "unread": .count(unread), "waiting": .count(waiting),
      "failed": .count(failed), "issues": .count(issues), "heldForNewerVersion": .count(heldForNewerVersion),
      "pairingsInProgress": .count(pairingsInProgress),
    ]
  }

  var lines: [String] {
    let optional: [(String, Int)] = [
      ("waiting to be sent", waiting), ("failed to be sent", failed), ("issues", issues),
      ("held for a newer Sotto", heldForNewerVersion), ("pairings in progress", pairingsInProgress),
    ]
    return columns(
      own.rows + [["contacts", "\(contacts)"], ["groups", "\(groups)"], ["new messages", "\(unread)"]]
        + optional.filter { $0.1 > 0 }.map { [$0.0, "\($0.1)"] })
  }
}

extension IssueSummary: Presentable {
  var jsonType: String { "issue" }

  var json: JSONObject {
    [
      "id": .size(id), "kind": .string(kind.rawValue), "reason": reason.map(JSON.string),
      "messageId": messageID.map(JSON.id), "name": name.map(JSON.string), "at": .time(at),
    ]
  }

  var row: [String] {
    [TimeText.local(at), kind.words, name.map { shown($0) } ?? "", reason.map { shown($0) } ?? ""]
  }
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

extension DoctorCheck: Presentable {
  var jsonType: String { "check" }

  var json: JSONObject {
    ["leg": .string(leg.rawValue), "outcome": .string(outcome.rawValue), "detail": detail.map(JSON.string)]
  }

  var row: [String] { [leg.words, outcome.rawValue, detail.map { shown($0) } ?? ""] }
}

extension DoctorCheck.Leg {
  var words: String {
    switch self {
    case .profile: "profile"
    case .keys: "keys"
    case .clock: "clock"
    case .relayName: "relay's name"
    case .tlsPin: "relay's key"
    case .pushPath: "sending"
    case .receivePath: "receiving"
    case .prekeys: "prekeys"
    case .outbox: "outbox"
    case .disk: "disk"
    }
  }
}
