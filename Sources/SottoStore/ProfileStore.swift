import SottoCore
import SottoCrypto
import SottoSQLite

/// A profile on disk: identity, peers, conversations and all else, sealed.
///
/// There is one writer and there are snapshot readers, on connections of their own. What `write` did is on the disk
/// when it returns. One process at a time has a profile open.
public final class ProfileStore: @unchecked Sendable {
  // `writer` is used under `writing` only, `reader` under `reading`; everything else does not change.
  private let writer: StoreSession
  private let reader: StoreSession
  private let writing = Lock()
  private let reading = Lock()
  private let folder: ProfileFolder
  /// Changed under `writing` and `reading` together; nil once closed
  private var folderLock: FolderLock?
  let keys: StoreKeys

  /// The profile's folder
  public var path: String { folder.path }

  /// The folder for sealed attachments. Its files have mode 0600 and are named by `FileName`.
  public var objects: ObjectFolder { ObjectFolder(path: folder.objects, files: folder.files) }

  /// Nothing can be written: a read-only file system, or missing permission.
  public let isReadOnly: Bool

  private init(
    folder: ProfileFolder, lock: FolderLock, writer: StoreSession, reader: StoreSession, isReadOnly: Bool
  ) {
    self.folder = folder
    folderLock = lock
    self.writer = writer
    self.reader = reader
    keys = writer.keys
    self.isReadOnly = isReadOnly
  }

  // MARK: Creating

  /// Makes a profile at `path`, which must not exist or be an empty folder, and opens it. Missing parents are made.
  ///
  /// It is built beside its place, in `path` + `.new`, and moved there when it is complete and durable; what an
  /// interrupted attempt left is cleared away by the next.
  public static func create(
    in path: String, random: any RandomSource = SystemRandom()
  ) throws(StoreError) -> ProfileStore {
    try create(in: path, random: random, faults: NoFaults())
  }

  package static func create(
    in path: String, random: any RandomSource, faults: any StoreFaults
  ) throws(StoreError) -> ProfileStore {
    let files = FileSystem(faults: faults)
    let folder = ProfileFolder(path: path, files: files)
    let lock = try ProfileBuilder(folder: folder, random: random).build()
    return try open(folder, lock: lock, random: random)
  }

  // MARK: Opening

  /// Opens the profile at `path`; throws `locked` where a PIN is asked.
  public static func open(
    _ path: String, random: any RandomSource = SystemRandom()
  ) throws(StoreError) -> ProfileStore {
    try open(path, random: random, faults: NoFaults())
  }

  package static func open(
    _ path: String, random: any RandomSource, faults: any StoreFaults
  ) throws(StoreError) -> ProfileStore {
    let folder = ProfileFolder(path: path, files: FileSystem(faults: faults))
    return try open(folder, lock: try FolderLock(path), random: random)
  }

  private static func open(
    _ folder: ProfileFolder, lock: FolderLock, random: any RandomSource
  ) throws(StoreError) -> ProfileStore {
    guard folder.files.exists(folder.database) else {
      throw folder.files.exists(folder.deviceKey) ? .missing(.database) : .notFound
    }
    let deviceKey = try DeviceKey(reading: folder.deviceKey, files: folder.files)
    let connection = try Database.open(folder.database)
    let isReadOnly = connection.isReadOnly
    let keys = try unlock(connection, deviceKey)
    let faults = folder.files.faults
    let writer = StoreSession(connection: connection, keys: keys, random: random, faults: faults)
    let reading = isReadOnly ? connection : try Database.openReader(folder.database)
    let store = ProfileStore(
      folder: folder, lock: lock, writer: writer,
      reader: StoreSession(connection: reading, keys: keys, random: random, faults: faults), isReadOnly: isReadOnly)
    if !isReadOnly { try store.removeStrayLayers() }
    return store
  }

  /// From the device key to all keys.
  private static func unlock(_ connection: Connection, _ deviceKey: DeviceKey) throws(StoreError) -> StoreKeys {
    let content = try database { () throws(SQLiteError) in
      try connection.first("SELECT content FROM gate") { $0.blob(0) }
    }
    guard let content else { throw .missing(.gate) }
    guard let row = try? GateRow(encoded: content) else { throw .damaged(.gate) }
    let gate = try Gate.open(row, with: deviceKey)
    let tokenKey = try Anchors.read(TokenKey.self, .tokenKey, connection, gate.floorKey)
    return StoreKeys(depthKeys: gate.depthKeys, floorKey: gate.floorKey, tokenKey: tokenKey.secret)
  }

  /// A lost anchor or layer file is for `examine` to tell; messages are readable without.
  private func removeStrayLayers() throws(StoreError) {
    guard let anchor = try? layerAnchor() else { return }
    try folder.removeStrayLayers(keeping: anchor.name)
  }

  /// Lets go of the profile: another process, or this one again, can open it. What is asked of this store from now on
  /// throws `closed`.
  ///
  /// The write-ahead log goes into the database before, so that its file is whole by itself; where that fails, the log
  /// stays and is as good.
  public func close() {
    writing.locked {
      if isReadOnly { return folderLock = nil }
      reading.locked {
        if folderLock != nil { try? writer.connection.checkpoint(.truncate) }
        folderLock = nil
      }
    }
  }

  private func checkOpen() throws(StoreError) {
    guard folderLock != nil else { throw .closed }
  }

  // MARK: Reading and writing

  /// Runs `body` on one snapshot of what was committed. `body` must not call `read` again.
  public func read<Result>(_ body: (StoreReader) throws -> Result) throws -> Result {
    try (isReadOnly ? writing : reading).locked {
      try checkOpen()
      let connection = reader.connection
      try database { () throws(SQLiteError) in try connection.begin(.deferred) }
      defer { connection.rollback() }
      return try body(StoreReader(session: reader))
    }
  }

  /// Runs `body` as one transaction, durable on return. What it throws undoes all of it.
  ///
  /// `body` must not call `write` again: there is one writer.
  @discardableResult
  public func write<Result>(_ body: (StoreTransaction) throws -> Result) throws -> Result {
    guard !isReadOnly else { throw StoreError.readOnly }
    return try writing.locked { try commit(body) }
  }

  private func commit<Result>(_ body: (StoreTransaction) throws -> Result) throws -> Result {
    try checkOpen()
    let connection = writer.connection
    try database { () throws(SQLiteError) in try connection.begin(.immediate) }
    writer.spoolRows = 0
    do {
      let result = try body(StoreTransaction(session: writer))
      try Spool.refresh(max(writer.spoolRows, 1), writer)
      try writer.faults.check(.commit)
      try database { () throws(SQLiteError) in try connection.commit() }
      try writer.faults.check(.committed)
      return result
    } catch {
      connection.rollback()
      throw error
    }
  }

  // MARK: Layers

  private func layerAnchor() throws(StoreError) -> LayerFile.Anchor {
    try Anchors.read(LayerFile.Anchor.self, .layerFile, writer.connection, keys.floorKey)
  }

  /// Puts a new layer file with fresh outsides in the place of the old one. The commit of its name decides which of
  /// the two is read; a crash leaves the other as a stray file, which the next opening removes.
  package func replaceLayerFile() throws(StoreError) {
    guard !isReadOnly else { throw .readOnly }
    try writing.locked { () throws(StoreError) in
      let old = try layerAnchor()
      let new = LayerFile.Anchor(name: .random(writer.random), sequence: old.sequence + 1)
      let path = folder.layers(new.name)
      try LayerFile.reseal(
        folder.layers(old.name), to: path, files: folder.files, keys: keys, random: writer.random)
      do throws(StoreError) {
        try folder.files.syncFolder(folder.path)
        try commitAnchor(new)
      } catch {
        try? folder.files.remove(path)
        throw error
      }
      try folder.files.remove(folder.layers(old.name))
    }
  }

  private func commitAnchor(_ anchor: LayerFile.Anchor) throws(StoreError) {
    try writer.connection.transaction { () throws(StoreError) in
      try Anchors.write(anchor, .layerFile, writer)
      try writer.faults.check(.commit)
    }
  }

  // MARK: Damage

  /// Everything that is not as it was written; empty where all is well. Reads the whole profile.
  public func examine() -> Set<StorePart> {
    writing.locked { ProfileExamination(folder: folder, session: writer).run() }
  }
}
