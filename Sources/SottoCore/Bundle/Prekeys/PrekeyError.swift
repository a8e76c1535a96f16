/// Why a batch of prekeys was not accepted. The message that carried it is not affected.
public enum PrekeyError: Error, Equatable, Sendable {
  /// Not signed by that issuer for this device.
  case signatureInvalid
  /// Two entries have one id.
  case duplicateID
  /// An entry is not a point of the curve.
  case invalidPoint
  /// Expired, made in the future, or meant to live longer than 30 days.
  case datesInvalid
  /// Not newer than the batch that was accepted last.
  case counterNotHigher
}
