/// Where random bytes come from. The product has one, the operating system; tests hand in a seeded one.
public protocol RandomSource: Sendable {
  /// Fills all of `buffer`.
  func fill(_ buffer: UnsafeMutableRawBufferPointer)
}

/// The operating system's generator (`getrandom` on Linux).
public struct SystemRandom: RandomSource {
  public init() {}

  public func fill(_ buffer: UnsafeMutableRawBufferPointer) {
    RandomPool.shared.fill(buffer)
  }
}

extension RandomSource {
  /// `count` bytes that are not secret: ids, nonces, filler.
  public func bytes(_ count: Int) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
      fill(UnsafeMutableRawBufferPointer(buffer))
      initialized = count
    }
  }

  public func secret(_ count: Int) -> SecretBytes {
    SecretBytes(count: count) { fill($0) }
  }
}
