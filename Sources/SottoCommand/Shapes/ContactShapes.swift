import CommandLineOutput
import Sotto
import SottoCore

extension ContactTrust {
  var word: String {
    switch self {
    case .unverified: "unverified"
    case .verified: "verified"
    case .keyChanged: "keyChanged"
    }
  }

  var since: Timestamp? {
    switch self {
    case .unverified: nil
    case .verified(let time), .keyChanged(let time): time
    }
  }

  var words: String {
    switch self {
    case .unverified: "not verified"
    case .verified: "verified"
    case .keyChanged: "keys changed"
    }
  }
}

extension ContactSummary: Presentable {
  var jsonType: String { "contact" }

  var json: JSONObject {
    [
      "id": .id(id), "name": .string(name), "deviceName": .string(deviceName), "trust": .string(trust.word),
      "trustSince": trust.since.map(JSON.time), "hybrid": .bool(isHybrid), "unread": .count(unread),
    ]
  }

  var row: [String] {
    [shown(name), trust.words, isHybrid ? "hybrid" : "classical", unread == 0 ? "" : "\(unread) new"]
  }
}

extension ContactDetail: Presentable {
  var jsonType: String { "contact" }

  var json: JSONObject {
    summary.json + [
      "safetyWords": safetyWords.map(JSON.string), "createdAt": .time(createdAt),
      "devices": .array(devices.map { .object($0.json) }),
    ]
  }

  var lines: [String] {
    let facts = [
      ["name", shown(summary.name)],
      ["trust", summary.trust.words + (summary.trust.since.map { " since \(TimeText.local($0))" } ?? "")],
      ["safety words", safetyWords ?? "not kept"],
      ["paired", TimeText.local(createdAt)],
    ]
    return columns(facts + devices.flatMap(\.rows))
  }
}

extension ContactDetail.Device {
  var json: JSONObject {
    [
      "id": .id(id), "name": .string(name), "relay": relay.map(JSON.string), "hybrid": .bool(isHybrid),
      "provenVersion": provenVersion.map(JSON.string), "prekeysForSending": .count(prekeysForSending),
      "prekeysHandedOut": .count(prekeysHandedOut), "downgraded": .bool(downgraded),
    ]
  }

  var rows: [[String]] {
    [
      ["device", "\(shown(name)) (\(id.description.prefix(16)))"],
      ["  keys", isHybrid ? "hybrid, post-quantum" : "classical"],
      ["  relay", relay.map { shown($0) } ?? "none, files only"],
      ["  version", provenVersion.map { "\($0) or later, proven" } ?? "not proven yet"],
      ["  prekeys", "\(prekeysForSending) to send with, \(prekeysHandedOut) handed out"],
    ] + (downgraded ? [["  warning", "has used a classical path though it is hybrid"]] : [])
  }
}

extension GroupSummary: Presentable {
  var jsonType: String { "group" }

  var json: JSONObject {
    [
      "id": .id(id), "name": .string(name), "createdAt": .time(createdAt),
      "members": .array(members.map { .object(["id": .id($0.id), "name": .string($0.name)]) }),
    ]
  }

  var row: [String] {
    [shown(name), "\(members.count) \(members.count == 1 ? "member" : "members")", memberNames]
  }

  var lines: [String] {
    columns([["name", shown(name)], ["made", TimeText.local(createdAt)], ["members", memberNames]])
  }

  private var memberNames: String { members.map { shown($0.name) }.joined(separator: ", ") }
}
