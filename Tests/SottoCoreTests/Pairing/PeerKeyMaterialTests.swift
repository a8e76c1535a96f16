import SottoCore
import SottoCrypto
import SottoWire
import TestSupport
import Testing

@Suite struct PeerKeyMaterialTests {
  private static let now = Timestamp(milliseconds: 1_800_000_000_000)

  private static func material(_ byte: UInt8) throws -> QuantumKeyMaterial {
    try #require(
      QuantumKeyMaterial(
        inviterSecret: SecretBytes(copying: [UInt8](repeating: byte, count: 32)),
        joinerSecret: SecretBytes(copying: [UInt8](repeating: byte, count: 32)),
        inviterCiphertext: [UInt8](repeating: byte, count: 1_568),
        joinerCiphertext: [UInt8](repeating: byte, count: 1_568)))
  }

  @Test func aFirstProposalOpensButDoesNotSeal() throws {
    var keys = PeerKeyMaterial()
    keys.propose(try Self.material(1))
    #expect(keys.current == nil)
    #expect(keys.openingCandidates(at: Self.now) == [try Self.material(1)])
    keys.confirm(at: Self.now)
    #expect(keys.current == (try Self.material(1)))
    #expect(!keys.hasProposal)
    #expect(keys.previous == nil)
  }

  @Test func theOldSealsUntilTheNewIsConfirmed() throws {
    var keys = PeerKeyMaterial()
    keys.replace(with: try Self.material(1), at: Self.now)
    keys.propose(try Self.material(2))
    #expect(keys.current == (try Self.material(1)))
    #expect(keys.openingCandidates(at: Self.now) == [try Self.material(2), try Self.material(1)])
    keys.confirm(at: Self.now)
    #expect(keys.current == (try Self.material(2)))
    #expect(keys.openingCandidates(at: Self.now) == [try Self.material(2), try Self.material(1)])
  }

  @Test func theOldOpensForSixtyDays() throws {
    var keys = PeerKeyMaterial()
    keys.replace(with: try Self.material(1), at: Self.now)
    keys.replace(with: try Self.material(2), at: Self.now)
    let end = Self.now.adding(.days(60))
    #expect(keys.previousUntil == end)
    let last = end.subtracting(TimeSpan(milliseconds: 1))
    #expect(keys.openingCandidates(at: last).count == 2)
    keys.removeExpired(at: last)
    #expect(keys.previous == (try Self.material(1)))
    #expect(keys.openingCandidates(at: end) == [try Self.material(2)])
    keys.removeExpired(at: end)
    #expect(keys.previous == nil)
  }

  @Test func aClassicalPairingReplacesHybridMaterialAndBack() throws {
    var keys = PeerKeyMaterial()
    keys.replace(with: try Self.material(1), at: Self.now)
    keys.propose(nil)
    #expect(keys.hasProposal)
    #expect(keys.current == (try Self.material(1)))
    keys.confirm(at: Self.now)
    #expect(keys.current == nil)
    #expect(keys.openingCandidates(at: Self.now) == [try Self.material(1)])
    // What the hybrid time left goes on opening after the next pairing.
    keys.replace(with: try Self.material(2), at: Self.now)
    #expect(keys.openingCandidates(at: Self.now) == [try Self.material(2), try Self.material(1)])
  }

  /// A pairing that breaks off leaves the peer as it was; the next proposal takes the place of the last.
  @Test func aProposalIsReplaced() throws {
    var keys = PeerKeyMaterial()
    keys.propose(try Self.material(1))
    keys.propose(try Self.material(2))
    #expect(keys.openingCandidates(at: Self.now) == [try Self.material(2)])
    var untouched = PeerKeyMaterial()
    untouched.confirm(at: Self.now)
    #expect(untouched == PeerKeyMaterial())
  }

  /// The greeting may come twice.
  @Test func confirmingTwiceIsConfirmingOnce() throws {
    var keys = PeerKeyMaterial()
    keys.replace(with: try Self.material(1), at: Self.now)
    keys.propose(try Self.material(2))
    keys.confirm(at: Self.now)
    let once = keys
    keys.confirm(at: Self.now.adding(.days(1)))
    #expect(keys == once)
  }

  @Test func encoding() throws {
    var keys = PeerKeyMaterial()
    try assertCanonical(keys)
    keys.propose(nil)
    try assertCanonical(keys)
    keys.replace(with: try Self.material(1), at: Self.now)
    keys.replace(with: try Self.material(2), at: Self.now)
    keys.propose(try Self.material(3))
    try assertCanonical(keys)
  }
}
