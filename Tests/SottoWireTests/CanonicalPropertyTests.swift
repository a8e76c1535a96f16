import SottoWire
import TestSupport
import Testing

/// `encode(decode(x)) == x` over structures made at random: what holds for every combination of fields holds for the
/// protocol's own.
@Suite struct CanonicalPropertyTests {
  @Test(arguments: [1, 2, 3, 4] as [UInt64])
  func `random structures decode to what was encoded`(_ seed: UInt64) throws {
    try forAll(seed: seed, runs: 500, generate: { Tree.random($0, depth: 4) }, shrink: \.smaller) { tree in
      let bytes = tree.encoded
      let again = try tree.reencode(bytes)
      guard again == bytes else { throw CanonicalFailure(description: "\(hex(bytes)) became \(hex(again))") }
    }
  }

  @Test(arguments: [5, 6] as [UInt64])
  func `hostile bytes are refused or canonical`(_ seed: UInt64) throws {
    try forAll(seed: seed, runs: 60, generate: { Tree.random($0, depth: 3) }, shrink: \.smaller) { tree in
      try assertCanonical(tree.encoded, seed: seed, mutations: 60, reencode: tree.reencode)
    }
  }

  @Test func `shrinking finds the smallest input`() throws {
    let failure = #expect(throws: PropertyFailure.self) {
      try forAll(seed: 1, runs: 50, generate: { $0.bytes(40) }, shrink: shrinkBytes) { bytes in
        struct HasLargeByte: Error {}
        if bytes.contains(where: { $0 > 200 }) { throw HasLargeByte() }
      }
    }
    let found = try #require(failure?.description)
    #expect(found.contains("seed 1") && found.hasSuffix("]"))
    let values = found.drop { $0 != "[" }.dropFirst().dropLast().split(separator: ",")
    #expect(values.count == 1)
  }

  @Test func `the checker sees an encoding that is not canonical`() {
    // A decoder that ignores the first byte accepts what it would encode otherwise.
    #expect(throws: CanonicalFailure.self) {
      try assertCanonical([0, 7]) { bytes in [0] + bytes.dropFirst() }
    }
  }
}

/// A value together with the shape by which it is read again.
private indirect enum Tree {
  case u8(UInt8), u16(UInt16), u32(UInt32), u64(UInt64), bool(Bool)
  case fixed([UInt8]), bytes([UInt8], max: Int), string(String), extensions(Extensions)
  case optional(Tree, isPresent: Bool)
  /// Elements of the shape of the first.
  case vector([Tree])
  case structure([Tree])

  static func random(_ random: SeededRandom, depth: Int) -> Tree {
    switch random.int(0...(depth > 0 ? 11 : 8)) {
    case 0: return .u8(UInt8(truncatingIfNeeded: random.next()))
    case 1: return .u16(UInt16(truncatingIfNeeded: random.next()))
    case 2: return .u32(UInt32(truncatingIfNeeded: random.next()))
    case 3: return .u64(random.next())
    case 4: return .bool(random.int(0...1) == 1)
    case 5: return .fixed(random.bytes(random.int(1...33)))
    case 6:
      // Around the places where a length changes its form.
      let count = random.element(of: [0, 1, 62, 63, 64, 65, 200, 300])
      return .bytes(random.bytes(count), max: random.element(of: [count, count + 1, 1 << 20]))
    case 7:
      let alphabet: [Unicode.Scalar] = ["a", "é", "\u{301}", "語", "👩", "\u{200D}", "\u{0}", "\u{202E}"]
      var text = ""
      for _ in 0..<random.int(0...20) { text.unicodeScalars.append(random.element(of: alphabet)) }
      return .string(text)
    case 8:
      var extensions = Extensions()
      for _ in 0..<random.int(0...4) { extensions[UInt16(random.int(0...100))] = random.bytes(random.int(0...5)) }
      return .extensions(extensions)
    case 9:
      return .optional(.random(random, depth: depth - 1), isPresent: random.int(0...1) == 1)
    case 10:
      let first = Tree.random(random, depth: 0)
      return .vector([Tree](repeating: first, count: random.int(1...5)))
    default:
      return .structure((0..<random.int(1...5)).map { _ in .random(random, depth: depth - 1) })
    }
  }

  var smaller: [Tree] {
    switch self {
    case .structure(let fields):
      let without = fields.indices.filter { _ in fields.count > 1 }.map { index in
        Tree.structure(Array(fields[..<index] + fields[(index + 1)...]))
      }
      let shrunk = fields.indices.flatMap { index in
        fields[index].smaller.map { field in
          Tree.structure(Array(fields[..<index] + [field] + fields[(index + 1)...]))
        }
      }
      return fields + without + shrunk
    case .vector(let elements) where elements.count > 1: return [.vector(Array(elements.dropLast()))]
    case .optional(let value, isPresent: true): return [value, .optional(value, isPresent: false)]
    case .bytes(let bytes, let max) where !bytes.isEmpty: return [.bytes(Array(bytes.dropLast()), max: max)]
    case .string(let text) where !text.isEmpty: return [.string(String(text.dropLast()))]
    default: return []
    }
  }

  var encoded: [UInt8] {
    var writer = WireWriter(capacity: 1)
    encode(to: &writer)
    return writer.finish()
  }

  func reencode(_ bytes: [UInt8]) throws(WireError) -> [UInt8] {
    try WireReader.decode(bytes) { reader throws(WireError) in try decode(from: &reader) }.encoded
  }

  private func encode(to writer: inout WireWriter) {
    switch self {
    case .u8(let value): writer.u8(value)
    case .u16(let value): writer.u16(value)
    case .u32(let value): writer.u32(value)
    case .u64(let value): writer.u64(value)
    case .bool(let value): writer.bool(value)
    case .fixed(let bytes): writer.fixed(bytes)
    case .bytes(let bytes, _): writer.bytes(bytes)
    case .string(let text): writer.string(text)
    case .extensions(let extensions): writer.value(extensions)
    case .optional(let value, let isPresent):
      writer.optional(isPresent ? value : nil) { value, writer in value.encode(to: &writer) }
    case .vector(let elements): writer.vector(elements) { element, writer in element.encode(to: &writer) }
    case .structure(let fields): for field in fields { field.encode(to: &writer) }
    }
  }

  private func decode(from reader: inout WireReader) throws(WireError) -> Tree {
    switch self {
    case .u8: return .u8(try reader.u8())
    case .u16: return .u16(try reader.u16())
    case .u32: return .u32(try reader.u32())
    case .u64: return .u64(try reader.u64())
    case .bool: return .bool(try reader.bool())
    case .fixed(let bytes): return .fixed(try reader.fixed(bytes.count))
    case .bytes(_, let max): return .bytes(try reader.bytes(max: max), max: max)
    case .string: return .string(try reader.string(max: 1 << 20))
    case .extensions: return .extensions(try reader.value())
    case .optional(let value, _):
      let read = try reader.optional { reader throws(WireError) in try value.decode(from: &reader) }
      return .optional(read ?? value, isPresent: read != nil)
    case .vector(let elements):
      let shape = elements[0]
      let read = try reader.vector(max: 64) { reader throws(WireError) in try shape.decode(from: &reader) }
      return .vector(read)
    case .structure(let fields):
      var read: [Tree] = []
      for field in fields { read.append(try field.decode(from: &reader)) }
      return .structure(read)
    }
  }
}
