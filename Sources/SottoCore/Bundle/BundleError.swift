import SottoWire

/// Why a bundle could not be sealed, decoded or opened.
public enum BundleError: Error, Equatable, Sendable {
  // Decoding: no key was used.

  /// Not the encoding of a bundle.
  case malformed(WireError)
  /// A bundle of more bytes than one may have.
  case tooLarge(max: Int)
  /// A later bundle format: keep the bytes until an update.
  case unsupportedVersion(UInt8)
  /// A mode that this format does not open: keep the bytes until an update.
  case unsupportedMode(UInt8)
  /// A later group envelope: keep the bytes until an update.
  case unsupportedEnvelopeVersion(UInt8)

  // Opening

  /// No peer has the fingerprint.
  case unknownSender
  /// The sender used ML-KEM secrets that this device does not have.
  case missingQuantumKeyMaterial
  /// Nothing was decided, because peers or prekeys could not be read.
  case lookupFailed
  /// Not for this device or not what it claims. `usedPrekey` is set where a slot did open: that private half is to be
  /// deleted, and nothing else changes.
  case refused(GroupDecryptError, usedPrekey: PrekeyUse?)

  // Sealing

  case groupHasNoMembers
  case tooManyRecipients(max: Int)
  case contentTooLong(max: Int)
  /// No key could be derived for this recipient.
  case keyPath(DeviceID, KeyPathError)
  /// Side by side, slots have room for batches of `Limits.prekeysPerFileSlot` keys only.
  case prekeyBatchSize(DeviceID)
  /// More shards for one recipient than the largest tier.
  case tooManyShards(DeviceID)
  /// The cryptographic library failed.
  case sealingFailed
}
