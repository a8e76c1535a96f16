import Foundation
import TestSupport

/// Bytes that a vector file gives in hexadecimal.
struct HexBytes: Decodable, Sendable {
  let bytes: [UInt8]

  init(from decoder: any Decoder) throws {
    bytes = hex(try decoder.singleValueContainer().decode(String.self))
  }
}

/// The public test vectors under `Tests/Vectors`.
enum VectorFile {
  static func load<Content: Decodable>(_ path: String, as type: Content.Type = Content.self) throws -> Content {
    let folder = URL(fileURLWithPath: #filePath)
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
      .appendingPathComponent("Vectors")
    return try JSONDecoder().decode(type, from: Data(contentsOf: folder.appendingPathComponent(path)))
  }
}

/// A file of the Wycheproof project, whose groups have no attributes that matter.
struct Wycheproof<Test: Decodable>: Decodable {
  struct Group: Decodable {
    let tests: [Test]
  }

  let testGroups: [Group]

  static func tests(_ name: String) throws -> [Test] {
    try VectorFile.load("wycheproof/\(name)", as: Self.self).testGroups.flatMap(\.tests)
  }
}

/// What a test must do: succeed, be refused, or either, but with no other result than the one listed.
enum Expectation: String, Decodable {
  case valid, invalid, acceptable
}
