/// Hybrid public-key encryption (RFC 9180), base mode, with the one suite that Sotto uses: DHKEM(X25519, HKDF-SHA256),
/// HKDF-SHA256, AES-256-GCM.
///
/// `Sender` and `Recipient` are contexts: messages of one are opened in the order in which they were sealed.
public enum HPKE {
  /// The encapsulated key, in bytes.
  public static let encapsulatedKeySize = 32
  /// What a sealed message has more than its plaintext, in bytes.
  public static let overhead = AES.GCM.tagSize
}
