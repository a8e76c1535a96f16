import SottoCore
import SottoCrypto

/// Takes the streams of a sealed file and, at the end, the header before them; then the file gets its name, or the text
/// is made.
final class SealSink {
  private enum Target {
    case file(OutputFile, path: String)
    case text([UInt8])
  }

  private let headerSize: Int
  private let random: any RandomSource
  private var target: Target

  /// `headerSize` is the size that the header is expected to have.
  init(_ output: SealOutput, headerSize: Int, random: any RandomSource) throws(SottoError) {
    self.headerSize = headerSize
    self.random = random
    switch output {
    case .file(let path):
      target = .file(try OutputFile(for: path, random: random, startingAt: UInt64(headerSize)), path: path)
    case .armoured:
      target = .text([])
    }
  }

  func write(_ bytes: [UInt8]) throws(SottoError) {
    switch target {
    case .file(let file, _): try file.write(bytes)
    case .text(let before):
      target = .text([])
      target = .text(before + bytes)
    }
  }

  func finish(header: [UInt8]) throws(SottoError) -> (path: String?, armoured: String?) {
    switch target {
    case .file(let file, let path):
      try complete(file, header, for: path).commit(as: path)
      return (path, nil)
    case .text(let streams):
      do throws(Armour.Failure) {
        return (nil, try Armour.encode(header + streams))
      } catch {
        throw .tooLarge(limit: UInt64(Limits.armour))
      }
    }
  }

  /// The header has another size where a recipient's prekeys came or went while the streams were written. Those do not
  /// depend on it and are copied behind it.
  private func complete(_ file: OutputFile, _ header: [UInt8], for path: String) throws(SottoError) -> OutputFile {
    guard header.count != headerSize else {
      try file.write(header, at: 0)
      return file
    }
    let other = try OutputFile(for: path, random: random)
    try other.write(header)
    var offset = UInt64(headerSize)
    while offset < file.end {
      let bytes = try file.read(Limits.chunk, at: offset)
      guard !bytes.isEmpty else { throw .file(path: path, .changed) }
      try other.write(bytes)
      offset += UInt64(bytes.count)
    }
    return other
  }
}
