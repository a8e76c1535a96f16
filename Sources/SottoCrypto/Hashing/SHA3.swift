import CCrypto

/// One of the functions of FIPS 202, for ML-KEM only. One context, used for message after message.
package struct SHA3: ~Copyable {
  package enum Function: Sendable {
    case sha3_256, sha3_512, shake128, shake256
  }

  private let pointer: OpaquePointer
  private let algorithm: OpaquePointer
  private let isExtendable: Bool

  package init(_ function: Function) {
    pointer = LibCrypto.allocated(EVP_MD_CTX_new())
    algorithm = Self.algorithm(function).pointer
    isExtendable = function == .shake128 || function == .shake256
  }

  deinit {
    // Zeroes the state.
    EVP_MD_CTX_free(pointer)
  }

  private static func algorithm(_ function: Function) -> LibCrypto.Shared {
    switch function {
    case .sha3_256: LibCrypto.sha3_256
    case .sha3_512: LibCrypto.sha3_512
    case .shake128: LibCrypto.shake128
    case .shake256: LibCrypto.shake256
    }
  }

  /// Fills `output` with the function of `first ‖ second`. For SHA3-256 and SHA3-512, `output` has the digest's size.
  package mutating func hash(
    _ first: UnsafeRawBufferPointer, _ second: UnsafeRawBufferPointer = .init(start: nil, count: 0),
    into output: UnsafeMutableRawBufferPointer
  ) {
    LibCrypto.require(EVP_DigestInit_ex2(pointer, algorithm, nil))
    LibCrypto.require(EVP_DigestUpdate(pointer, first.baseAddress, first.count))
    if !second.isEmpty { LibCrypto.require(EVP_DigestUpdate(pointer, second.baseAddress, second.count)) }
    if isExtendable {
      LibCrypto.require(EVP_DigestFinalXOF(pointer, output.octets, output.count))
    } else {
      var written: UInt32 = 0
      LibCrypto.require(EVP_DigestFinal_ex(pointer, output.octets, &written))
      precondition(Int(written) == output.count)
    }
  }
}
