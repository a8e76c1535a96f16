import SottoCore
import SottoStore

/// Whom a destination means: a conversation and the devices in it.
struct Audience: Sendable {
  let conversation: ConversationID
  /// Set for a group: its members get slices of one group bundle.
  let group: GroupID?
  let devices: [DeviceID]
  let name: String

  init<Access>(_ destination: Destination, in view: ProfileView<Access>) throws {
    switch destination {
    case .contact(let id):
      guard let contact = try view.store.contacts.get(id) else {
        throw SottoError.notFound(.contact, id.description)
      }
      try self.init(contact, view)
    case .group(let id):
      guard let group = try view.store.groups.get(id) else { throw SottoError.notFound(.group, id.description) }
      try self.init(group, view)
    case .named(let name):
      try self.init(named: name, view)
    }
  }

  /// The same contact or group, as it is now: between asking and sealing it may have changed, or be gone.
  func again<Access>(in view: ProfileView<Access>) throws -> Audience {
    switch conversation {
    case .contact(let id): try Audience(.contact(id), in: view)
    case .group(let id): try Audience(.group(id), in: view)
    case .peer, .sealedFiles: self
    }
  }

  /// All of them together, for a file. One contact or group keeps its conversation.
  init<Access>(of destinations: [Destination], in view: ProfileView<Access>) throws {
    let audiences = try destinations.map { try Audience($0, in: view) }
    guard let first = audiences.first else { throw SottoError.noRecipients }
    if audiences.allSatisfy({ $0.conversation == first.conversation }) {
      self = first
      return
    }
    conversation = .sealedFiles
    group = nil
    var seen: Set<DeviceID> = []
    devices = audiences.flatMap(\.devices).filter { seen.insert($0).inserted }
    name = audiences.map(\.name).joined(separator: ", ")
  }

  private init<Access>(named name: String, _ view: ProfileView<Access>) throws {
    typealias Candidate = NameMatch.Candidate<Either>
    let contacts = try view.contacts().map {
      Candidate(.contact, name: $0.name, id: $0.contact.id, .contact($0.contact))
    }
    let groups = view.groups().map { Candidate(.group, name: $0.details.name, id: $0.id, .group($0)) }
    switch try NameMatch.find(name, in: contacts + groups, subject: .recipient) {
    case .contact(let contact): try self.init(contact, view)
    case .group(let group): try self.init(group, view)
    }
  }

  private enum Either {
    case contact(ContactRecord)
    case group(Group)
  }

  private init<Access>(_ contact: ContactRecord, _ view: ProfileView<Access>) throws {
    name = try view.name(of: contact)
    try Self.check(contact, name: name)
    conversation = .contact(contact.id)
    group = nil
    devices = contact.devices
  }

  private init<Access>(_ group: Group, _ view: ProfileView<Access>) throws {
    name = group.details.name
    let members = try view.members(of: group)
    guard !members.isEmpty else { throw SottoError.groupHasNoMembers(name) }
    for member in members { try Self.check(member, name: try view.name(of: member)) }
    conversation = .group(group.id)
    self.group = group.id
    devices = members.flatMap(\.devices)
  }

  /// After a change of keys a person looks before anything is sent.
  private static func check(_ contact: ContactRecord, name: String) throws {
    if case .keyChanged = contact.trust { throw SottoError.trustNeeded(name: name, .keyChange) }
  }
}
