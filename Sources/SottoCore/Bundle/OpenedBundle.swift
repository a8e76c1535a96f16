/// A bundle that passed every check. Nothing has been changed yet: the caller commits what it tells.
public struct OpenedBundle: Equatable, Sendable {
  /// Authenticated.
  public let sender: DeviceID
  /// Padded content.
  public let content: [UInt8]
  /// nil for a single-recipient bundle.
  public let groupID: GroupID?
  /// How this device's own slot was sealed.
  public let mode: KeyPathMode
  /// The ML-KEM material that opened it; nil on a classical path. The first use of newly agreed material confirms it.
  public let quantum: QuantumKeyMaterial?
  /// To be deleted in the transaction that stores the message.
  public let usedPrekey: PrekeyID?
  /// For the stock, which verifies it.
  public let prekeyBatch: PrekeyBatch?
  /// Raises the sender's mark.
  public let appVersion: AppVersion
  /// A classical path from a peer that has ML-KEM secrets: to be shown on the contact.
  public let downgraded: Bool
  /// nil where there is none, where it does not decode, and where the path was not one that may carry any.
  public let shards: ShardContent?
  /// The sender's view of a shared group's member list; zero for others, nil for a single-recipient bundle.
  public let manifest: ManifestRef?
}
