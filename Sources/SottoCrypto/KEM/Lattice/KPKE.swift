/// K-PKE (FIPS 203 §5), the public-key encryption inside ML-KEM-1024: k = 4, η₁ = η₂ = 2, dᵤ = 11, dᵥ = 5.
enum KPKE {
  /// Sizes in bytes.
  static let vectorSize = PolynomialVector.count * Polynomial.encodedSize(bits: 12)
  static let publicKeySize = vectorSize + 32
  static let messageSize = 32
  private static let uSize = Polynomial.encodedSize(bits: 11)
  static let ciphertextSize = PolynomialVector.count * uSize + Polynomial.encodedSize(bits: 5)

  /// A public key: t̂, and the matrix Â that its seed stands for.
  final class PublicKey: @unchecked Sendable {
    // Written only in the initialisers, before the reference is shared.
    private let memory: UnsafeMutableRawBufferPointer

    fileprivate var t: PolynomialVector { PolynomialVector(memory) }

    /// Row i of Â.
    fileprivate func row(_ i: Int) -> UnsafePointer<Int16> {
      UnsafePointer(entry(row: i, column: 0).coefficients)
    }

    /// Column j of Â; its polynomials are four apart.
    fileprivate func column(_ j: Int) -> UnsafePointer<Int16> {
      UnsafePointer(entry(row: 0, column: j).coefficients)
    }

    private func entry(row: Int, column: Int) -> Polynomial {
      Polynomial(memory, index: 4 + 4 * row + column)
    }

    /// Nil when a coefficient is not below q (§7.2). `bytes` has 1568.
    init?(_ bytes: UnsafeRawBufferPointer) {
      precondition(bytes.count == publicKeySize)
      memory = Self.allocate()
      for index in 0..<PolynomialVector.count {
        t[index].decode(bytes.octets + index * Polynomial.encodedSize(bits: 12))
        guard t[index].isReduced else { return nil }
      }
      expandMatrix(UnsafeRawBufferPointer(rebasing: bytes[vectorSize...]))
    }

    /// t̂ is still to be written.
    fileprivate init(matrixSeed: UnsafeRawBufferPointer) {
      memory = Self.allocate()
      expandMatrix(matrixSeed)
    }

    deinit {
      memory.deallocate()
    }

    private static func allocate() -> UnsafeMutableRawBufferPointer {
      let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: (4 + 16) * Polynomial.stride, alignment: 64)
      Memory.zero(memory)
      return memory
    }

    private func expandMatrix(_ seed: UnsafeRawBufferPointer) {
      var sampler = UniformSampler()
      for row in 0..<4 {
        for column in 0..<4 {
          sampler.sample(seed, column: column, row: row, into: entry(row: row, column: column))
        }
      }
    }
  }

  /// K-PKE.KeyGen (algorithm 13) after its hash, from ρ and σ, 32 bytes each: ŝ goes to `secret`, t̂ ‖ ρ to `encoded`.
  static func generateKey(
    matrixSeed: UnsafeRawBufferPointer, noiseSeed: UnsafeRawBufferPointer, secret: PolynomialVector,
    encoded: UnsafeMutableRawBufferPointer
  ) -> PublicKey {
    let key = PublicKey(matrixSeed: matrixSeed)
    ScratchPolynomials.with(count: 4 + 2) { scratch in
      let error = scratch.vector(at: 0)
      let cache = scratch[4].coefficients

      var noise = NoiseSampler(seed: noiseSeed)
      noise.sample(into: secret)
      noise.sample(into: error)
      secret.transform()
      error.transform()
      secret.prepareFactor(cache)
      for index in 0..<PolynomialVector.count {
        let t = key.t[index]
        PolynomialVector.product(key.row(index), stride: 1, secret, cache, into: t)
        t.removeMontgomeryFactor()
        t.add(error[index])
        t.makeCanonical()
        t.encode(into: encoded.octets + index * Polynomial.encodedSize(bits: 12))
      }
    }
    UnsafeMutableRawBufferPointer(rebasing: encoded[vectorSize...]).copyMemory(from: matrixSeed)
    return key
  }

  /// K-PKE.Encrypt (algorithm 14) of 32 bytes under 32 random ones, into 1568.
  static func encrypt(
    _ message: UnsafeRawBufferPointer, to key: PublicKey, randomness: UnsafeRawBufferPointer,
    into ciphertext: UnsafeMutableRawBufferPointer
  ) {
    defer { withExtendedLifetime(key) {} }
    ScratchPolynomials.with(count: 4 + 4 + 2 + 3) { scratch in
      let y = scratch.vector(at: 0)
      let error = scratch.vector(at: 4)
      let cache = scratch[8].coefficients
      let (lastError, result, encoded) = (scratch[10], scratch[11], scratch[12])

      var noise = NoiseSampler(seed: randomness)
      noise.sample(into: y)
      noise.sample(into: error)
      noise.sample(into: lastError)
      y.transform()
      y.prepareFactor(cache)
      for index in 0..<PolynomialVector.count {
        PolynomialVector.product(key.column(index), stride: 4, y, cache, into: result)
        result.inverseTransform()
        result.add(error[index])
        result.compress11(into: ciphertext.octets + index * uSize)
      }
      PolynomialVector.product(UnsafePointer(key.t.coefficients), stride: 1, y, cache, into: result)
      result.inverseTransform()
      encoded.decompressMessage(message.octets)
      result.add(lastError)
      result.add(encoded)
      result.compress5(into: ciphertext.octets + PolynomialVector.count * uSize)
    }
  }

  /// K-PKE.Decrypt (algorithm 15) of 1568 bytes with ŝ, into 32.
  static func decrypt(
    _ ciphertext: UnsafeRawBufferPointer, with secret: PolynomialVector,
    into message: UnsafeMutableRawBufferPointer
  ) {
    ScratchPolynomials.with(count: 4 + 2 + 2) { scratch in
      let u = scratch.vector(at: 0)
      let cache = scratch[4].coefficients
      let (v, result) = (scratch[6], scratch[7])

      for index in 0..<PolynomialVector.count { u[index].decompress11(ciphertext.octets + index * uSize) }
      v.decompress5(ciphertext.octets + PolynomialVector.count * uSize)
      u.transform()
      u.prepareFactor(cache)
      PolynomialVector.product(UnsafePointer(secret.coefficients), stride: 1, u, cache, into: result)
      result.inverseTransform()
      result.subtract(from: v)
      result.compressMessage(into: message.octets)
    }
  }
}
