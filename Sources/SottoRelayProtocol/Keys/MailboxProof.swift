import SottoCore
import SottoCrypto
import SottoWire

/// Shows that whoever speaks on this TLS connection holds a mailbox's private key.
///
/// HMAC(HKDF(X25519(mailbox, challenge key), info label ‖ mailbox ‖ challenge key), exporter ‖ access-key hash).
/// The exporter (RFC 8446 §7.5) binds the proof to the connection, so that nobody in the middle can pass it on; the
/// challenge key, new for each connection, makes it fresh.
public struct MailboxProof: Identifier {
  public static let size = 32
  public let bytes: [UInt8]
  public init(unchecked bytes: [UInt8]) { self.bytes = bytes }

  /// The client's end.
  ///
  /// Throws `badKey` where the relay's challenge key is no key.
  public init(
    mailbox: Curve25519.KeyAgreement.PrivateKey, challenge: ChallengeKey, exporter: [UInt8],
    accessKeyHash: AccessKeyHash
  ) throws(RelayProtocolError) {
    let owner = MailboxKey(unchecked: mailbox.publicKey.rawRepresentation)
    let secret = try Self.agree(mailbox, challenge.bytes)
    self.init(
      secret: secret, mailbox: owner, challenge: challenge, exporter: exporter, accessKeyHash: accessKeyHash)
  }

  /// The relay's end. False also where the mailbox key is no key.
  public func isValid(
    mailbox: MailboxKey, challenge: Curve25519.KeyAgreement.PrivateKey, exporter: [UInt8],
    accessKeyHash: AccessKeyHash
  ) -> Bool {
    guard let secret = try? Self.agree(challenge, mailbox.bytes) else { return false }
    let expected = MailboxProof(
      secret: secret, mailbox: mailbox,
      challenge: ChallengeKey(unchecked: challenge.publicKey.rawRepresentation),
      exporter: exporter, accessKeyHash: accessKeyHash)
    return Memory.equal(bytes, expected.bytes)
  }

  private init(
    secret: SharedSecret, mailbox: MailboxKey, challenge: ChallengeKey, exporter: [UInt8],
    accessKeyHash: AccessKeyHash
  ) {
    let key = HKDF.deriveKey(
      input: secret, salt: [], info: Label.mailboxProof.bytes + mailbox.bytes + challenge.bytes)
    self.init(
      unchecked: HMAC.authenticationCode(for: exporter + accessKeyHash.bytes, using: key))
  }

  private static func agree(
    _ privateKey: Curve25519.KeyAgreement.PrivateKey, _ publicKey: [UInt8]
  ) throws(RelayProtocolError) -> SharedSecret {
    do {
      let peer = try Curve25519.KeyAgreement.PublicKey(rawRepresentation: publicKey)
      return try privateKey.sharedSecretFromKeyAgreement(with: peer)
    } catch {
      throw .badKey
    }
  }
}

extension OpenRequest {
  /// Opens the mailbox of `key` on a connection with this exporter. Throws `badKey`.
  public init(
    mailbox key: Curve25519.KeyAgreement.PrivateKey, accessKey: AccessKey, previous: PreviousAccessKey? = nil,
    lifetimeHours: UInt16? = nil, on session: RelaySession, exporter: [UInt8]
  ) throws(RelayProtocolError) {
    let hash = AccessKeyHash(of: accessKey)
    self.init(
      mailbox: MailboxKey(unchecked: key.publicKey.rawRepresentation), accessKeyHash: hash, previous: previous,
      lifetimeHours: lifetimeHours,
      proof: try MailboxProof(
        mailbox: key, challenge: session.challengeKey, exporter: exporter, accessKeyHash: hash))
  }
}

extension CloseRequest {
  /// Closes the mailbox of `key` on a connection with this exporter. Throws `badKey`.
  public init(
    mailbox key: Curve25519.KeyAgreement.PrivateKey, accessKey: AccessKey, on session: RelaySession,
    exporter: [UInt8]
  ) throws(RelayProtocolError) {
    let hash = AccessKeyHash(of: accessKey)
    self.init(
      mailbox: MailboxKey(unchecked: key.publicKey.rawRepresentation), accessKeyHash: hash,
      proof: try MailboxProof(
        mailbox: key, challenge: session.challengeKey, exporter: exporter, accessKeyHash: hash))
  }
}
