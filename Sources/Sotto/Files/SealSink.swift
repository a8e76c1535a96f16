import SottoCore
import SottoCrypto

/// Takes the bytes of a sealed file and gives them their name, or their text, at the end.
final class SealSink {
  private enum Target {
    case file(OutputFile, path: String)
    case text([UInt8])
  }

  private var target: Target

  init(_ output: SealOutput, random: any RandomSource) throws(SottoError) {
    switch output {
    case .file(let path):
      target = .file(try OutputFile(for: path, random: random), path: path)
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

  func finish() throws(SottoError) -> (path: String?, armoured: String?) {
    switch target {
    case .file(let file, let path):
      try file.commit(as: path)
      return (path, nil)
    case .text(let bytes):
      do throws(Armour.Failure) {
        return (nil, try Armour.encode(bytes))
      } catch {
        throw .tooLarge(limit: UInt64(Limits.armour))
      }
    }
  }
}
