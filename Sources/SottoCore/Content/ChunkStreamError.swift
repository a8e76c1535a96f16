/// Why a chunk stream cannot be made or is refused. Chunks count from 0.
public enum ChunkStreamError: Error, Equatable, Sendable {
  /// Above 1 TiB, or a chunk that a stream of this size does not have.
  case outOfRange
  /// The file has another length than the stream was begun with.
  case fileChanged
  /// The cipher itself failed; nothing about the file.
  case sealingFailed
  /// The stream ends before its last chunk does.
  case truncated
  /// Bytes follow the last chunk.
  case extended
  /// Altered, out of its place, or sealed under another key.
  case authenticationFailure(chunk: UInt64)
  /// What fills the file up to its padded size is not zero.
  case paddingNotZero(chunk: UInt64)
  /// The chunks are authentic, but the file is not the one that the message names.
  case hashMismatch
}
