import SottoCore

/// What is known of one recipient device's copy.
public enum DeliveryState: Sendable, Equatable {
  /// Durable here, not yet at the relay.
  case queued
  /// The recipient's relay has it on disk.
  case atRelay
  /// The recipient's device has it on disk.
  case stored
  case read
  case failed(DeliveryFailure)
  /// Written to a file; nothing is known after that.
  case sealedToFile
}
