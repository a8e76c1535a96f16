import SottoCore
import SottoCrypto
import SottoWire
import TestSupport
import Testing

/// What is decided from the bytes alone, before any key is touched.
@Suite struct BundleDecodingTests {
  let random = SeededRandom(seed: 42)
  let alice: TestDevice
  let bob: TestDevice
  let group: GroupID

  init() throws {
    alice = try TestDevice(random)
    bob = try TestDevice(random)
    group = GroupID(unchecked: random.bytes(16))
    alice.pair(with: bob, nil)
  }

  private func single() throws -> [UInt8] {
    try alice.sealSingle([1, 2, 3], to: try alice.recipient(bob, prekey: bob.prekey(for: alice))).encoded()
  }

  private func grouped() throws -> [UInt8] {
    try alice.sealGroup([1, 2, 3], group, to: [try alice.recipient(bob)]).encoded()
  }

  /// A group bundle with so many empty slots.
  private func crowded(_ count: Int, slot: [UInt8] = [3, 0, 0, 0]) -> [UInt8] {
    var writer = WireWriter()
    writer.fixed(Array("STTO".utf8) + [4, 5, 0, 0, 1, 9] + [UInt8](repeating: 0, count: 48))
    writer.fixed([1, 1] + [UInt8](repeating: 0, count: 48))
    writer.length(count * slot.count)
    for _ in 0..<count { writer.fixed(slot) }
    return writer.finish()
  }

  private func withoutKeyWork(_ error: BundleError, _ bytes: [UInt8]) {
    #expect(throws: error) { try Bundle.decode(bytes) }
    #expect(throws: error) { try bob.open(bytes) }
    #expect(bob.cache.agreementCount == 0)
    #expect(bob.prekeyLookups == 0)
  }

  @Test func bothFormsMeetHostileInput() throws {
    try assertCanonical(try Bundle.decode(try single()))
    try assertCanonical(try Bundle.decode(try grouped()))
    try assertCanonical(try grouped()) { try Bundle.decode($0).encoded() }
  }

  @Test func headerIsThatOfTheDescription() throws {
    let bytes = try grouped()
    #expect(Array(bytes.prefix(8)) == Array("STTO".utf8) + [4, 5, 0, 0])
    let fingerprintNonce = try Bundle.decode(bytes).fingerprintNonce
    let expected = SHA256.hash(alice.identity.identityKey.bytes + fingerprintNonce)
    #expect(try Bundle.decode(bytes).senderFingerprint == expected)
  }

  @Test(arguments: [UInt8(5), 99, 255])
  func aLaterVersionIsKeptForLater(_ version: UInt8) throws {
    var bytes = try single()
    bytes[4] = version
    withoutKeyWork(.unsupportedVersion(version), bytes)
    // Whatever follows.
    withoutKeyWork(.unsupportedVersion(version), Array("STTO".utf8) + [version, 1, 2, 3])
  }

  @Test(arguments: [UInt8(0), 3])
  func anEarlierVersionNeverExisted(_ version: UInt8) throws {
    var bytes = try single()
    bytes[4] = version
    withoutKeyWork(.malformed(.unsupportedVersion(version)), bytes)
  }

  @Test(arguments: [UInt8(0), 6, 7, 200])
  func anUnknownModeIsKeptForLater(_ mode: UInt8) throws {
    var bytes = try single()
    bytes[5] = mode
    withoutKeyWork(.unsupportedMode(mode), bytes)
    withoutKeyWork(.unsupportedMode(mode), Array("STTO".utf8) + [4, mode])
    // As a value it decodes, and opening tells.
    let bundle = try Bundle(encoded: bytes)
    #expect(bundle.secrecy.mode == BundleMode(byte: mode))
    #expect(bundle.encoded() == bytes)
    #expect(throws: BundleError.unsupportedMode(mode)) { try bob.open(bundle) }
  }

  @Test func aLaterEnvelopeIsKeptForLater() throws {
    var forge = BundleForge(random, from: alice.identity, group: group)
    forge.envelopeVersion = 2
    let slot = try BundleForge.longTermSlot(from: alice.identity, to: bob.identity)
    withoutKeyWork(.unsupportedEnvelopeVersion(2), try forge.bundle([slot]))
    forge.envelopeVersion = 0
    withoutKeyWork(.malformed(.unsupportedVersion(0)), try forge.bundle([slot]))
  }

  @Test func moreThanThirtyTwoSlotsAreRefusedBeforeAnyKeyWork() throws {
    let tooMany = BundleError.refused(.tooManyRecipients(max: Group.slotCount), usedPrekey: nil)
    for count in [33, 1_000, 60_000] { withoutKeyWork(tooMany, crowded(count)) }
    _ = try Bundle.decode(crowded(32))
    // The slots themselves need not even make sense.
    withoutKeyWork(tooMany, crowded(40, slot: [1, 3, 9, 9, 9, 0, 2, 7, 7]))
  }

  @Test func moreThanThirtyTwoIsFoundBySkippingHoweverTheyAreMade() throws {
    let slot = try BundleForge.longTermSlot(from: alice.identity, to: bob.identity)
    let bytes = try BundleForge(random, from: alice.identity, group: group)
      .bundle([BundleForge.Slot](repeating: slot, count: 33))
    withoutKeyWork(.refused(.tooManyRecipients(max: 32), usedPrekey: nil), bytes)
  }

  @Test func oversizeIsRefusedFirst() {
    withoutKeyWork(.tooLarge(max: 262_144), [UInt8](repeating: 0, count: 262_145))
  }

  @Test func truncationAndTailsAreMalformed() throws {
    let bytes = try grouped()
    #expect(throws: BundleError.malformed(.trailingBytes)) { try Bundle.decode(bytes + [0]) }
    for count in [0, 4, 5, 6, 40, bytes.count - 1] {
      #expect(throws: BundleError.malformed(.truncated)) { try Bundle.decode(Array(bytes.prefix(count))) }
    }
    #expect(throws: BundleError.malformed(.invalidValue)) { try Bundle.decode([0x53, 0x54, 0x54, 0x46, 4]) }
  }

  @Test func aSingleRecipientBundleHasNoEnvelope() throws {
    let grouped = try grouped()
    var bytes = grouped
    bytes[5] = 3
    #expect(throws: BundleError.malformed(.invalidValue)) { try Bundle.decode(bytes) }
  }

  /// A slot by itself whose mode has no meaning here was made for this device by a later version.
  @Test func aSlotOfALaterModeIsKeptForLater() throws {
    let slot = try BundleForge.longTermSlot(from: alice.identity, to: bob.identity)
    var bytes = try BundleForge(random, from: alice.identity, group: group).bundle([slot])
    let index = bytes.count - (try Bundle.decode(bytes).group?.recipients[0].encoded().count ?? 0)
    #expect(bytes[index] == 4)
    bytes[index] = 6
    #expect(throws: BundleError.unsupportedMode(6)) { try bob.open(bytes) }
  }

  /// Slots do not nest.
  @Test func aSlotIsNotAGroup() throws {
    let slot = try BundleForge.longTermSlot(from: alice.identity, to: bob.identity)
    var bytes = try BundleForge(random, from: alice.identity, group: group).bundle([slot])
    let index = bytes.count - (try Bundle.decode(bytes).group?.recipients[0].encoded().count ?? 0)
    bytes[index] = 5
    #expect(throws: BundleError.malformed(.invalidValue)) { try Bundle.decode(bytes) }
  }
}
