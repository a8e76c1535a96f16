/// The names in a profile's folder. None of them says what is in use.
struct ProfileFolder: Sendable {
  let path: String
  let files: FileSystem

  init(path: String, files: FileSystem) {
    self.path = FileSystem.withoutSlashes(path)
    self.files = files
  }

  var deviceKey: String { "\(path)/device.key" }
  var database: String { "\(path)/store.db" }
  /// Sealed attachment chunks under random names
  var objects: String { "\(path)/objects" }

  private static let layerSuffix = ".bak"
  private static let ownNames = [
    "device.key", "objects", "store.db", "store.db-wal", "store.db-shm", "store.db-journal",
  ]

  /// nil for a file that is not called as a layer file is
  private static func layerName(of file: String) -> FileName? {
    file.hasSuffix(layerSuffix) ? FileName(text: String(file.dropLast(layerSuffix.count))) : nil
  }

  func layers(_ name: FileName) -> String { "\(path)/\(name)\(Self.layerSuffix)" }

  /// Removes layer files that no commit names: what a crash left of one that was about to come, or to go.
  func removeStrayLayers(keeping name: FileName) throws(StoreError) {
    for file in try files.names(in: path) {
      guard let found = Self.layerName(of: file), found != name else { continue }
      try files.remove("\(path)/\(file)")
    }
  }

  /// Removes what an interrupted creation left at `path`; anything it cannot have made stays, and is `alreadyExists`.
  func removeUnfinished() throws(StoreError) {
    guard files.exists(path) else { return }
    for file in try files.names(in: path) {
      guard Self.ownNames.contains(file) || Self.layerName(of: file) != nil else { throw .alreadyExists }
      try files.remove("\(path)/\(file)")
    }
    try files.remove(path)
  }
}
