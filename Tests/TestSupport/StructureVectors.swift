import Foundation
import SottoWire

/// One encoded structure of the protocol, as committed under `Tests/Vectors/sotto`.
public struct StructureVector {
  let structure: String
  let bytes: [UInt8]
  /// What is in it, for the reader of the file, in the order of the encoding.
  let fields: [(name: String, value: String)]
  private let origin: Origin

  private enum Origin {
    /// Decodes and encodes again.
    case decoder(([UInt8]) throws -> [UInt8])
    /// A key, a hash or a seal: nothing decodes it, but there is another way to it.
    case computation(() throws -> [UInt8])
  }

  public init<Value: WireCodable>(
    _ structure: String, _ value: Value, _ fields: KeyValuePairs<String, any CustomStringConvertible>
  ) {
    self.init(structure, bytes: value.encoded(), fields) { try Value(encoded: $0).encoded() }
  }

  /// For bytes that are not the plain encoding of one value. `reencode` decodes and encodes again.
  public init(
    _ structure: String, bytes: [UInt8], _ fields: KeyValuePairs<String, any CustomStringConvertible>,
    reencode: @escaping ([UInt8]) throws -> [UInt8]
  ) {
    self.init(structure, bytes, fields, .decoder(reencode))
  }

  /// For bytes that no decoder reads: `again` comes to them another way.
  public init(
    _ structure: String, bytes: [UInt8], _ fields: KeyValuePairs<String, any CustomStringConvertible>,
    again: @escaping () throws -> [UInt8]
  ) {
    self.init(structure, bytes, fields, .computation(again))
  }

  private init(
    _ structure: String, _ bytes: [UInt8], _ fields: KeyValuePairs<String, any CustomStringConvertible>,
    _ origin: Origin
  ) {
    self.structure = structure
    self.bytes = bytes
    self.fields = fields.map { ($0.key, $0.value.description) }
    self.origin = origin
  }

  /// That it decodes to itself and that its decoder stands hostile input made from it.
  fileprivate func check() throws {
    switch origin {
    case .decoder(let reencode):
      do {
        try assertCanonical(bytes, mutations: 200, reencode: reencode)
      } catch {
        throw VectorFailure(description: "\(structure): \(error)")
      }
    case .computation(let again):
      guard try again() == bytes else {
        throw VectorFailure(description: "\(structure) is not what the other way to it gives")
      }
    }
  }

  fileprivate var json: String {
    let members = fields.map { "\(quoted($0.name)): \(quoted($0.value))" }.joined(separator: ", ")
    return """
        {
          "structure": \(quoted(structure)),
          "hex": \(quoted(hex(bytes))),
          "fields": {\(members)}
        }
      """
  }
}

public struct VectorFailure: Error, CustomStringConvertible {
  public let description: String

  public init(description: String) {
    self.description = description
  }
}

/// Checks that `Tests/Vectors/sotto/AREA.json` holds exactly these structures, that each decodes and encodes to the
/// same bytes, and that its decoder stands hostile input made from it. With SOTTO_WRITE_VECTORS in the environment it writes
/// the file first: that is a change of the protocol.
public func checkVectors(_ area: String, _ vectors: [StructureVector]) throws {
  let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("Vectors/sotto")
  let file = folder.appendingPathComponent("\(area).json")
  if ProcessInfo.processInfo.environment["SOTTO_WRITE_VECTORS"] != nil {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let text = "[\n" + vectors.map(\.json).joined(separator: ",\n") + "\n]\n"
    try Data(text.utf8).write(to: file)
  }
  struct Committed: Decodable {
    let structure: String
    let hex: String
    let fields: [String: String]
  }
  let committed = try JSONDecoder().decode([Committed].self, from: Data(contentsOf: file))
  guard committed.count == vectors.count else {
    throw VectorFailure(description: "\(file.path) has \(committed.count) structures, the code \(vectors.count)")
  }
  for (committed, vector) in zip(committed, vectors) {
    guard committed.structure == vector.structure, committed.hex == hex(vector.bytes) else {
      throw VectorFailure(
        description: "\(vector.structure) encodes as \(hex(vector.bytes)), committed as \(committed.hex)")
    }
    guard committed.fields == Dictionary(vector.fields.map { ($0.name, $0.value) }, uniquingKeysWith: { $1 }) else {
      throw VectorFailure(description: "the fields of \(vector.structure) differ from those committed")
    }
    try vector.check()
  }
}

/// The lines of a file beside the chapters of the protocol.
public func documentedLines(_ name: String) throws -> [String] {
  let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()
  let data = try Data(contentsOf: root.appendingPathComponent("docs/protocol/\(name)"))
  return String(decoding: data, as: UTF8.self).split(separator: "\n").map(String.init)
}

private func quoted(_ text: String) -> String {
  var result = "\""
  for scalar in text.unicodeScalars {
    switch scalar {
    case "\"", "\\": result += "\\\(scalar)"
    case _ where scalar.value < 0x20 || scalar.value > 0x7E:
      for unit in String(scalar).utf16 { result += "\\u" + hex([UInt8(unit >> 8), UInt8(unit & 0xFF)]) }
    default: result.unicodeScalars.append(scalar)
    }
  }
  return result + "\""
}
