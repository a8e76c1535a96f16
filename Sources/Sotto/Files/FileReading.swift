#if canImport(Glibc)
  import Glibc
#endif

enum FileReading {
  /// Up to `count` bytes from `offset`, fewer only at the end of the file; nil where it cannot be read.
  static func read(_ descriptor: Int32, _ count: Int, at offset: UInt64) -> [UInt8]? {
    var failed = false
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
      guard let base = buffer.baseAddress else { return }
      while initialized < count {
        let result = pread(descriptor, base + initialized, count - initialized, off_t(clamping: offset) + initialized)
        if result < 0, errno == EINTR { continue }
        guard result >= 0 else {
          failed = true
          return
        }
        guard result > 0 else { return }
        initialized += result
      }
    }
    return failed ? nil : bytes
  }
}
