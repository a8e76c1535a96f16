import SottoCore
import SottoRelayProtocol
import SottoSQLite

/// Takes in, gives out and deletes objects. One thread owns it.
final class ObjectKeeper {
  private struct Object {
    var mailbox: [UInt8]
    var deletionHash: [UInt8]
    var size: UInt64
    var stored: UInt64
    var expiresAt: Timestamp

    var isComplete: Bool { stored == size }
  }

  private let database: Connection
  /// For access keys.
  private let mailboxes: Connection
  private let files: ObjectFiles
  private let limits: RelayServerLimits
  private let freeSpace: () -> UInt64
  /// Bytes of uploads that are written, but not all of them for certain on disk.
  private var progress: [ObjectID: UInt64] = [:]
  /// First bytes of ids whose files were not looked at yet; nil before the first sweep.
  private var unexamined: ArraySlice<UInt8>?
  private static let rememberedUploads = 10_000
  /// An upload is made durable after so many bytes; a crash takes back no more.
  private static let durableStep: UInt64 = 4 * 1024 * 1024

  init(
    _ database: Connection, mailboxes: Connection, files: ObjectFiles, limits: RelayServerLimits,
    freeSpace: @escaping () -> UInt64
  ) {
    self.database = database
    self.mailboxes = mailboxes
    self.files = files
    self.limits = limits
    self.freeSpace = freeSpace
  }

  func perform(_ work: StoreWork, at now: Timestamp) -> Answer {
    do {
      switch work.request {
      case .objectPut(let body): return .objectStored(ObjectProgress(stored: try put(body, at: now)))
      case .objectGet(let body): return .objectChunk(try get(body, count: work.chunkLength, at: now))
      case .objectDelete(let body):
        try delete(body, at: now)
        return .objectDeleted
      default: return .refused(Refusal(.badFrame), to: work.request.type)
      }
    } catch let refusal as Refusal {
      return .refused(refusal, to: work.request.type)
    } catch let error as SQLiteError {
      let code: RefusalCode = error == .full ? .storageFull : .busy
      return .refused(Refusal(code, retryAfterMilliseconds: 60_000), to: work.request.type)
    } catch {
      return .refused(Refusal(.busy), to: work.request.type)
    }
  }

  /// Moves the write-ahead log into the database file.
  func close() {
    try? database.checkpoint(.truncate)
  }

  // MARK: Putting

  /// The bytes stored so far.
  private func put(_ put: ObjectPutRequest, at now: Timestamp) throws -> UInt64 {
    try checkAccess(put.mailbox, put.accessKey, at: now)
    var object = try find(put.objectID, at: now) ?? create(put, at: now)
    guard object.mailbox == put.mailbox.bytes, object.size == put.size,
      object.deletionHash == put.deletionKeyHash.bytes
    else { throw Refusal(.objectConflict) }
    if files.size(of: put.objectID) < object.stored { try beginAnew(put.objectID, &object) }
    let stored = progress[put.objectID] ?? object.stored
    guard !object.isComplete, put.offset == stored, !put.chunk.isEmpty else { return stored }
    return try append(put, to: object, at: stored, now: now)
  }

  /// The file has less than its row says, as after a removal that a full disk stopped half-way. What would be written
  /// behind it would stand behind a hole.
  private func beginAnew(_ id: ObjectID, _ object: inout Object) throws(SQLiteError) {
    progress[id] = nil
    object.stored = 0
    try database.run("UPDATE objects SET stored = 0 WHERE id = ?", .blob(id.bytes))
  }

  private func append(
    _ put: ObjectPutRequest, to object: Object, at stored: UInt64, now: Timestamp
  ) throws -> UInt64 {
    let end = stored + UInt64(put.chunk.count)
    let isComplete = end == object.size
    let isDurable = isComplete || end - object.stored >= Self.durableStep
    let hasSpace = freeSpace() > limits.reservedSpace
    guard hasSpace, files.write(put.chunk, to: put.objectID, at: stored, synchronised: isDurable) else {
      // Its quota is free again; a later attempt starts from nothing.
      try remove(put.objectID)
      throw Refusal(.storageFull, retryAfterMilliseconds: 60_000)
    }
    guard isDurable else {
      if progress.count >= Self.rememberedUploads { progress = [:] }
      progress[put.objectID] = end
      return end
    }
    let lifetime = isComplete ? limits.objectLifetime : limits.uploadLifetime
    try database.run(
      "UPDATE objects SET stored = ?, expires_at = ? WHERE id = ?",
      .integer(Int64(clamping: end)), .time(now.adding(lifetime)), .blob(put.objectID.bytes))
    progress[put.objectID] = nil
    return end
  }

  private func create(_ put: ObjectPutRequest, at now: Timestamp) throws -> Object {
    let used = try database.first(
      "SELECT coalesce(sum(size), 0) FROM objects WHERE mailbox = ? AND expires_at > ?",
      .blob(put.mailbox.bytes), .time(now)
    ) { UInt64(clamping: $0.integer(0)) }
    let (total, overflow) = (used ?? 0).addingReportingOverflow(put.size)
    guard !overflow, total <= limits.objectBytesPerMailbox else {
      throw Refusal(.quotaExceeded, retryAfterMilliseconds: 3_600_000)
    }
    let (needed, isTooMuch) = put.size.addingReportingOverflow(limits.reservedSpace)
    guard !isTooMuch, freeSpace() >= needed else { throw Refusal(.storageFull, retryAfterMilliseconds: 60_000) }
    // One that has run out but was not swept yet.
    try remove(put.objectID)
    let object = Object(
      mailbox: put.mailbox.bytes, deletionHash: put.deletionKeyHash.bytes, size: put.size, stored: 0,
      expiresAt: now.adding(limits.uploadLifetime))
    try database.run(
      "INSERT INTO objects (id, mailbox, deletion_hash, size, stored, expires_at) VALUES (?, ?, ?, ?, 0, ?)",
      .blob(put.objectID.bytes), .blob(object.mailbox), .blob(object.deletionHash),
      .integer(Int64(clamping: object.size)), .time(object.expiresAt))
    return object
  }

  private func checkAccess(_ mailbox: MailboxKey, _ key: AccessKey, at now: Timestamp) throws {
    let row = try mailboxes.first(
      "SELECT access_hash, previous_hash, previous_until, expires_at FROM mailboxes WHERE key = ?",
      .blob(mailbox.bytes)
    ) { row in
      (
        hash: row.blob(0), previous: row.blob(1), until: row.time(2),
        isOver: !row.isNull(3) && row.time(3) <= now
      )
    }
    guard let row, !row.isOver else { throw Refusal(.unknownMailbox) }
    let hash = AccessKeyHash(of: key).bytes
    guard hash == row.hash || (hash == row.previous && now < row.until) else { throw Refusal(.badAccessKey) }
  }

  // MARK: Getting and deleting

  private func get(_ get: ObjectGetRequest, count: Int, at now: Timestamp) throws -> ObjectChunk {
    guard let object = try find(get.objectID, at: now), object.isComplete else { throw Refusal(.unknownObject) }
    guard get.offset < object.size else { return ObjectChunk(size: object.size, chunk: []) }
    let count = Int(min(UInt64(clamping: count), object.size - get.offset))
    guard let chunk = files.read(get.objectID, at: get.offset, count: count) else { throw Refusal(.unknownObject) }
    return ObjectChunk(size: object.size, chunk: chunk)
  }

  private func delete(_ delete: ObjectDeleteRequest, at now: Timestamp) throws {
    guard let object = try find(delete.objectID, at: now) else { throw Refusal(.unknownObject) }
    guard object.deletionHash == DeletionKeyHash(of: delete.deletionKey).bytes else {
      throw Refusal(.badDeletionKey)
    }
    try remove(delete.objectID)
  }

  /// The row is gone for certain; a file that comes back after a loss of power goes at the next start.
  private func remove(_ id: ObjectID) throws(SQLiteError) {
    progress[id] = nil
    files.delete(id)
    try database.run("DELETE FROM objects WHERE id = ?", .blob(id.bytes))
  }

  private func find(_ id: ObjectID, at now: Timestamp) throws(SQLiteError) -> Object? {
    let object = try database.first(
      "SELECT mailbox, deletion_hash, size, stored, expires_at FROM objects WHERE id = ?", .blob(id.bytes)
    ) { row in
      Object(
        mailbox: row.blob(0), deletionHash: row.blob(1), size: UInt64(clamping: row.integer(2)),
        stored: UInt64(clamping: row.integer(3)), expiresAt: row.time(4))
    }
    return object.flatMap { $0.expiresAt > now ? $0 : nil }
  }

  // MARK: Sweeping

  private static let sweepCount = 100

  /// Removes what has run out and, once after the start, files that no row names. True where there may be more.
  func sweep(at now: Timestamp) -> Bool {
    let ids = try? database.query(
      "SELECT id FROM objects WHERE expires_at <= ? LIMIT ?", .time(now), .integer(Self.sweepCount)
    ) { ObjectID(unchecked: $0.blob(0)) }
    for id in ids ?? [] {
      guard (try? remove(id)) != nil else { return false }
    }
    let isMore = sweepStrays()
    return ids?.count == Self.sweepCount || isMore
  }

  /// One folder at a time. True where there are more.
  private func sweepStrays() -> Bool {
    var folders = unexamined ?? files.firstBytes()[...]
    defer { unexamined = folders }
    guard let first = folders.popFirst() else { return false }
    let end = first == .max ? [UInt8](repeating: .max, count: ObjectID.size + 1) : [first + 1]
    let ids = try? database.query(
      "SELECT id FROM objects WHERE id >= ? AND id < ?", .blob([first]), .blob(end)
    ) { ObjectID(unchecked: $0.blob(0)) }
    // What cannot be read is no reason to delete anything.
    if let ids { files.deleteStrays(beginningWith: first, keeping: ids) }
    return !folders.isEmpty
  }
}
