/// Memory for polynomials, zeroed when released.
struct PolynomialBuffer: ~Copyable {
  private let memory: UnsafeMutableBufferPointer<Int16>

  /// `count` zero polynomials.
  init(count: Int) {
    memory = .allocate(capacity: count * Polynomial.count)
    memory.initialize(repeating: 0)
  }

  deinit {
    Memory.zero(UnsafeMutableRawBufferPointer(memory))
    memory.deallocate()
  }

  /// Valid as long as the buffer.
  subscript(index: Int) -> Polynomial {
    Polynomial(UnsafeMutableRawBufferPointer(memory), index: index)
  }

  func vector(at index: Int) -> PolynomialVector {
    PolynomialVector(UnsafeMutableRawBufferPointer(memory), index: index)
  }
}
