import SottoCore
import SottoStore

/// Reads what the client shows out of one snapshot or one transaction.
struct ProfileView<Access: StoreAccess> {
  let store: StoreView<Access>
  let profile: OpenProfile

  init(_ store: StoreView<Access>, _ profile: OpenProfile) {
    self.store = store
    self.profile = profile
  }

  // MARK: Names

  /// The contact's name, or the two words of a device that no contact has.
  func name(of device: DeviceID) throws -> String {
    if device == profile.identity.deviceID { return profile.identity.name.text }
    if let contact = try contact(of: device) { return try name(of: contact) }
    return try peer(device)?.name ?? "unknown"
  }

  func name(of contact: ContactRecord) throws -> String {
    if let nickname = contact.nickname { return nickname }
    return try deviceName(of: contact)
  }

  func deviceName(of contact: ContactRecord) throws -> String {
    try contact.devices.first.flatMap { try peer($0)?.name } ?? "unknown"
  }

  private func peer(_ device: DeviceID) throws -> PeerRecord? {
    try unlessDamaged { try store.peers.get(device) }
  }

  // MARK: Contacts

  /// Those visible at the open depth, by name.
  func contacts() throws -> [(name: String, contact: ContactRecord)] {
    try store.contacts.readable().rows.map { (try name(of: $0.record), $0.record) }
      .sorted { ($0.name, $0.contact.createdAt) < ($1.name, $1.contact.createdAt) }
  }

  func contact(of device: DeviceID) throws -> ContactRecord? {
    if let hint = profile.contacts[device], let contact = try unlessDamaged({ try store.contacts.get(hint) }),
      contact.devices.contains(device)
    {
      return contact
    }
    let contact = store.contacts.readable().rows.map(\.record).first { $0.devices.contains(device) }
    profile.contacts[device] = contact?.id
    return contact
  }

  func contact(named name: String) throws -> ContactRecord {
    try NameMatch.find(name, in: try contacts().map(candidate), subject: .contact)
  }

  func candidate(_ named: (name: String, contact: ContactRecord)) -> NameMatch.Candidate<ContactRecord> {
    NameMatch.Candidate(.contact, name: named.name, id: named.contact.id, named.contact)
  }

  func peers(of contact: ContactRecord) throws -> [PeerRecord] {
    try contact.devices.compactMap(peer).filter { $0.stage == .paired }
  }

  func summary(of contact: ContactRecord) throws -> ContactSummary {
    let peers = try peers(of: contact)
    return ContactSummary(
      id: contact.id, name: try name(of: contact), deviceName: try deviceName(of: contact),
      trust: ContactTrust(contact.trust), isHybrid: !peers.isEmpty && peers.allSatisfy(\.isHybrid),
      unread: try unread(in: .contact(contact.id)))
  }

  func detail(of contact: ContactRecord) throws -> ContactDetail {
    ContactDetail(
      summary: try summary(of: contact), safetyWords: contact.safetyWords, createdAt: contact.createdAt,
      devices: try contact.devices.compactMap(peer).map(device))
  }

  private func device(_ peer: PeerRecord) throws -> ContactDetail.Device {
    ContactDetail.Device(
      id: peer.deviceID, name: peer.name, relay: peer.relay?.description, isHybrid: peer.isHybrid,
      provenVersion: peer.mark?.description, prekeysForSending: peer.prekeyStock.count(now: profile.now),
      prekeysHandedOut: try store.prekeys.count(of: peer.deviceID), downgraded: peer.isDowngraded)
  }

  // MARK: Groups

  /// The oldest first
  func groups() -> [Group] {
    store.groups.readable().groups.sorted {
      ($0.details.createdAt, $0.details.id) < ($1.details.createdAt, $1.details.id)
    }
  }

  func group(named name: String) throws -> Group {
    try NameMatch.find(
      name, in: groups().map { NameMatch.Candidate(.group, name: $0.details.name, id: $0.id, $0) },
      subject: .group)
  }

  /// In the order of their names. Throws where one is damaged: a message would not reach it.
  func members(of group: Group) throws -> [ContactRecord] {
    try members(of: group) { try store.contacts.get($0) }
  }

  private func members(of group: Group, find: (ContactID) throws -> ContactRecord?) throws -> [ContactRecord] {
    let ids = try group.members(atDepth: .real, keys: store.groups.keyring)
    return try ids.compactMap(find).map { (try name(of: $0), $0) }.sorted { $0.0 < $1.0 }.map(\.1)
  }

  func summary(of group: Group) throws -> GroupSummary {
    GroupSummary(
      id: group.id, name: group.details.name, createdAt: group.details.createdAt,
      members: try members(of: group) { id in try unlessDamaged { try store.contacts.get(id) } }.map(summary))
  }

  // MARK: Conversations

  /// Incoming messages that came after what was marked read.
  func unread(in id: ConversationID) throws -> Int {
    guard let messages = try unlessDamaged({ try store.messages(in: id) }) else { return 0 }
    return try messages.after(messages.conversation.readThrough).count { $0.record.direction == .incoming }
  }

  /// Of all conversations
  func unread() throws -> Int {
    try store.conversations.readable().rows.reduce(0) { $0 + (try unread(in: $1.record.id)) }
  }

  func conversationName(_ id: ConversationID) throws -> ConversationName {
    switch id {
    case .contact(let contact):
      .contact(contact, name: try unlessDamaged { try store.contacts.get(contact) }.map(name) ?? "unknown")
    case .group(let group):
      .group(group, name: try unlessDamaged { try store.groups.get(group) }?.details.name ?? "unknown")
    case .peer(let device):
      .device(device, name: try name(of: device))
    case .sealedFiles:
      .sealedFiles
    }
  }

  // MARK: Issues

  func summary(of issue: IssueRecord, number: RowNumber) throws -> IssueSummary {
    let (kind, reason) = issue.issue.words
    return IssueSummary(
      id: number.rawValue, kind: kind, reason: reason, messageID: issue.messageID,
      name: try issue.peer.map(name), at: issue.at)
  }
}

extension ContactTrust {
  init(_ trust: ContactRecord.Trust) {
    self =
      switch trust {
      case .unverified: .unverified
      case .verified(let at): .verified(at: at)
      case .keyChanged(let at): .keyChanged(at: at)
      }
  }
}

extension DeliveryIssue {
  /// The stable words of an issue.
  fileprivate var words: (IssueSummary.Kind, reason: String?) {
    switch self {
    case .unreadable: (.unreadable, nil)
    case .unauthorised(let reason): (.unauthorised, "\(reason)")
    case .heldForNewerVersion: (.heldForNewerVersion, nil)
    case .replayed: (.replayed, nil)
    case .malformedContent: (.malformedContent, nil)
    case .handlerGaveUp: (.handlerGaveUp, nil)
    case .sendFailed(let reason): (.sendFailed, "\(reason)")
    case .deviceNotListed(_, let reason): (.deviceNotListed, "\(reason)")
    case .downgraded: (.downgraded, nil)
    }
  }
}
