import CommandLineOutput
import Sotto
import SottoCore

extension MessageSummary: Presentable {
  var jsonType: String { "message" }

  var json: JSONObject {
    [
      "id": .id(id), "direction": .string(direction.rawValue), "author": .id(author), "authorName": .string(authorName),
      "conversation": .object(conversation.json), "group": group.map(JSON.id), "sentAt": .time(sentAt),
      "storedAt": .time(storedAt), "text": .string(text), "attachments": .array(attachments.map { .object($0.json) }),
      "new": .bool(isNew), "clockDiffers": .bool(clockDiffers), "notice": notice.map { .string($0.rawValue) },
      "deliveries": direction == .outgoing ? deliveries.json : nil,
    ]
  }

  /// A line of ours that says who and when, then the text, indented.
  var lines: [String] {
    [heading] + body + attachments.map { "  " + $0.line(of: self) }
  }

  /// Enough of the id to name the message.
  var shortID: String { String(id.description.prefix(8)) }

  private var heading: String {
    let time = TimeText.local(sentAt) + (clockDiffers ? " by a clock that differs" : "")
    switch direction {
    case .incoming: return "\(shown(authorName))  \(time)  \(shortID)\(isNew ? "  new" : "")"
    case .outgoing: return "to \(shown(conversation.name))  \(time)  \(shortID)  \(deliveries.words)"
    }
  }

  private var body: [String] {
    switch notice {
    case .newerVersion: ["  (update Sotto to read this)"]
    case .undisplayable: ["  (a message could not be displayed)"]
    case nil: text.isEmpty ? [] : shownParagraphs(text)
    }
  }
}

extension ConversationName {
  var json: JSONObject {
    switch self {
    case .contact(let id, let name): ["kind": "contact", "id": .id(id), "name": .string(name)]
    case .group(let id, let name): ["kind": "group", "id": .id(id), "name": .string(name)]
    case .device(let id, let name): ["kind": "device", "id": .id(id), "name": .string(name)]
    case .sealedFiles: ["kind": "sealedFiles"]
    }
  }
}

extension AttachmentSummary {
  var json: JSONObject {
    [
      "index": .count(index), "name": .string(name), "mediaType": .string(mediaType), "size": .size(size),
      "state": .string(state.rawValue),
    ]
  }

  func line(of message: MessageSummary) -> String {
    let next =
      switch state {
      case .missing: "no longer at the relay"
      case .inFile: "in the file"
      case .uploading: "waiting for its upload"
      case .remote, .local: message.direction == .incoming ? "sotto save \(message.shortID)" : ""
      }
    return "[\(index)] \(shown(name)), \(sizeText(size))" + (next.isEmpty ? "" : ": \(next)")
  }
}

extension TransferProgress {
  var json: JSONObject {
    ["name": .string(name), "done": .size(done), "total": .size(total)]
  }
}

extension SavedFile: Presentable {
  var jsonType: String { "savedFile" }

  var json: JSONObject {
    ["path": .string(path), "size": .size(size), "originalName": .string(originalName)]
  }

  var row: [String] { [shown(path), sizeText(size)] }
}
