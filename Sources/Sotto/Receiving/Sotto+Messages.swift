import SottoCore
import SottoStore

extension Sotto {
  /// The newest `limit` messages, the oldest of them first: of one conversation by the name of its contact or group, or
  /// of all.
  public func messages(
    with name: String? = nil, onlyNew: Bool = false, since: Timestamp? = nil, limit: Int = 100
  ) throws(SottoError) -> [MessageSummary] {
    try view { view in
      let ids =
        if let name {
          [try Audience.conversation(named: name, in: view)]
        } else {
          view.store.conversations.readable().rows.map(\.record.id)
        }
      var found: [(arrival: RowNumber, summary: MessageSummary)] = []
      for id in ids {
        guard let messages = try view.store.messages(in: id) else { continue }
        let readThrough = messages.conversation.readThrough
        let rows = onlyNew ? try messages.after(readThrough) : try messages.before(nil, limit: limit)
        for row in rows where since.map({ row.record.storedAt >= $0 }) ?? true {
          if onlyNew, row.record.direction == .outgoing { continue }
          let summary = try view.summary(of: row.record, isNew: row.arrival > readThrough)
          found.append((row.arrival, summary))
        }
      }
      return found.sorted { $0.arrival < $1.arrival }.suffix(limit).map(\.summary)
    }
  }

  /// One message by the start of its id.
  public func message(id prefix: String) throws(SottoError) -> MessageSummary {
    let record = try messageRecord(id: prefix)
    return try view { try $0.summary(of: record, isNew: false) }
  }

  /// Goes through all messages, a page at a time, until more than a person reads begin so; a whole id is looked up.
  func messageRecord(id prefix: String) throws(SottoError) -> MessageRecord {
    try view { view in
      if let known = try view.message(id: prefix) { return known }
      var found: [(id: MessageID, value: MessageRecord)] = []
      let digits = NameMatch.digits(prefix)
      for conversation in view.store.conversations.readable().rows.map(\.record) {
        guard !digits.isEmpty, let messages = try view.store.messages(in: conversation.id) else { continue }
        var place = RowNumber.start
        while found.count < NameMatch.manyChoices {
          let page = try messages.after(place, limit: 256)
          guard let last = page.last else { break }
          place = last.arrival
          found += page.filter { NameMatch.digits($0.record.key.id.description).hasPrefix(digits) }
            .map { ($0.record.key.id, $0.record) }
        }
      }
      return try NameMatch.find(id: prefix, in: found, subject: .message)
    }
  }

  /// Marks these, and what came before them in their conversations, as read. Their authors get a receipt for those that
  /// came by a relay.
  public func markRead(_ messages: [MessageSummary]) throws(SottoError) {
    try commit { change in
      for message in messages {
        let key = MessageKey(author: message.author, id: message.id)
        guard let row = try change.transaction.message(key) else { continue }
        try change.markRead(row.record.conversation, through: row.arrival)
      }
    }
  }

  /// Of all conversations
  var newMessages: Int {
    let count = try? view { view in
      try view.unread()
    }
    return count ?? 0
  }
}

extension ProfileView {
  /// nil where `text` is no whole id, or nothing has it
  fileprivate func message(id text: String) throws -> MessageRecord? {
    guard let id = MessageID(hexadecimal: text) else { return nil }
    for author in [profile.identity.deviceID] + store.peers.readable().rows.map(\.record.deviceID) {
      if let row = try store.message(MessageKey(author: author, id: id)) { return row.record }
    }
    return nil
  }
}

extension MessageID {
  fileprivate init?(hexadecimal text: String) {
    let digits = Array(NameMatch.digits(text).utf8)
    guard digits.count == 2 * Self.size, !digits.contains(UInt8(ascii: "+")) else { return nil }
    let bytes = stride(from: 0, to: digits.count, by: 2).compactMap {
      UInt8(String(decoding: digits[$0..<$0 + 2], as: UTF8.self), radix: 16)
    }
    self.init(bytes)
  }
}

extension Audience {
  /// Of a contact or a group, also of one that nothing can be sent to now.
  static func conversation<Access>(named name: String, in view: ProfileView<Access>) throws -> ConversationID {
    typealias Candidate = NameMatch.Candidate<ConversationID>
    let contacts = try view.contacts().map {
      Candidate(.contact, name: $0.name, id: $0.contact.id, .contact($0.contact.id))
    }
    let groups = view.groups().map { Candidate(.group, name: $0.details.name, id: $0.id, .group($0.id)) }
    let conversations = view.store.conversations.readable().rows.map(\.record)
    let nameless = try conversations.compactMap { conversation -> Candidate? in
      guard case .peer(let device) = conversation.id else { return nil }
      return Candidate(.contact, name: try view.name(of: device), id: device, conversation.id)
    }
    return try NameMatch.find(name, in: contacts + groups + nameless, subject: .contact)
  }
}
