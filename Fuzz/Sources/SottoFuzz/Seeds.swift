import Foundation
import FuzzTargets

enum Seeds {
  private struct Vector: Decodable {
    let structure: String
    let hex: String
  }

  /// One file for each vector whose structure has a decoder, an empty input for each decoder, and the frames of
  /// `relay.json`, one by one and as a whole connection.
  static func write(to folder: URL, from vectors: URL) throws -> Int {
    var inputs = Decoder.all.indices.map { [UInt8($0)] }
    let files = try FileManager.default.contentsOfDirectory(at: vectors, includingPropertiesForKeys: nil)
    for file in files.sorted(by: { $0.path < $1.path }) where file.pathExtension == "json" {
      let vectors = try JSONDecoder().decode([Vector].self, from: Data(contentsOf: file))
      if file.lastPathComponent == "relay.json" { inputs += connections(vectors.map { bytes(ofHex: $0.hex) }) }
      for vector in vectors {
        // "Bundle of a group" is a Bundle.
        for (index, decoder) in Decoder.all.enumerated() where "\(vector.structure) ".hasPrefix("\(decoder.name) ") {
          inputs.append([UInt8(index)] + bytes(ofHex: vector.hex))
        }
      }
    }
    for (number, input) in inputs.enumerated() {
      try Data(input).write(to: folder.appendingPathComponent("seed-\(number)"))
    }
    return inputs.count
  }

  /// Whole frames: pieces of 256 bytes.
  private static func connections(_ frames: [[UInt8]]) -> [[UInt8]] {
    let inputs = frames + [frames.flatMap { $0 }, frames.filter { $0[0] >= 0x40 }.flatMap { $0 }]
    return Decoder.all.enumerated().filter { $1.name == "frames" || $1.name.hasSuffix(" session") }
      .flatMap { index, _ in inputs.map { [UInt8(index), 0xFF] + $0 } }
  }

  private static func bytes(ofHex text: String) -> [UInt8] {
    let digits = text.utf8.compactMap { Character(UnicodeScalar($0)).hexDigitValue }
    return stride(from: 0, to: digits.count - 1, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) }
  }
}
