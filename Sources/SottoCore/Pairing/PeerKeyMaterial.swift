import SottoWire

/// The ML-KEM material of one peer over time. It lies on the peer's record.
///
/// A pairing proposes new material; it seals only after both sides have proved to each other that they hold it, so that
/// a pairing which breaks off leaves the peers as they were. What it replaces goes on opening for 60 days, for what was
/// sealed before.
///
/// `optional<QuantumKeyMaterial> current · optional<optional<QuantumKeyMaterial>> proposed ·
/// optional<QuantumKeyMaterial · u64> previous and its end`. The encoding is secret.
public struct PeerKeyMaterial: WireCodable, Equatable, Sendable {
  /// Seals, and opens; nil for a classical peer.
  public private(set) var current: QuantumKeyMaterial?
  private var proposal: Proposal?
  private var replaced: Replaced?

  private struct Proposal: Equatable, Sendable {
    let material: QuantumKeyMaterial?
  }

  private struct Replaced: Equatable, Sendable {
    let material: QuantumKeyMaterial
    let until: Timestamp
  }

  /// A peer that has never been paired with: `propose` or `replace` brings the first material.
  public init() {}

  public var hasProposal: Bool { proposal != nil }

  /// What the running pairing brings; nil also where that is classical.
  public var proposed: QuantumKeyMaterial? { proposal?.material }

  /// Opens until `previousUntil`.
  public var previous: QuantumKeyMaterial? { replaced?.material }
  public var previousUntil: Timestamp? { replaced?.until }

  /// What may open something that arrives `now`, in the order in which it is tried.
  public func openingCandidates(at now: Timestamp) -> [QuantumKeyMaterial] {
    let previous = replaced.flatMap { now < $0.until ? $0.material : nil }
    return [proposal?.material, current, previous].compactMap { $0 }
  }

  /// The inviter's step when the joiner's MAC is right: `material`, nil for a classical pairing, opens at once and
  /// seals after `confirm`. Replaces an earlier proposal.
  public mutating func propose(_ material: QuantumKeyMaterial?) {
    proposal = Proposal(material: material)
  }

  /// The inviter's step when something arrived that was sealed with the proposed material.
  public mutating func confirm(at now: Timestamp) {
    guard let proposal else { return }
    replace(with: proposal.material, at: now)
  }

  /// The joiner's step when the inviter's MAC is right.
  public mutating func replace(with material: QuantumKeyMaterial?, at now: Timestamp) {
    proposal = nil
    if let current, current != material {
      replaced = Replaced(material: current, until: now.adding(Limits.previousKeyMaterial))
    }
    current = material
  }

  /// Erases what no longer opens anything.
  public mutating func removeExpired(at now: Timestamp) {
    if let replaced, replaced.until <= now { self.replaced = nil }
  }

  public init(from reader: inout WireReader) throws(WireError) {
    current = try reader.optional()
    proposal = try reader.optional { (reader: inout WireReader) throws(WireError) in
      Proposal(material: try reader.optional())
    }
    replaced = try reader.optional { (reader: inout WireReader) throws(WireError) in
      Replaced(material: try reader.value(), until: try reader.value())
    }
  }

  public func encode(to writer: inout WireWriter) {
    writer.optional(current)
    writer.optional(proposal) { proposal, writer in writer.optional(proposal.material) }
    writer.optional(replaced) { replaced, writer in
      writer.value(replaced.material)
      writer.value(replaced.until)
    }
  }
}
