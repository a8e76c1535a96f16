/// LabeledExtract and LabeledExpand of RFC 9180 §4.
struct LabeledKDF {
  private static let version = Array("HPKE-v1".utf8)

  let suiteID: [UInt8]

  /// KEM 0x0020: DHKEM(X25519, HKDF-SHA256).
  static let kem = LabeledKDF(suiteID: Array("KEM".utf8) + [0x00, 0x20])
  /// KEM 0x0020, KDF 0x0001: HKDF-SHA256, AEAD 0x0002: AES-256-GCM.
  static let suite = LabeledKDF(suiteID: Array("HPKE".utf8) + [0x00, 0x20, 0x00, 0x01, 0x00, 0x02])

  func extract(salt: SecretBytes? = nil, label: StaticString, input: SecretBytes) -> SecretBytes {
    let labeled = SecretBytes.concatenation([
      SecretBytes(copying: Self.version + suiteID + label.bytes), input,
    ])
    guard let salt else { return HKDF.extract(input: labeled, salt: []).secret }
    return salt.withUnsafeBytes { HKDF.extract(input: labeled, salt: $0) }.secret
  }

  /// `count` is a size of the suite, or an export length that has been checked.
  func expand(_ key: SecretBytes, label: StaticString, info: [UInt8], count: Int) -> SecretBytes {
    let length = [UInt8(truncatingIfNeeded: count >> 8), UInt8(truncatingIfNeeded: count)]
    let labeled = length + Self.version + suiteID + label.bytes + info
    return HKDF.expandTrusted(key, info: labeled, count: count)
  }
}

extension StaticString {
  fileprivate var bytes: [UInt8] {
    withUTF8Buffer { Array($0) }
  }
}
