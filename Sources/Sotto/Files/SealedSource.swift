import SottoCore

/// Where sealed bytes are read from.
enum SealedSource: Sendable {
  case file(InputFile)
  case bytes([UInt8])

  var size: UInt64 {
    switch self {
    case .file(let file): file.size
    case .bytes(let bytes): UInt64(bytes.count)
    }
  }

  /// Up to `count` bytes; fewer only at the end.
  func read(_ count: Int, at offset: UInt64) throws(SottoError) -> [UInt8] {
    switch self {
    case .file(let file): return try file.read(count, at: offset)
    case .bytes(let bytes):
      let start = min(Int(clamping: offset), bytes.count)
      return Array(bytes[start..<min(start + count, bytes.count)])
    }
  }
}
