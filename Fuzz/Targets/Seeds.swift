import Foundation

/// Honest inputs for the targets, from the committed vectors.
public enum Seeds {
  public struct Seed: Sendable {
    /// Index in `Decoder.all`
    public let target: Int
    public let bytes: [UInt8]
  }

  private struct Vector: Decodable {
    let structure: String
    let hex: String
    let fields: [String: String]
  }

  /// Targets whose seeds have another name in the vectors: the structure, and its field where it is text.
  private static let others: [(target: String, structure: String, field: String?)] = [
    ("invitation as text", "Invitation", "text"), ("relay address as text", "RelayAddress", "text"),
    ("armour", "armoured BundleFile", nil), ("file name in a profile", "FileName", "name"), ("gate", "GateRow", nil),
    ("display text", "MessageBody", "text"), ("safe file name", "Attachment", "name"),
    ("padded record", "padded content", nil),
  ]

  /// Of each vector that a target is for, and the frames of `relay.json`, one by one and as a whole connection.
  public static func read(from folder: URL) throws -> [Seed] {
    let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
    return try files.filter { $0.pathExtension == "json" }.sorted { $0.path < $1.path }.flatMap { file in
      let vectors = try JSONDecoder().decode([Vector].self, from: Data(contentsOf: file))
      let isConnection = file.lastPathComponent == "relay.json"
      return vectors.flatMap(seeds) + (isConnection ? connections(vectors.map { bytes(ofHex: $0.hex) }) : [])
    }
  }

  private static func seeds(of vector: Vector) -> [Seed] {
    Decoder.all.enumerated().compactMap { index, decoder in
      // "Bundle of a group" is a Bundle.
      if "\(vector.structure) ".hasPrefix("\(decoder.name) ") {
        return Seed(target: index, bytes: bytes(ofHex: vector.hex))
      }
      let other = others.first { $0.target == decoder.name && $0.structure == vector.structure }
      guard let other else { return nil }
      let text = other.field.flatMap { vector.fields[$0] }
      return Seed(target: index, bytes: text.map { Array($0.utf8) } ?? bytes(ofHex: vector.hex))
    }
  }

  /// Whole frames: pieces of 256 bytes.
  private static func connections(_ frames: [[UInt8]]) -> [Seed] {
    let inputs = frames + [frames.flatMap { $0 }, frames.filter { $0[0] >= 0x40 }.flatMap { $0 }]
    return Decoder.all.enumerated().filter { $1.name == "frames" || $1.name.hasSuffix(" session") }
      .flatMap { index, _ in inputs.map { Seed(target: index, bytes: [0xFF] + $0) } }
  }

  private static func bytes(ofHex text: String) -> [UInt8] {
    let digits = text.utf8.compactMap { Character(UnicodeScalar($0)).hexDigitValue }
    return stride(from: 0, to: digits.count - 1, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) }
  }
}
