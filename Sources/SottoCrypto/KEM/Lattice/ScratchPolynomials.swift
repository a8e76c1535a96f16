/// Memory for the polynomials of one computation.
package struct ScratchPolynomials {
  private let memory: UnsafeMutableRawBufferPointer

  /// Gives `body` `count` zero polynomials, and zeroes them after it. They do not outlive `body`.
  package static func with<Result>(count: Int, _ body: (ScratchPolynomials) throws -> Result) rethrows -> Result {
    let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: count * Polynomial.stride, alignment: 64)
    Memory.zero(memory)
    defer {
      Memory.zero(memory)
      memory.deallocate()
    }
    return try body(ScratchPolynomials(memory: memory))
  }

  package subscript(index: Int) -> Polynomial {
    Polynomial(memory, index: index)
  }

  /// Four polynomials, from the `index`th on.
  package func vector(at index: Int) -> PolynomialVector {
    PolynomialVector(memory, index: index)
  }
}
