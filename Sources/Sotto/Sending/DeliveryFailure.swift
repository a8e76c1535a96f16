/// Why a copy will not arrive.
public enum DeliveryFailure: String, Sendable, Equatable, CaseIterable {
  /// Not accepted by the relay within seven days.
  case expired
  /// No receipt within the relay's thirty days.
  case unconfirmed
  case unknownMailbox, badAccessKey, tooLarge, malformed, refused
  /// The recipient has no relay; only files reach it.
  case noRelay
  case attachmentUnavailable
  /// It could not be encoded or encrypted.
  case cannotSeal
  /// The device is not on its owner's signed list.
  case deviceNotListed
  case discarded
}
