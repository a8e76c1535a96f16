import SottoCrypto
import Testing
import TestSupport

/// The steps of one run of ML-KEM-1024, as C2SP/CCTV lists them.
struct IntermediateValueTests {
  private struct File: Decodable {
    struct Step: Decodable {
      let names: [String]
      let hex: HexBytes?
      let coefficients: [Int]?
    }

    let steps: [Step]
  }

  /// Values by name, and a count of those that were compared. One name can stand for two steps.
  private struct Steps {
    private let steps: [File.Step]
    private(set) var compared = 0

    init() throws {
      steps = try VectorFile.load("cctv/mlkem1024_intermediate.json", as: File.self).steps
    }

    var count: Int { steps.count }

    func bytes(_ name: String, size: Int? = nil) throws -> [UInt8] {
      let step = steps.first { step in
        step.names.contains(name) && (size == nil || step.hex?.bytes.count == size)
      }
      return try #require(step?.hex).bytes
    }

    func coefficients(_ name: String) throws -> [Int] {
      let step = steps.first { $0.names.contains(name) && $0.coefficients != nil }
      return try #require(step?.coefficients)
    }

    mutating func expect(_ name: String, _ actual: [UInt8]) throws {
      compared += 1
      #expect(try bytes(name, size: actual.count) == actual, "\(name)")
    }

    mutating func expect(_ name: String, coefficients actual: [Int]) throws {
      compared += 1
      #expect(try coefficients(name) == actual, "\(name)")
    }
  }

  /// ByteEncode₁₂ of polynomials that follow one another.
  private func encode(_ polynomials: [Polynomial]) -> [UInt8] {
    polynomials.flatMap { polynomial in
      for index in 0..<Polynomial.count {
        polynomial.coefficients[index] = FieldArithmetic.reduce(polynomial.coefficients[index])
      }
      var bytes = [UInt8](repeating: 0, count: 384)
      polynomial.encode(into: &bytes)
      return bytes
    }
  }

  private func encode(_ vector: PolynomialVector) -> [UInt8] {
    encode((0..<PolynomialVector.count).map { vector[$0] })
  }

  @Test func keysAndCiphertext() throws {
    var steps = try Steps()
    #expect(steps.count == 39)
    let (rho, sigma, z) = (try steps.bytes("ρ"), try steps.bytes("σ"), try steps.bytes("z"))
    let key = SwiftDecapsulationKey(
      matrixSeed: SecretBytes(copying: rho), noiseSeed: SecretBytes(copying: sigma),
      rejectionSeed: SecretBytes(copying: z))
    let expanded = key.expanded().bytes
    try steps.expect("dk", expanded)
    try steps.expect("dkPKE", Array(expanded[..<1536]))
    try steps.expect("ek", key.encapsulationKey.bytes)
    try steps.expect("t", Array(key.encapsulationKey.bytes[..<1536]))
    try steps.expect("H(ek)", Array(expanded[3104..<3136]))

    let message = SecretBytes(copying: try steps.bytes("m"))
    let (secret, ciphertext) = try key.encapsulationKey.encapsulate(randomness: message)
    try steps.expect("K", secret.bytes)
    try steps.expect("c", ciphertext)
    try steps.expect("c1", Array(ciphertext[..<1408]))
    try steps.expect("c2", Array(ciphertext[1408...]))
    #expect(try key.decapsulate(ciphertext) == secret)
    #expect(steps.compared == 9)
  }

  @Test func samplesAndTransforms() throws {
    var steps = try Steps()
    try ScratchPolynomials.with(count: 16) { scratch in
      let rho = try steps.bytes("ρ")
      var sampler = UniformSampler()
      for index in 0..<16 {
        rho.withUnsafeBytes { sampler.sample($0, column: index % 4, row: index / 4, into: scratch[index]) }
      }
      try steps.expect("A[0, 0]", coefficients: (0..<256).map { Int(scratch[0].coefficients[$0]) })
      try steps.expect("A", encode((0..<16).map { scratch[$0] }))
      try steps.expect("A^T", encode((0..<16).map { scratch[$0 % 4 * 4 + $0 / 4] }))
    }
    try ScratchPolynomials.with(count: 9) { scratch in
      let (first, second, last) = (scratch.vector(at: 0), scratch.vector(at: 4), scratch[8])
      let (sigma, r) = (try steps.bytes("σ"), try steps.bytes("r", size: 32))
      sigma.withUnsafeBytes { sigma in
        var noise = NoiseSampler(seed: sigma)
        noise.sample(into: first)
        noise.sample(into: second)
      }
      try steps.expect("s[0]", encode([first[0]]))
      try steps.expect("s", encode(first))
      try steps.expect("e", encode(second))
      first.transform()
      second.transform()
      try steps.expect("NTT(s[0])", encode([first[0]]))
      try steps.expect("NTT(s)", encode(first))
      try steps.expect("NTT(e)", encode(second))
      r.withUnsafeBytes { r in
        var noise = NoiseSampler(seed: r)
        noise.sample(into: first)
        noise.sample(into: second)
        noise.sample(into: last)
      }
      try steps.expect("r", encode(first))
      try steps.expect("e1", encode(second))
      try steps.expect("e2", encode([last]))
      first.transform()
      try steps.expect("NTT(r)", encode(first))
      last.decompressMessage(try steps.bytes("m"))
      try steps.expect("μ", encode([last]))
    }
    #expect(steps.compared == 14)
  }

  @Test func compressedAndDecompressed() throws {
    var steps = try Steps()
    try ScratchPolynomials.with(count: 4) { scratch in
      let (u, v) = (try steps.coefficients("u[0]"), try steps.bytes("v"))
      try steps.expect(
        "compress(u[0])", coefficients: u.map { Int(FieldArithmetic.compress(Int16($0), bits: 11)) })
      scratch[0].decode(v)
      let compressed = (0..<256).map { Int(FieldArithmetic.compress(scratch[0].coefficients[$0], bits: 5)) }
      try steps.expect("compress(v)", coefficients: compressed)
      let (c1, c2) = (try steps.bytes("c1"), try steps.bytes("c2"))
      scratch[0].decompress5(c2)
      try steps.expect("vᵈ", encode([scratch[0]]))
      let vector = scratch.vector(at: 0)
      for index in 0..<4 { vector[index].decompress11(Array(c1[352 * index..<352 * (index + 1)])) }
      try steps.expect("uᵈ", encode(vector))
      vector.transform()
      try steps.expect("NTT(uᵈ)", encode(vector))
    }
    #expect(steps.compared == 5)
  }
}
