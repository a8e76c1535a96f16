import SottoCore
import SottoCrypto

#if os(Linux)
  import CLinux
#endif

#if canImport(Glibc)
  import Glibc
#endif

/// A file that gets its name only when it is complete. Until then it has none, so that nothing of it is left however the
/// process ends; where the file system knows no such files, it lies there under a hidden random name, which goes when the
/// writer is released without `commit`.
final class OutputFile {
  let directory: String
  /// nil for a file without a name
  private let temporaryPath: String?
  private let descriptor: Int32
  private var isCommitted = false
  /// Where `write` goes on
  private(set) var end: UInt64
  /// Up to where the kernel was told to begin writing to the disk
  private var begun: UInt64 = 0

  /// Mode 0600. Room is left for `start` bytes, to be written at the end.
  init(in directory: String, random: any RandomSource, startingAt start: UInt64 = 0) throws(SottoError) {
    self.directory = directory
    end = start
    if let unnamed = Self.openUnnamed(in: directory) {
      temporaryPath = nil
      descriptor = unnamed
      return
    }
    let path = directory + "/.sotto-" + MessageID(unchecked: random.bytes(MessageID.size)).description
    temporaryPath = path
    descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard descriptor >= 0 else { throw .file(path: directory, OutputFolder.failure(errno)) }
  }

  /// nil where that cannot be done, or what was written could not be named later.
  private static func openUnnamed(in directory: String) -> Int32? {
    #if os(Linux)
      let descriptor = sotto_open_unnamed(directory)
      guard descriptor >= 0 else { return nil }
      if sotto_can_name_file(descriptor) != 0 { return descriptor }
      Glibc.close(descriptor)
    #endif
    return nil
  }

  /// Beside the name that it will have; throws at once where that is taken.
  convenience init(for path: String, random: any RandomSource, startingAt start: UInt64 = 0) throws(SottoError) {
    try OutputFolder.check(forFile: path)
    try self.init(in: OutputFolder.folder(of: path), random: random, startingAt: start)
  }

  deinit {
    Glibc.close(descriptor)
    if !isCommitted, let temporaryPath { unlink(temporaryPath) }
  }

  func write(_ bytes: [UInt8]) throws(SottoError) {
    try write(bytes, at: end)
    end += UInt64(bytes.count)
    beginWritingBack()
  }

  func write(_ bytes: [UInt8], at offset: UInt64) throws(SottoError) {
    var written = 0
    while written < bytes.count {
      let result = bytes.withUnsafeBytes { buffer in
        pwrite(descriptor, buffer.baseAddress! + written, buffer.count - written, off_t(clamping: offset) + written)
      }
      if result < 0, errno == EINTR { continue }
      guard result > 0 else { throw .file(path: directory, errno == ENOSPC ? .full : .unwritable) }
      written += result
    }
  }

  /// Up to `count` bytes of what was written; none at the end.
  func read(_ count: Int, at offset: UInt64) throws(SottoError) -> [UInt8] {
    guard let bytes = FileReading.read(descriptor, count, at: offset) else {
      throw .file(path: directory, .unreadable)
    }
    return bytes
  }

  /// The disk works while the next bytes are made, so that `commit` waits for the last of them only. Advice: what it
  /// says of errors, fsync says too.
  private func beginWritingBack() {
    #if os(Linux)
      let step: UInt64 = 8 << 20
      guard end >= begun + step else { return }
      sotto_begin_writing(descriptor, Int64(clamping: begun), Int64(clamping: end - begun))
      begun = end
    #endif
  }

  /// Makes the bytes durable and gives them the name `path`, which must be free and in the same folder.
  func commit(as path: String) throws(SottoError) {
    try makeDurable()
    guard give(path) else {
      throw .file(path: path, errno == EEXIST ? .exists : errno == ENOSPC ? .full : .unwritable)
    }
    finish()
  }

  /// Like `commit(as:)`, under `name`, or the first free of "name (2).ext", "name (3).ext"…
  func commit(named name: String) throws(SottoError) -> String {
    try makeDurable()
    for number in 1...9_999 {
      let path = directory + "/" + Self.numbered(name, number)
      if give(path) {
        finish()
        return path
      }
      guard errno == EEXIST else { throw .file(path: path, errno == ENOSPC ? .full : .unwritable) }
    }
    throw .file(path: directory + "/" + name, .exists)
  }

  /// "report.pdf", "report (2).pdf": the number stands before the last extension.
  static func numbered(_ name: String, _ number: Int) -> String {
    guard number > 1 else { return name }
    guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return "\(name) (\(number))" }
    return "\(name[..<dot]) (\(number))\(name[dot...])"
  }

  /// A hard link never replaces what is there, unlike a rename. False, and `errno`, where it cannot be made.
  private func give(_ path: String) -> Bool {
    if let temporaryPath { return link(temporaryPath, path) == 0 }
    #if os(Linux)
      return sotto_name_file(descriptor, path) == 0
    #else
      return false
    #endif
  }

  private func makeDurable() throws(SottoError) {
    guard fsync(descriptor) == 0 else { throw .file(path: directory, errno == ENOSPC ? .full : .unwritable) }
  }

  private func finish() {
    isCommitted = true
    if let temporaryPath { unlink(temporaryPath) }
    let folder = open(directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard folder >= 0 else { return }
    fsync(folder)
    Glibc.close(folder)
  }
}
