/// The names in a profile's folder. None of them says what is in use.
struct ProfileFolder: Sendable {
  let path: String
  let files: FileSystem

  var deviceKey: String { "\(path)/device.key" }
  var database: String { "\(path)/store.db" }
  /// Sealed attachment chunks under random names
  var objects: String { "\(path)/objects" }

  static let layerSuffix = ".bak"

  func layers(_ name: FileName) -> String { "\(path)/\(name)\(Self.layerSuffix)" }

  /// Removes layer files that no commit names: what a crash left of one that was about to come, or to go.
  func removeStrayLayers(keeping name: FileName) throws(StoreError) {
    for file in try files.names(in: path)
    where file.hasSuffix(Self.layerSuffix) && file != name.description + Self.layerSuffix {
      try files.remove("\(path)/\(file)")
    }
  }

  /// Removes what an interrupted creation left at `path`; anything it cannot have made stays, and is `alreadyExists`.
  func removeUnfinished() throws(StoreError) {
    guard files.exists(path) else { return }
    for file in try files.names(in: path) {
      let ours = file.hasSuffix(Self.layerSuffix) || ["device.key", "objects"].contains(file)
      guard ours || file.hasPrefix("store.db") else { throw .alreadyExists }
      try files.remove("\(path)/\(file)")
    }
    try files.remove(path)
  }
}
