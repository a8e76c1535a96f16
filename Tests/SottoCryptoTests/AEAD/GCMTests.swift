import SottoCrypto
import Testing
import TestSupport

struct GCMTests {
  private let random = SeededRandom(seed: 1)

  @Test(arguments: [0, 1, 15, 16, 17, 1000])
  func aBoxOpensAndIs28BytesLonger(count: Int) throws {
    let key = SymmetricKey.random(random)
    let plaintext = random.bytes(count)
    let box = try AES.GCM.seal(plaintext, using: key, authenticating: [7], random: random)
    #expect(box.count == count + AES.GCM.overhead)
    #expect(try AES.GCM.open(box, using: key, authenticating: [7]) == plaintext)
    #expect(try AES.GCM.openSecret(box, using: key, authenticating: [7]) == SecretBytes(copying: plaintext))
    let secretBox = try AES.GCM.seal(SecretBytes(copying: plaintext), using: key, authenticating: [7])
    #expect(try AES.GCM.open(secretBox, using: key, authenticating: [7]) == plaintext)
  }

  @Test func everyChangedBitIsRefused() throws {
    let key = SymmetricKey.random(random)
    let box = try AES.GCM.seal([1, 2, 3], using: key, authenticating: [4], random: random)
    for bit in 0..<box.count * 8 {
      var changed = box
      changed[bit / 8] ^= 1 << UInt8(bit % 8)
      #expect(throws: CryptoError.authenticationFailure) { try AES.GCM.open(changed, using: key, authenticating: [4]) }
    }
    #expect(throws: CryptoError.authenticationFailure) { try AES.GCM.open(box, using: key, authenticating: [5]) }
    #expect(throws: CryptoError.authenticationFailure) { try AES.GCM.open(box, using: key) }
    #expect(throws: CryptoError.authenticationFailure) {
      try AES.GCM.open(box, using: .random(random), authenticating: [4])
    }
  }

  @Test func everyShorterBoxIsRefused() throws {
    let key = SymmetricKey.random(random)
    let box = try AES.GCM.seal([1, 2, 3], using: key, random: random)
    for count in box.indices {
      #expect(throws: CryptoError.authenticationFailure) { try AES.GCM.open(Array(box[..<count]), using: key) }
      #expect(throws: CryptoError.authenticationFailure) { try AES.GCM.openSecret(Array(box[..<count]), using: key) }
    }
  }

  @Test func twoBoxesOfOnePlaintextDiffer() throws {
    let key = SymmetricKey.random(random)
    #expect(try AES.GCM.seal([1], using: key) != AES.GCM.seal([1], using: key))
  }

  @Test(arguments: [0, 11, 13, 16])
  func noncesOfAnotherLengthAreRefused(count: Int) {
    let key = SymmetricKey.random(random)
    let nonce = random.bytes(count)
    #expect(throws: CryptoError.incorrectParameterSize) { try AES.GCM.seal([1], using: key, nonce: nonce) }
    #expect(throws: CryptoError.incorrectParameterSize) {
      try AES.GCM.open(ciphertextAndTag: random.bytes(17), using: key, nonce: nonce)
    }
  }

  @Test func aContextSealsAndOpensInTurnAndSurvivesAForgery() throws {
    let key = SymmetricKey.random(random)
    let context = AES.GCM.Context(key: key)
    for round in 0..<5 {
      let nonce = random.bytes(12)
      let plaintext = random.bytes(round * 33)
      let sealed = try context.seal(plaintext, nonce: nonce, authenticating: [1])
      #expect(sealed == (try AES.GCM.seal(plaintext, using: key, nonce: nonce, authenticating: [1])))
      #expect(throws: CryptoError.authenticationFailure) {
        try context.open(sealed, nonce: nonce, authenticating: [2])
      }
      #expect(try context.open(sealed, nonce: nonce, authenticating: [1]) == plaintext)
    }
  }

  @Test func aContextWorksInPlaceAndLeavesZerosOfAForgery() throws {
    let context = AES.GCM.Context(key: .random(random))
    let nonce = random.bytes(12)
    let plaintext = random.bytes(100)
    var buffer = plaintext + [UInt8](repeating: 0, count: 16)

    func run(_ body: (UnsafeMutableRawBufferPointer, UnsafeRawBufferPointer) throws -> Void) rethrows {
      try buffer.withUnsafeMutableBytes { buffer in try nonce.withUnsafeBytes { try body(buffer, $0) } }
    }
    func seal() throws {
      try run { buffer, nonce in
        try context.seal(
          UnsafeRawBufferPointer(rebasing: buffer[..<100]), nonce: nonce, authenticating: [], into: buffer)
      }
    }
    func open() throws {
      try run { buffer, nonce in
        try context.open(
          UnsafeRawBufferPointer(buffer), nonce: nonce, authenticating: [],
          into: UnsafeMutableRawBufferPointer(rebasing: buffer[..<100]))
      }
    }

    try seal()
    #expect(buffer == (try context.seal(plaintext, nonce: nonce)))
    try open()
    #expect(Array(buffer[..<100]) == plaintext)

    try seal()
    buffer[115] ^= 1
    #expect(throws: CryptoError.authenticationFailure) { try open() }
    #expect(Array(buffer[..<100]) == [UInt8](repeating: 0, count: 100))
  }

  @Test func aContextRefusesOutputsOfAnotherSize() {
    let context = AES.GCM.Context(key: .random(random))
    let nonce = random.bytes(12)
    var output = [UInt8](repeating: 0, count: 40)
    for wrong in [0, 15, 17, 40] {
      #expect(throws: CryptoError.incorrectParameterSize) {
        try output.withUnsafeMutableBytes { output in
          try nonce.withUnsafeBytes { nonce in
            try context.seal(
              UnsafeRawBufferPointer(start: nil, count: 0), nonce: nonce, authenticating: [],
              into: UnsafeMutableRawBufferPointer(rebasing: output[..<wrong]))
          }
        }
      }
    }
  }
}
