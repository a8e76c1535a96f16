import Glibc
import SottoCore
import SottoCrypto
import SottoStore
import TestSupport
import Testing

/// A disk that is full or cannot be written.
@Suite(.enabled(if: SmallDisk.isAvailable, "needs a file system of its own, which only root can mount"))
struct DiskTests {
  let random = SeededRandom(seed: 18)

  private func addMessage(_ store: ProfileStore, _ conversation: ConversationID) throws {
    let message = Samples.message(in: conversation, random, size: 49_120)
    try store.write { try $0.openConversation(conversation).put(message) }
  }

  @Test func aFullDiskIsToldAndEverythingElseStays() throws {
    let disk = try #require(SmallDisk(megabytes: 24))
    let conversation = ConversationID.contact(Samples.id(random))
    var written = 0
    do {
      let store = try ProfileStore.create(in: "\(disk.path)/profile")
      #expect(throws: StoreError.full) {
        while written < 1_000 {
          try addMessage(store, conversation)
          written += 1
        }
      }
      #expect(written > 10)
      #expect(throws: StoreError.full) { try store.replaceLayerFile() }
      #expect(try store.read { try $0.messages(in: conversation)?.count() } == written)
      #expect(store.examine().isEmpty)
    }
    // With room again it goes on.
    try #require(disk.grow(megabytes: 64))
    let store = try ProfileStore.open("\(disk.path)/profile")
    #expect(try store.read { try $0.messages(in: conversation)?.count() } == written)
    try store.write { try $0.deleteConversation(conversation) }
    #expect(try store.read { try $0.messages(in: conversation) } == nil)
  }

  @Test func aDiskTooSmallForAProfileIsLeftEmpty() throws {
    for megabytes in [1, 5, 9] {
      let disk = try #require(SmallDisk(megabytes: megabytes))
      #expect(throws: StoreError.full) { _ = try ProfileStore.create(in: "\(disk.path)/profile") }
      #expect(!TemporaryFolder.names(in: disk.path).contains("profile"))
    }
  }

  @Test func aReadOnlyDiskCanBeRead() throws {
    let disk = try #require(SmallDisk(megabytes: 32))
    let path = "\(disk.path)/profile"
    let contact = Samples.contact(random)
    do {
      let store = try ProfileStore.create(in: path)
      try store.write { try $0.contacts.put(contact.id, contact) }
    }
    try #require(disk.remount(writable: false))
    do {
      let store = try ProfileStore.open(path)
      #expect(store.isReadOnly)
      #expect(try store.read { try $0.contacts.all() } == [contact])
      #expect(throws: StoreError.readOnly) { try store.write { try $0.contacts.delete(contact.id) } }
      #expect(throws: StoreError.readOnly) { try store.replaceLayerFile() }
      #expect(store.examine().isEmpty)
    }
    #expect(throws: StoreError.readOnly) { _ = try ProfileStore.create(in: "\(disk.path)/other") }
    try #require(disk.remount(writable: true))
    let store = try ProfileStore.open(path)
    #expect(!store.isReadOnly)
    try store.write { try $0.contacts.delete(contact.id) }
  }

  @Test func whatACrashLeftInTheLogIsReadFromAReadOnlyDisk() throws {
    let disk = try #require(SmallDisk(megabytes: 64))
    let (path, copy) = ("\(disk.path)/profile", "\(disk.path)/copy")
    let contact = Samples.contact(random)
    do {
      let store = try ProfileStore.create(in: path)
      try store.write { try $0.contacts.put(contact.id, contact) }
      // The folder as a crash at this point would leave it.
      mkdir(copy, 0o700)
      for name in TemporaryFolder.names(in: path) where name != "objects" {
        TemporaryFolder.write(TemporaryFolder.read("\(path)/\(name)"), to: "\(copy)/\(name)")
      }
    }
    try #require(disk.remount(writable: false))
    let store = try ProfileStore.open(copy)
    #expect(store.isReadOnly)
    #expect(try store.read { try $0.contacts.all() } == [contact])
  }
}
