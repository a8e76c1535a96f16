import SottoCore
import SottoRelay
import SottoRelayProtocol
import TestSupport
import Testing

#if canImport(Glibc)
  import Glibc
#endif

@Suite(.timeLimit(.minutes(1)))
struct ObjectTests {
  private let random = SeededRandom(seed: 8)
  private let deletionKey = DeletionKey(unchecked: [UInt8](repeating: 3, count: 32))

  private func object() -> ObjectID { ObjectID(unchecked: random.bytes(32)) }

  private func put(
    _ id: ObjectID, _ mailbox: TestMailbox, size: Int, offset: Int, _ chunk: [UInt8]
  ) -> Request {
    .objectPut(
      ObjectPutRequest(
        mailbox: mailbox.address, accessKey: mailbox.accessKey, objectID: id,
        deletionKeyHash: DeletionKeyHash(of: deletionKey), size: UInt64(size), offset: UInt64(offset), chunk: chunk))
  }

  private func stored(_ count: Int) -> Answer { .objectStored(ObjectProgress(stored: UInt64(count))) }

  /// Uploads from `offset` on.
  private func upload(
    _ bytes: [UInt8], _ id: ObjectID, _ mailbox: TestMailbox, by client: TestClient, from offset: Int = 0,
    to end: Int? = nil
  ) async throws {
    var offset = offset
    while offset < end ?? bytes.count {
      let chunk = [UInt8](bytes[offset..<min(offset + 65_536, bytes.count)])
      let answer = try await client.ask(put(id, mailbox, size: bytes.count, offset: offset, chunk))
      offset += chunk.count
      #expect(answer == stored(offset))
    }
  }

  private func download(_ id: ObjectID, by client: TestClient) async throws -> [UInt8] {
    var bytes: [UInt8] = []
    while true {
      let get = ObjectGetRequest(objectID: id, offset: UInt64(bytes.count))
      guard case .objectChunk(let answer) = try await client.ask(.objectGet(get)), !answer.chunk.isEmpty else {
        return bytes
      }
      bytes += answer.chunk
    }
  }

  @Test func whatIsPutCanBeGotByWhoKnowsTheId() async throws {
    let relay = try TestRelay()
    let mailbox = TestMailbox(seed: 1)
    let owner = try await TestClient(relay.server)
    _ = try await owner.open(mailbox)
    let stranger = try await TestClient(relay.server)
    for size in [1, 65_536, 65_537, 300_000] {
      let bytes = random.bytes(size)
      let id = object()
      try await upload(bytes, id, mailbox, by: owner)
      #expect(try await download(id, by: stranger) == bytes)
      let part = ObjectGetRequest(objectID: id, offset: UInt64(size - 1), length: 100)
      #expect(
        try await stranger.ask(.objectGet(part))
          == .objectChunk(ObjectChunk(size: UInt64(size), chunk: [bytes[size - 1]])))
    }
    let unknown = ObjectGetRequest(objectID: object(), offset: 0)
    #expect(try await stranger.ask(.objectGet(unknown)).refusalCode == .unknownObject)
    relay.server.stop()
  }

  /// More requests than are taken at a time: each gets its answer, in whatever parts the client reads.
  @Test func requestsForChunksThatComeAllAtOnceAreAllAnswered() async throws {
    let relay = try TestRelay()
    let mailbox = TestMailbox(seed: 11)
    let client = try await TestClient(relay.server)
    _ = try await client.open(mailbox)
    let bytes = random.bytes(65_536)
    let id = object()
    try await upload(bytes, id, mailbox, by: client)
    var tags: [UInt32] = []
    for _ in 0..<200 { tags.append(try await client.send(.objectGet(ObjectGetRequest(objectID: id, offset: 0)))) }
    let chunk = Answer.objectChunk(ObjectChunk(size: 65_536, chunk: bytes))
    for tag in tags { #expect(try await client.answer(tag) == chunk) }
    #expect(try await client.ask(.ping) == .pong)
    relay.server.stop()
  }

  /// A request for a chunk is a thousandth of its answer.
  @Test func whoAsksForChunksAndDoesNotReadThemCostsLittleMemory() async throws {
    let folder = ScratchFolder()
    let process = try await RelayProcess(folder: folder.path + "/relay")
    let mailbox = TestMailbox(seed: 12)
    let owner = try await TestClient(process.address)
    _ = try await owner.open(mailbox)
    let id = object()
    try await upload(random.bytes(65_536), id, mailbox, by: owner)
    let before = process.residentBytes
    let get = Request.objectGet(ObjectGetRequest(objectID: id, offset: 0))
    var lazy: [TestClient] = []
    for _ in 0..<10 {
      let client = try await TestClient(process.address)
      lazy.append(client)
      var frames: [UInt8] = []
      for tag in 100..<350 as Range<UInt32> { frames += ClientFrame(tag: tag, request: get).encoded() }
      try await client.connection.send(frames)
      // The relay has seen all of them when it answers this: what it reads, it reads in order.
      _ = try await owner.ask(get)
    }
    for _ in 0..<20 { _ = try await owner.ask(get) }
    let growth = process.residentBytes - before
    #expect(growth < 40 << 20, "grew by \(growth) bytes")
    withExtendedLifetime(lazy) {}
    #expect(process.end(by: SIGTERM) == 0)
  }

  @Test func filesThatNoRowNamesAreSweptAfterAStart() async throws {
    let relay = try TestRelay()
    let mailbox = TestMailbox(seed: 13)
    let client = try await TestClient(relay.server)
    _ = try await client.open(mailbox)
    let bytes = random.bytes(1_000)
    let id = object()
    try await upload(bytes, id, mailbox, by: client)
    relay.server.stop()
    let folder = relay.folder.path + "/relay/objects/" + id.description.prefix(2)
    let stray = folder + "/" + id.description.prefix(2) + String(repeating: "0", count: 62)
    let note = folder + "/README"
    for path in [stray, note] { close(open(path, O_CREAT | O_WRONLY, 0o600)) }
    let next = try TestRelay(after: relay)
    try await next.waitFor { access(stray, F_OK) != 0 }
    #expect(access(note, F_OK) == 0)
    #expect(try await download(id, by: try await TestClient(next.server)) == bytes)
    next.server.stop()
  }

  @Test func anUploadResumesAlsoAfterARestart() async throws {
    let relay = try TestRelay()
    let mailbox = TestMailbox(seed: 2)
    let client = try await TestClient(relay.server)
    _ = try await client.open(mailbox)
    let bytes = random.bytes(6 << 20)
    let id = object()
    try await upload(bytes, id, mailbox, by: client, to: 5 << 20)
    let ask = put(id, mailbox, size: bytes.count, offset: 0, [])
    #expect(try await client.ask(ask) == stored(5 << 20))
    // A chunk from elsewhere is not written.
    #expect(try await client.ask(put(id, mailbox, size: bytes.count, offset: 100, [1, 2])) == stored(5 << 20))
    let get = ObjectGetRequest(objectID: id, offset: 0)
    #expect(try await client.ask(.objectGet(get)).refusalCode == .unknownObject)
    relay.server.stop()
    let next = try TestRelay(after: relay)
    let again = try await TestClient(next.server)
    guard case .objectStored(let progress) = try await again.ask(ask) else {
      Issue.record("no progress")
      return
    }
    // What was made durable: four megabytes at least.
    #expect(progress.stored >= 4 << 20 && progress.stored <= 5 << 20)
    try await upload(bytes, id, mailbox, by: again, from: Int(progress.stored))
    #expect(try await download(id, by: again) == bytes)
    #expect(try await again.ask(ask) == stored(bytes.count))
    next.server.stop()
  }

  /// Its row says that bytes are there: without their file they are sent again, not left out.
  @Test func anObjectThatLostItsFileIsUploadedAgain() async throws {
    let relay = try TestRelay()
    let mailbox = TestMailbox(seed: 12)
    let client = try await TestClient(relay.server)
    _ = try await client.open(mailbox)
    // The first is complete, the second has 4 MiB that are durable.
    for (size, part) in [(100_000, 100_000), (5 << 20, 4 << 20)] {
      let (id, bytes) = (object(), random.bytes(size))
      try await upload(bytes, id, mailbox, by: client, to: part)
      let name = id.description
      let file = "\(relay.folder.path)/relay/objects/\(name.prefix(2))/\(name)"
      #expect(unlink(file) == 0)
      #expect(try await client.ask(put(id, mailbox, size: size, offset: 0, [])) == stored(0))
      let rest = Array(bytes[(part - 1_000)...].prefix(1_000))
      #expect(try await client.ask(put(id, mailbox, size: size, offset: part - 1_000, rest)) == stored(0))
      try await upload(bytes, id, mailbox, by: client)
      #expect(try await download(id, by: client) == bytes)
    }
    relay.server.stop()
  }

  @Test func quotaIsGivenBack() async throws {
    let relay = try TestRelay { limits in
      limits.objectSize = 1_000
      limits.objectBytesPerMailbox = 1_500
    }
    let mailbox = TestMailbox(seed: 3)
    let client = try await TestClient(relay.server)
    _ = try await client.open(mailbox)
    let first = object()
    let second = object()
    #expect(try await client.ask(put(first, mailbox, size: 1_001, offset: 0, [1])).refusalCode == .tooLarge)
    // An unfinished upload counts with all of its size.
    #expect(try await client.ask(put(first, mailbox, size: 1_000, offset: 0, [1])) == stored(1))
    #expect(try await client.ask(put(second, mailbox, size: 501, offset: 0, [1])).refusalCode == .quotaExceeded)
    let delete = ObjectDeleteRequest(objectID: first, deletionKey: deletionKey)
    #expect(try await client.ask(.objectDelete(delete)) == .objectDeleted)
    #expect(try await client.ask(put(second, mailbox, size: 501, offset: 0, [1])) == stored(1))
    // One that is given up, too.
    relay.advance(.days(8))
    #expect(try await client.ask(put(first, mailbox, size: 1_000, offset: 0, [1])) == stored(1))
    relay.server.stop()
  }

  @Test func aFullDiskEndsAnUploadAndGivesItsQuotaBack() async throws {
    let relay = try TestRelay { $0.objectBytesPerMailbox = 1_000 }
    let mailbox = TestMailbox(seed: 4)
    let client = try await TestClient(relay.server)
    _ = try await client.open(mailbox)
    let id = object()
    #expect(try await client.ask(put(id, mailbox, size: 1_000, offset: 0, [1])) == stored(1))
    relay.setFreeSpace(0)
    let next = put(id, mailbox, size: 1_000, offset: 1, [2])
    #expect(try await client.ask(next).refusalCode == .storageFull)
    relay.setFreeSpace(1 << 40)
    #expect(try await client.ask(next) == stored(0))
    #expect(try RelayStatistics(dataFolder: relay.folder.path + "/relay").objectBytes == 1_000)
    relay.server.stop()
  }

  @Test func onlyTheRightKeysPutAndDelete() async throws {
    let relay = try TestRelay()
    let mailbox = TestMailbox(seed: 5)
    let other = TestMailbox(seed: 6)
    let client = try await TestClient(relay.server)
    _ = try await client.open(mailbox)
    _ = try await client.open(other)
    let id = object()
    let unknown = put(id, TestMailbox(seed: 7), size: 2, offset: 0, [1])
    #expect(try await client.ask(unknown).refusalCode == .unknownMailbox)
    guard case .objectPut(var request) = put(id, mailbox, size: 2, offset: 0, [1]) else { return }
    request.accessKey = other.accessKey
    #expect(try await client.ask(.objectPut(request)).refusalCode == .badAccessKey)
    #expect(try await client.ask(put(id, mailbox, size: 2, offset: 0, [1])) == stored(1))
    #expect(try await client.ask(put(id, other, size: 2, offset: 1, [1])).refusalCode == .objectConflict)
    #expect(try await client.ask(put(id, mailbox, size: 3, offset: 1, [1])).refusalCode == .objectConflict)
    let wrongKey = DeletionKey(unchecked: [UInt8](repeating: 4, count: 32))
    let wrong = ObjectDeleteRequest(objectID: id, deletionKey: wrongKey)
    #expect(try await client.ask(.objectDelete(wrong)).refusalCode == .badDeletionKey)
    let right = ObjectDeleteRequest(objectID: id, deletionKey: deletionKey)
    #expect(try await client.ask(.objectDelete(right)) == .objectDeleted)
    #expect(try await client.ask(.objectDelete(right)).refusalCode == .unknownObject)
    relay.server.stop()
  }

  @Test func anObjectGoesAfterNinetyDays() async throws {
    let relay = try TestRelay()
    let mailbox = TestMailbox(seed: 8)
    let client = try await TestClient(relay.server)
    _ = try await client.open(mailbox)
    let id = object()
    try await upload([1, 2, 3], id, mailbox, by: client)
    let get = Request.objectGet(ObjectGetRequest(objectID: id, offset: 0))
    relay.advance(TimeSpan(milliseconds: TimeSpan.days(90).milliseconds - 1))
    #expect(try await client.ask(get) == .objectChunk(ObjectChunk(size: 3, chunk: [1, 2, 3])))
    relay.advance(TimeSpan(milliseconds: 1))
    #expect(try await client.ask(get).refusalCode == .unknownObject)
    relay.advance(.minutes(1))
    try await relay.waitForStatistics { $0.objects == 0 }
    relay.server.stop()
  }
}
