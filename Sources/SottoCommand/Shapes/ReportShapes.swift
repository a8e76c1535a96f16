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

extension Output {
  /// The result of a command that makes or changes the own side
  func finish(_ own: OwnProfile) {
    columns(own.rows).forEach(line)
    finish(own.json)
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

extension DoctorCheck: Presentable {
  var jsonType: String { "check" }

  var json: JSONObject {
    ["leg": .string(leg.rawValue), "outcome": .string(outcome.rawValue), "detail": detail.map(JSON.string)]
  }

  var row: [String] { [leg.words, outcome.rawValue, detailWords ?? ""] }

  /// Stable words in those of people; numbers and names as they are.
  private var detailWords: String? { detail.map { Self.details[$0] ?? shown($0) } }

  private static let details = [
    "damaged": "its files are damaged", "readOnly": "the folder is read-only", "noRelay": "this profile has no relay",
    "systemStore": "by a certificate authority", "busy": "the relay asks to wait", "noAnswer": "it does not answer",
    "cannotSeal": "the probe could not be encrypted", "unreachable": "no connection",
    "unknownHost": "its name has no address", "wrongKey": "it shows another key than its address names",
    "protocolViolation": "it does not keep to the protocol",
    "unsupportedVersion": "it speaks another version of the protocol", "rateLimited": "it asks to wait",
  ]
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
