import SottoCore
import SottoStore

// Private groups: this device's own lists of recipients. At the others a message to a group stands in the conversation
// with its sender.
extension Sotto {
  /// The oldest first
  public func groups() throws(SottoError) -> [GroupSummary] {
    try view { view in try view.groups().map { try view.summary(of: $0) } }
  }

  /// By the exact name, else by the start of a name that only one has, else by the first 8 or more digits of an id.
  public func group(named name: String) throws(SottoError) -> GroupSummary {
    try view { view in try view.summary(of: view.group(named: name)) }
  }

  /// Makes a group of contacts that have proven to read group bundles. Up to 32 members. `nameTaken` where a group has
  /// the name, in upper or lower case.
  public func createGroup(named name: String, members: [String] = []) throws(SottoError) -> GroupSummary {
    try commit { change in
      let view = ProfileView(change.transaction, change.profile)
      for group in view.groups() where NameMatch.areEqual(group.details.name, name) {
        throw SottoError.nameTaken(group.details.name)
      }
      let details = try GroupDetails(
        id: GroupID(unchecked: change.profile.random.bytes(GroupID.size)), name: name, createdAt: change.now,
        depthFields: .safe)
      var group = Group(details: details, random: change.profile.random)
      try add(members, to: &group, change)
      try change.transaction.groups.put(group)
      return try view.summary(of: group)
    }
  }

  /// Adds contacts: all of them or, where one is refused, none.
  public func addToGroup(named name: String, members: [String]) throws(SottoError) -> GroupSummary {
    try change(groupNamed: name) { group, view, change in
      let present = try view.members(of: group).map(\.id)
      for member in members {
        let contact = try view.contact(named: member)
        guard !present.contains(contact.id) else { throw SottoError.alreadyMember(try view.name(of: contact)) }
      }
      try add(members, to: &group, change)
    }
  }

  public func removeFromGroup(named name: String, members: [String]) throws(SottoError) -> GroupSummary {
    try change(groupNamed: name) { group, view, change in
      let present = try view.members(of: group).map { view.candidate((try view.name(of: $0), $0)) }
      for member in members {
        let contact: ContactRecord
        do {
          contact = try NameMatch.find(member, in: present, subject: .contact)
        } catch SottoError.notFound {
          throw SottoError.notAMember(member)
        }
        try group.removeMember(
          contact.id, atDepth: .real, keys: change.transaction.groups.keyring, random: change.profile.random)
      }
    }
  }

  /// Deletes the list with its conversation, its attachments and what of it waits in the outbox, in one transaction.
  public func deleteGroup(named name: String) throws(SottoError) -> GroupSummary {
    let (summary, objects) = try commit { change in
      let view = ProfileView(change.transaction, change.profile)
      let group = try view.group(named: name)
      let summary = try view.summary(of: group)
      let objects = try ConversationDeletion(change: change).delete(.group(group.id))
      try change.transaction.groups.delete(group.id)
      return (summary, objects)
    }
    profile.removeObjects(objects)
    return summary
  }

  private func change(
    groupNamed name: String, _ edit: (inout Group, ProfileView<ReadWrite>, OutboxChange) throws -> Void
  ) throws(SottoError) -> GroupSummary {
    try commit { change in
      let view = ProfileView(change.transaction, change.profile)
      var group = try view.group(named: name)
      try edit(&group, view, change)
      try change.transaction.groups.put(group)
      return try view.summary(of: group)
    }
  }

  private func add(_ names: [String], to group: inout Group, _ change: OutboxChange) throws {
    let view = ProfileView(change.transaction, change.profile)
    let contacts = try names.map { try view.contact(named: $0) }
    for contact in contacts {
      let name = try view.name(of: contact)
      let peers = try view.peers(of: contact)
      guard !peers.isEmpty else { throw SottoError.notGroupCapable(name) }
      for peer in peers { try CapabilityMark.checkGroupCapable(peer.mark, name: name) }
    }
    try group.addMembers(
      contacts.map(\.id), atDepth: .real, keys: change.transaction.groups.keyring, random: change.profile.random)
  }
}
