/// One leg of `doctor`.
public struct DoctorCheck: Sendable, Equatable {
  public let leg: Leg
  public let outcome: Outcome
  /// A stable word or a number that says more, such as "3 of 15"; nil where there is nothing to add.
  public let detail: String?

  public enum Leg: String, Sendable, CaseIterable {
    case profile, keys, clock, relayName, tlsPin, pushPath, receivePath, prekeys, outbox, disk
  }

  public enum Outcome: String, Sendable {
    case good, warning, failed
    /// An earlier leg failed, or it does not apply.
    case skipped
  }

  package init(leg: Leg, outcome: Outcome, detail: String? = nil) {
    self.leg = leg
    self.outcome = outcome
    self.detail = detail
  }
}
