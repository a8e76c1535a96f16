import Glibc
import SottoCore
import SottoCrypto
import SottoStore
import TestSupport
import Testing

@Suite struct ProfileFolderTests {
  let folder = TemporaryFolder()

  @Test func aFirstLaunchHasItsFiles() throws {
    let store = try ProfileStore.create(in: folder.profile)
    let names = TemporaryFolder.names(in: folder.profile)
    let others = names.filter { !$0.hasSuffix(".bak") }
    #expect(others == ["device.key", "objects", "store.db", "store.db-shm", "store.db-wal"])
    let layers = names.filter { $0.hasSuffix(".bak") }
    #expect(layers.count == 1)
    #expect(TemporaryFolder.read("\(folder.profile)/\(layers[0])").count == 32 * (262_144 + 56))
    #expect(TemporaryFolder.read("\(folder.profile)/device.key").count == 2_048)
    for name in names { #expect(try mode(name) == (name == "objects" ? 0o700 : 0o600), "\(name)") }
    #expect(try mode(".") == 0o700)
    #expect(TemporaryFolder.names(in: folder.path) == ["profile"])
    #expect(store.path == folder.profile)
  }

  private func mode(_ name: String) throws -> mode_t {
    var status = stat()
    try #require(stat("\(folder.profile)/\(name)", &status) == 0)
    return status.st_mode & 0o777
  }

  @Test func missingParentsAreMade() throws {
    let path = "\(folder.path)/a/b/profile"
    let store = try ProfileStore.create(in: path)
    #expect(store.path == path)
    #expect(TemporaryFolder.names(in: "\(folder.path)/a/b") == ["profile"])
  }

  @Test func slashesAtTheEndOfThePathMeanNothing() throws {
    let store = try ProfileStore.create(in: "\(folder.profile)//")
    #expect(store.path == folder.profile)
    #expect(TemporaryFolder.names(in: folder.path) == ["profile"])
  }

  @Test func anEmptyFolderBecomesAProfile() throws {
    #expect(mkdir(folder.profile, 0o755) == 0)
    let store = try ProfileStore.create(in: folder.profile)
    #expect(try mode(".") == 0o700)
    #expect(store.path == folder.profile)
  }

  @Test func whatIsThereIsNeverOverwritten() throws {
    _ = try ProfileStore.create(in: folder.profile)
    #expect(throws: StoreError.alreadyExists) { _ = try ProfileStore.create(in: folder.profile) }
    _ = try ProfileStore.open(folder.profile)

    let other = TemporaryFolder()
    TemporaryFolder.write([1], to: "\(other.path)/file")
    #expect(throws: StoreError.alreadyExists) { _ = try ProfileStore.create(in: other.path) }
    #expect(throws: StoreError.alreadyExists) { _ = try ProfileStore.create(in: "\(other.path)/file") }
    #expect(TemporaryFolder.names(in: other.path) == ["file"])
  }

  @Test func aStrangersFileBesideThePlaceIsNotRemoved() throws {
    #expect(mkdir("\(folder.profile).new", 0o700) == 0)
    TemporaryFolder.write([1], to: "\(folder.profile).new/thesis.txt")
    #expect(throws: StoreError.alreadyExists) { _ = try ProfileStore.create(in: folder.profile) }
    #expect(TemporaryFolder.read("\(folder.profile).new/thesis.txt") == [1])
  }

  @Test func oneAtATimeHoldsAProfile() throws {
    do {
      let store = try ProfileStore.create(in: folder.profile)
      #expect(throws: StoreError.inUse(processID: getpid())) { _ = try ProfileStore.open(folder.profile) }
      #expect(store.path == folder.profile)
    }
    _ = try ProfileStore.open(folder.profile)
  }

  @Test func noProfileIsNotFound() {
    #expect(throws: StoreError.notFound) { _ = try ProfileStore.open(folder.profile) }
    #expect(throws: StoreError.notFound) { _ = try ProfileStore.open(folder.path) }
  }

  @Test func objectsAreWrittenWholeOrNotAtAll() throws {
    let faults = CountingFaults()
    let store = try ProfileStore.create(in: folder.profile, random: SystemRandom(), faults: faults)
    let name = FileName.random(SystemRandom())
    for step in 1...4 {
      faults.arm(.fail(at: step, .full))
      var pieces: [[UInt8]] = [[1, 2], [3]]
      #expect(throws: StoreError.full) {
        try store.objects.create(name) { () throws(StoreError) in pieces.isEmpty ? nil : pieces.removeFirst() }
      }
      faults.arm(.none)
      #expect(try store.objects.names().isEmpty)
    }
    var pieces: [[UInt8]] = [[1, 2], [3]]
    try store.objects.create(name) { () throws(StoreError) in pieces.isEmpty ? nil : pieces.removeFirst() }
    #expect(try store.objects.names() == [name])
    #expect(store.objects.size(of: name) == 3)
    #expect(TemporaryFolder.read(store.objects.path(of: name)) == [1, 2, 3])
    try store.objects.remove(name)
    try store.objects.remove(name)
    #expect(try store.objects.names().isEmpty)
  }

  @Test func namesAreVersionFourUUIDsInCanonicalText() {
    let random = SeededRandom(seed: 3)
    for _ in 0..<50 {
      let name = FileName.random(random)
      let text = name.description
      #expect(FileName(text: text) == name)
      #expect(FileName(text: text.uppercased()) == nil)
      #expect(FileName(text: text + "0") == nil)
      #expect(Array(text)[14] == "4" && "89ab".contains(Array(text)[19]))
    }
    #expect(FileName(text: "") == nil)
    #expect(FileName(text: "+10e1c52-0000-4000-8000-000000000000") == nil)
  }
}
