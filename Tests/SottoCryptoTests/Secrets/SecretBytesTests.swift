import SottoCrypto
import Synchronization
import Testing
import TestSupport

struct SecretBytesTests {
  @Test func equalityLooksAtEveryByte() {
    let bytes = SeededRandom(seed: 10).bytes(33)
    for index in bytes.indices {
      var other = bytes
      other[index] ^= 0x80
      #expect(SecretBytes(copying: bytes) != SecretBytes(copying: other))
      #expect(!Memory.equal(bytes, other))
    }
    #expect(SecretBytes(copying: bytes) == SecretBytes(copying: bytes))
    #expect(Memory.equal(bytes, bytes))
    #expect(SecretBytes(copying: bytes) != SecretBytes(copying: Array(bytes.dropLast())))
    #expect(!Memory.equal(bytes, Array(bytes.dropLast())))
    #expect(SecretBytes(copying: []) == SecretBytes(copying: []))
    #expect(Memory.equal([], []))
  }

  @Test func partsAndSlicesAreCopies() {
    let whole = SecretBytes.concatenation([
      SecretBytes(copying: [1, 2]), SecretBytes(copying: []), SecretBytes(copying: [3]),
    ])
    #expect(whole == SecretBytes(copying: [1, 2, 3]))
    #expect(whole[1..<3] == SecretBytes(copying: [2, 3]))
    #expect(whole[3..<3] == SecretBytes(copying: []))
  }

  @Test func aFailureToFillIsPassedOn() {
    #expect(throws: CryptoError.authenticationFailure) {
      try SecretBytes(count: 4) { (_) throws(CryptoError) in throw .authenticationFailure }
    }
  }

  /// `Memory.zero` is all that a release does before it returns the memory.
  @Test func zeroingReachesEveryByte() {
    var bytes = [UInt8](repeating: 0xA5, count: 100)
    bytes.withUnsafeMutableBytes { Memory.zero(UnsafeMutableRawBufferPointer(rebasing: $0[1..<99])) }
    #expect(bytes == [0xA5] + [UInt8](repeating: 0, count: 98) + [0xA5])
  }

  /// The allocator gives freed blocks out again, so blocks of the same size show what a release left in them. Larger
  /// than what an allocator writes into a free block of its own.
  @Test func releasedMemoryIsZero() {
    let size = 3_000
    for _ in 0..<50 {
      autoreleasing { _ = SecretBytes(count: size) { $0.initializeMemory(as: UInt8.self, repeating: 0xC3) } }
      let again = UnsafeMutableRawBufferPointer.allocate(byteCount: size, alignment: 16)
      defer { again.deallocate() }
      #expect(!again.dropFirst(64).contains(0xC3))
    }
  }

  @inline(never)
  private func autoreleasing(_ body: () -> Void) {
    body()
  }
}
