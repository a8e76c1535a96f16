import SottoCore
import SottoCrypto
import SottoSQLite

/// Makes a profile beside its place and moves it there.
struct ProfileBuilder {
  let folder: ProfileFolder
  let random: any RandomSource

  /// The lock stays with the folder when it is moved.
  func build() throws(StoreError) -> FolderLock {
    let files = folder.files
    if files.exists(folder.path) {
      // Also where it cannot be listed, because it is a file.
      guard (try? files.names(in: folder.path))?.isEmpty == true else { throw .alreadyExists }
    }
    let building = ProfileFolder(path: folder.path + ".new", files: files)
    let lock = try makeFolder(building)
    try fill(building)
    try files.syncFolder(building.path)
    try files.rename(building.path, to: folder.path)
    if let parent = FileSystem.parent(of: folder.path) { try files.syncFolder(parent) }
    return lock
  }

  private func makeFolder(_ building: ProfileFolder) throws(StoreError) -> FolderLock {
    if building.files.exists(building.path) {
      // Another process may be at it.
      let lock = try FolderLock(building.path)
      try withExtendedLifetime(lock) { () throws(StoreError) in try building.removeUnfinished() }
    }
    try building.files.makeFolder(building.path)
    FileAttributes.excludeFromBackup(building.path)
    return try FolderLock(building.path)
  }

  private func fill(_ building: ProfileFolder) throws(StoreError) {
    let deviceKey = try DeviceKey(writing: building.deviceKey, files: building.files, random: random)
    let keys = StoreKeys(
      depthKeys: DepthKeys(SymmetricKey.random(random), at: .real), floorKey: .random(random),
      tokenKey: random.secret(32))
    let layers = LayerFile.Anchor(name: .random(random), sequence: 0)
    try building.files.makeFolder(building.objects)
    try LayerFile.create(building.layers(layers.name), files: building.files, keys: keys, random: random)
    try building.files.create(building.database)
    try fillDatabase(building, deviceKey, keys, layers)
  }

  private func fillDatabase(
    _ building: ProfileFolder, _ deviceKey: DeviceKey, _ keys: StoreKeys, _ layers: LayerFile.Anchor
  ) throws(StoreError) {
    let connection = try Database.create(building.database)
    let session = StoreSession(connection: connection, keys: keys, random: random, faults: building.files.faults)
    try connection.transaction { () throws(StoreError) in
      try database { () throws(SQLiteError) in try connection.applyMigrations(Schema.migrations) }
      let gate = try gateRow(deviceKey, keys)
      _ = try session.write("INSERT INTO gate (id, content) VALUES (1, ?)", [.blob(gate.encoded())])
      try Anchors.write(TokenKey(secret: keys.tokenKey), .tokenKey, session)
      try Anchors.write(layers, .layerFile, session)
      try Spool.fill(session)
      try GroupFiller.add(session)
      try VaultFiller.add(session)
      try session.faults.check(.commit)
    }
    try database { () throws(SQLiteError) in try connection.checkpoint(.truncate) }
  }

  private func gateRow(_ deviceKey: DeviceKey, _ keys: StoreKeys) throws(StoreError) -> GateRow {
    do throws(CryptoError) {
      return try Gate.make(
        deviceKey: deviceKey, keys: Gate.Keys(depthKeys: keys.depthKeys, floorKey: keys.floorKey), random: random)
    } catch {
      throw .damaged(.gate)
    }
  }
}
