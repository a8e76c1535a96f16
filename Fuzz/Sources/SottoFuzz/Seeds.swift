import Foundation

enum Seeds {
  private struct Vector: Decodable {
    let structure: String
    let hex: String
  }

  /// One file for each vector whose structure has a decoder, and an empty input for each decoder.
  static func write(to folder: URL, from vectors: URL) throws -> Int {
    var inputs = Decoder.all.indices.map { [UInt8($0)] }
    let files = try FileManager.default.contentsOfDirectory(at: vectors, includingPropertiesForKeys: nil)
    for file in files.sorted(by: { $0.path < $1.path }) where file.pathExtension == "json" {
      for vector in try JSONDecoder().decode([Vector].self, from: Data(contentsOf: file)) {
        // "Bundle of a group" is a Bundle.
        let index = Decoder.all.firstIndex { "\(vector.structure) ".hasPrefix("\($0.name) ") }
        guard let index else { continue }
        inputs.append([UInt8(index)] + bytes(ofHex: vector.hex))
      }
    }
    for (number, input) in inputs.enumerated() {
      try Data(input).write(to: folder.appendingPathComponent("seed-\(number)"))
    }
    return inputs.count
  }

  private static func bytes(ofHex text: String) -> [UInt8] {
    let digits = text.utf8.compactMap { Character(UnicodeScalar($0)).hexDigitValue }
    return stride(from: 0, to: digits.count - 1, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) }
  }
}
