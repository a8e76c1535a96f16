import SottoCore
import SottoCrypto

/// The keys of a depth and of all deeper ones: K(d+1) is derived from K(d), so a depth opens what lies below it and
/// nothing above.
public struct DepthKeys: Sendable {
  /// The shallowest depth there is a key for
  public let depth: Depth
  private let keys: [SymmetricKey]

  public init(_ key: SymmetricKey, at depth: Depth) {
    self.depth = depth
    var chain = [key]
    for _ in depth.index..<Depth.deepest.index {
      chain.append(HKDF.deriveKey(input: chain[chain.count - 1].secret, salt: [], info: Label.depthKey.bytes))
    }
    keys = chain
  }

  /// The key of `depth`
  var first: SymmetricKey { keys[0] }

  /// nil for a shallower depth
  public subscript(depth: Depth) -> SymmetricKey? {
    depth < self.depth ? nil : keys[depth.index - self.depth.index]
  }

  /// What a depth's share of something with 32 parts is sealed under.
  public func derived(_ label: Label, at depth: Depth) -> SymmetricKey? {
    self[depth].map { HKDF.deriveKey(input: $0.secret, salt: [], info: label.bytes) }
  }

  /// The pair that the floor key is sealed to.
  func keyPair(at depth: Depth) throws(CryptoError) -> Curve25519.KeyAgreement.PrivateKey? {
    guard let seed = derived(.depthKeyPair, at: depth) else { return nil }
    return try Curve25519.KeyAgreement.PrivateKey(rawRepresentation: seed.secret)
  }
}
