import SottoCrypto

/// Lets the standard library's algorithms draw from a `RandomSource`, in bulk.
struct RandomGenerator: RandomNumberGenerator {
  private let source: any RandomSource
  private var words: [UInt64] = []

  init(_ source: any RandomSource) {
    self.source = source
  }

  mutating func next() -> UInt64 {
    if let word = words.popLast() { return word }
    words = [UInt64](unsafeUninitializedCapacity: 64) { buffer, count in
      source.fill(UnsafeMutableRawBufferPointer(buffer))
      count = buffer.count
    }
    return words.removeLast()
  }
}
