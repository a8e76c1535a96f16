import CCrypto

/// A scalar of P-256, zeroed when released.
struct P256Scalar: ~Copyable {
  fileprivate let number: OpaquePointer

  /// 32 bytes, big-endian.
  init(_ bytes: SecretBytes) {
    number = LibCrypto.allocated(BN_secure_new())
    bytes.withUnsafeBytes { bytes in
      let start = bytes.octets
      precondition(BN_bin2bn(start, Int32(bytes.count), number) != nil)
    }
    BN_set_flags(number, BN_FLG_CONSTTIME)
  }

  deinit {
    BN_clear_free(number)
  }

  /// Whether it is in 1 ..< order.
  var isInRange: Bool {
    BN_is_zero(number) == 0 && BN_cmp(number, EC_GROUP_get0_order(P256Point.group.pointer)) < 0
  }
}

/// A point of P-256 and the two multiplications that ECDH needs. Both run libcrypto's constant-time code.
struct P256Point: ~Copyable {
  static let group = LibCrypto.Shared("P-256", EC_GROUP_new_by_curve_name(NID_X9_62_prime256v1))

  private let point: OpaquePointer

  init() {
    point = LibCrypto.allocated(EC_POINT_new(Self.group.pointer))
  }

  /// Refuses everything but 65 bytes of an uncompressed point on the curve. The group has prime order, so that is all
  /// there is to check (SP 800-56A §5.6.2.3.4).
  init(x963Representation bytes: [UInt8]) throws(CryptoError) {
    guard bytes.count == P256.KeyAgreement.PublicKey.size else { throw .incorrectKeySize }
    let point = LibCrypto.allocated(EC_POINT_new(Self.group.pointer))
    guard bytes[0] == 0x04, EC_POINT_oct2point(Self.group.pointer, point, bytes, bytes.count, nil) == 1 else {
      EC_POINT_free(point)
      LibCrypto.clearErrors()
      throw .invalidPoint
    }
    self.point = point
  }

  deinit {
    EC_POINT_clear_free(point)
  }

  func multiplyGenerator(by scalar: borrowing P256Scalar) {
    LibCrypto.require(EC_POINT_mul(Self.group.pointer, point, scalar.number, nil, nil, nil))
  }

  func multiply(_ other: borrowing P256Point, by scalar: borrowing P256Scalar) {
    LibCrypto.require(EC_POINT_mul(Self.group.pointer, point, nil, other.point, scalar.number, nil))
  }

  var x963Representation: [UInt8] {
    let size = P256.KeyAgreement.PublicKey.size
    return [UInt8](unsafeUninitializedCapacity: size) { buffer, initialized in
      initialized = EC_POINT_point2oct(
        Self.group.pointer, point, POINT_CONVERSION_UNCOMPRESSED, buffer.octets, size, nil)
      precondition(initialized == size)
    }
  }

  /// 32 bytes, big-endian. Throws `invalidPoint` for the point at infinity.
  func xCoordinate() throws(CryptoError) -> SecretBytes {
    let x = LibCrypto.allocated(BN_secure_new())
    defer { BN_clear_free(x) }
    guard EC_POINT_get_affine_coordinates(Self.group.pointer, point, x, nil, nil) == 1 else {
      LibCrypto.clearErrors()
      throw .invalidPoint
    }
    let size = P256.KeyAgreement.PrivateKey.size
    return SecretBytes(count: size) { output in
      let start = output.octets
      precondition(BN_bn2binpad(x, start, Int32(size)) == Int32(size))
    }
  }
}
