#if canImport(Glibc)
  import Glibc
#endif

/// Reads a layer file slot by slot; it has to have its exact size.
final class LayerFileReader {
  private let descriptor: Int32

  init(_ path: String) throws(StoreError) {
    descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
    guard descriptor >= 0 else {
      throw errno == ENOENT ? .missing(.layerFile) : StoreError(systemError: errno)
    }
    var status = stat()
    guard fstat(descriptor, &status) == 0, Int(status.st_size) == LayerFile.size else {
      throw .damaged(.layerFile)
    }
  }

  deinit {
    if descriptor >= 0 { close(descriptor) }
  }

  /// The box of a slot
  func slot(_ index: Int) throws(StoreError) -> [UInt8] {
    var box = [UInt8](repeating: 0, count: LayerFile.slotSize)
    let offset = index * LayerFile.slotSize
    let result = box.withUnsafeMutableBytes { buffer in
      Result { () throws(StoreError) in
        var filled = 0
        while filled < buffer.count {
          let count = pread(descriptor, buffer.baseAddress! + filled, buffer.count - filled, offset + filled)
          if count < 0 && errno == EINTR { continue }
          guard count > 0 else { throw count == 0 ? .damaged(.layerFile) : StoreError(systemError: errno) }
          filled += count
        }
      }
    }
    try result.get()
    return box
  }
}
