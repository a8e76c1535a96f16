import SottoWire

/// How a decoder broke the rule of the canonical encoding.
public struct CanonicalFailure: Error, CustomStringConvertible {
  public let description: String

  public init(description: String) {
    self.description = description
  }
}

/// Checks that `value` encodes and decodes to the same bytes, and that its decoder meets hostile input derived from
/// them by refusing it or by encoding to exactly what it was given. A trap ends the test run, which is the point.
///
/// `mutations` bounds the random ones; structures whose decoder does curve arithmetic want fewer.
public func assertCanonical<Value: WireCodable>(_ value: Value, seed: UInt64 = 1, mutations: Int = 1_000) throws {
  try assertCanonical(value.encoded(), seed: seed, mutations: mutations) { bytes in
    try Value(encoded: bytes).encoded()
  }
}

/// The same for bytes and any decoder: `reencode` decodes and encodes again.
public func assertCanonical(
  _ bytes: [UInt8], seed: UInt64 = 1, mutations: Int = 1_000, reencode: ([UInt8]) throws -> [UInt8]
) throws {
  let again: [UInt8]
  do {
    again = try reencode(bytes)
  } catch {
    throw CanonicalFailure(description: "the encoding itself is refused: \(error): \(hex(bytes))")
  }
  guard again == bytes else {
    throw CanonicalFailure(description: "encodes as \(hex(again)), decoded from \(hex(bytes))")
  }
  for hostile in HostileInput(bytes, seed: seed, mutations: mutations) {
    guard let result = try? reencode(hostile.bytes), result != hostile.bytes else { continue }
    throw CanonicalFailure(
      description: "\(hostile.what) is accepted but encodes as \(hex(result)), decoded from \(hex(hostile.bytes))")
  }
}

/// Inputs derived from an honest one: cut at every length, longer, every bit turned, and random changes as a person
/// with a hex editor would make them. Long inputs get a sample of the first three.
public struct HostileInput: Sequence {
  public typealias Element = (what: String, bytes: [UInt8])

  private let original: [UInt8]
  private let seed: UInt64
  private let mutations: Int

  public init(_ original: [UInt8], seed: UInt64 = 1, mutations: Int = 1_000) {
    self.original = original
    self.seed = seed
    self.mutations = mutations
  }

  public func makeIterator() -> AnyIterator<Element> {
    let random = SeededRandom(seed: seed)
    var phases = [cuts(random).makeIterator(), extensions().makeIterator(), flips(random).makeIterator()]
    var mutationsLeft = mutations
    return AnyIterator {
      while !phases.isEmpty {
        if let next = phases[0].next() { return next }
        phases.removeFirst()
      }
      guard mutationsLeft > 0 else { return nil }
      mutationsLeft -= 1
      return ("random change \(mutations - mutationsLeft)", mutated(random))
    }
  }

  private func cuts(_ random: SeededRandom) -> AnySequence<Element> {
    let count = original.count
    let lengths = count <= 1_024 ? Array(0..<count) : (0..<512).map { _ in random.int(0...count - 1) } + [0, count - 1]
    return AnySequence(lengths.lazy.map { ("cut at \($0)", [UInt8](original[..<$0])) })
  }

  private func extensions() -> AnySequence<Element> {
    let tails: [[UInt8]] = [[0], [0xFF], [UInt8](repeating: 0, count: 160), original]
    return AnySequence(tails.lazy.map { ("\($0.count) bytes longer", original + $0) })
  }

  private func flips(_ random: SeededRandom) -> AnySequence<Element> {
    let bits = original.count * 8
    guard bits > 0 else { return AnySequence([]) }
    let chosen = bits <= 2_048 ? Array(0..<bits) : (0..<1_024).map { _ in random.int(0...bits - 1) }
    return AnySequence(
      chosen.lazy.map { bit in
        var bytes = original
        bytes[bit / 8] ^= 1 << UInt8(bit % 8)
        return ("bit \(bit) turned", bytes)
      })
  }

  private func mutated(_ random: SeededRandom) -> [UInt8] {
    var bytes = original
    for _ in 0...random.int(0...3) { change(&bytes, random) }
    return bytes
  }

  private func change(_ bytes: inout [UInt8], _ random: SeededRandom) {
    guard !bytes.isEmpty else { return bytes.append(UInt8(random.int(0...255))) }
    let index = random.int(0...bytes.count - 1)
    switch random.int(0...6) {
    case 0:
      bytes[index] = UInt8(random.int(0...255))
    case 1:
      // Where a length stood: the edges of its forms.
      bytes[index] = random.element(of: [0, 1, 0x3F, 0x40, 0x7F, 0x80, 0xBF, 0xC0, 0xFF])
    case 2:
      bytes.insert(UInt8(random.int(0...255)), at: index)
    case 3:
      bytes.remove(at: index)
    case 4:
      let end = Swift.min(bytes.count, index + random.int(1...16))
      bytes.insert(contentsOf: [UInt8](bytes[index..<end]), at: index)
    case 5:
      bytes.removeSubrange(index..<Swift.min(bytes.count, index + random.int(1...16)))
    default:
      for position in index..<Swift.min(bytes.count, index + 8) { bytes[position] = 0xFF }
    }
  }
}
