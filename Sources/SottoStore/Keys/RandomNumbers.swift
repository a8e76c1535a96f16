import SottoCrypto

/// A source of random bytes as the standard library's generator: for choices in a range.
struct RandomNumbers: RandomNumberGenerator {
  let source: any RandomSource

  mutating func next() -> UInt64 {
    var number: UInt64 = 0
    withUnsafeMutableBytes(of: &number) { source.fill($0) }
    return number
  }
}

extension RandomSource {
  func generator() -> RandomNumbers { RandomNumbers(source: self) }
}
