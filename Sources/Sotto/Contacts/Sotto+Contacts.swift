import SottoCore
import SottoStore

extension Sotto {
  /// By name
  public func contacts() throws(SottoError) -> [ContactSummary] {
    try view { view in try view.contacts().map { try view.summary(of: $0.contact) } }
  }

  /// By the exact name, else by the start of a name that only one has, else by the first 8 or more digits of an id. So
  /// are contacts found wherever a name is asked for.
  public func contact(named name: String) throws(SottoError) -> ContactDetail {
    try view { try $0.detail(of: $0.contact(named: name)) }
  }

  /// Records that the safety words were compared. Also what acknowledges a change of keys.
  public func verifyContact(named name: String) throws(SottoError) -> ContactDetail {
    try commit { change in
      let view = ProfileView(change.transaction, change.profile)
      var contact = try view.contact(named: name)
      contact.trust = .verified(at: change.now)
      try change.transaction.contacts.put(contact.id, contact)
      return try view.detail(of: contact)
    }
  }

  /// Gives a contact a nickname of up to 128 bytes; nil takes it away again. `nameTaken` where another contact is called
  /// so, in upper or lower case: nobody could tell the two apart any more.
  public func renameContact(named name: String, to nickname: String?) throws(SottoError) -> ContactDetail {
    if let nickname {
      guard 1...Limits.nickname ~= nickname.utf8.count else { throw .invalidName }
    }
    return try commit { change in
      let view = ProfileView(change.transaction, change.profile)
      var contact = try view.contact(named: name)
      contact.nickname = nickname
      let newName = try view.name(of: contact)
      for other in try view.contacts() where other.contact.id != contact.id {
        guard !NameMatch.areEqual(other.name, newName) else { throw SottoError.nameTaken(other.name) }
      }
      try change.transaction.contacts.put(contact.id, contact)
      return try view.detail(of: contact)
    }
  }

  /// Deletes a contact with its conversation, its attachments and its place in all groups, in one transaction. Its
  /// device stays known without a name for 90 days; what it holds of our prekeys opens nothing any more.
  public func deleteContact(named name: String) throws(SottoError) -> ContactSummary {
    let (summary, objects) = try commit { change in
      let view = ProfileView(change.transaction, change.profile)
      let contact = try view.contact(named: name)
      let summary = try view.summary(of: contact)
      let objects = try ContactDeletion(change: change).delete(contact)
      return (summary, objects)
    }
    profile.removeObjects(objects)
    return summary
  }
}
