import SottoCore
import SottoCrypto

/// A mailbox whose private key is here: the inbox, or that of a pairing window.
struct OwnMailbox: Sendable {
  let key: Curve25519.KeyAgreement.PrivateKey
  let accessKey: AccessKey
  /// Hours that a new mailbox exists; nil for the inbox.
  var lifetimeHours: UInt16?

  var address: MailboxKey { MailboxKey(unchecked: key.publicKey.rawRepresentation) }
}
