import SottoCore

/// An open pairing window. It closes at the first admission, on `cancel`, at its expiry, and when the process ends.
public struct PairingWindow: Sendable {
  /// What the other person types or scans. Secret: whoever reads it first can answer in their place.
  public let invitation: String
  public let expiry: Timestamp
  public let progress: AsyncStream<PairingProgress>
  let key: MailboxKey
  let sotto: Sotto

  /// Closes the window; its mailbox is deleted at the relay.
  public func cancel() async {
    await sotto.cancelPairing(key)
  }
}
