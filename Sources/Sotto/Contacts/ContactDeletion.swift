import SottoCore
import SottoStore

/// Everything that goes with a contact, inside one transaction.
struct ContactDeletion {
  let change: OutboxChange
  private var transaction: StoreTransaction { change.transaction }

  init(change: OutboxChange) {
    self.change = change
  }

  /// Returns the objects that no attachment names any more.
  func delete(_ contact: ContactRecord) throws -> [FileName] {
    let conversation = ConversationID.contact(contact.id)
    let objects = try ConversationDeletion(change: change).delete(conversation)
    for group in transaction.groups.readable().groups {
      var group = group
      try group.removeMemberFromReadableDepths(
        contact.id, keys: transaction.groups.keyring, random: change.profile.random)
      try transaction.groups.put(group)
    }
    try transaction.contacts.delete(contact.id)
    let view = ProfileView(transaction, change.profile)
    for device in contact.devices where try view.contact(of: device) == nil { try forget(device) }
    return objects
  }

  /// The peer stays, nameless; what waits for it does not.
  private func forget(_ device: DeviceID) throws {
    for record in try transaction.outbox.to(device) { try change.abandon(record) }
    try transaction.prekeys.deleteAll(of: device)
    guard var peer = try transaction.peers.get(device) else { return }
    peer.namelessSince = change.now
    try transaction.peers.put(device, peer)
  }
}
