import SottoCore
import SottoCrypto
import SottoWire
import TestSupport
import Testing

@Suite struct ShardSectionTests {
  let random = SeededRandom(seed: 43)
  let alice: TestDevice
  let bob: TestDevice
  let carol: TestDevice
  let group: GroupID
  let text = Array("text".utf8)

  init() throws {
    alice = try TestDevice(random)
    bob = try TestDevice(random)
    carol = try TestDevice(random)
    group = GroupID(unchecked: random.bytes(16))
    alice.pair(with: bob, try TestDevice.material(random))
    alice.pair(with: carol, try TestDevice.material(random))
  }

  private func operation(_ kind: ShardOperation.Kind) throws -> ShardOperation {
    try #require(
      ShardOperation(
        kind: kind, shardID: ShardID(unchecked: random.bytes(16)), body: random.secret(ShardOperation.bodySize)))
  }

  private func ids(_ count: Int) -> [ShardID] {
    (0..<count).map { _ in ShardID(unchecked: random.bytes(16)) }
  }

  private func shards(operations: Int = 1, manifest: Int = 1, expected: Int = 1) throws -> ShardContent {
    ShardContent(
      operations: try (0..<operations).map { _ in try operation(.distribute) }, custodyManifest: ids(manifest),
      expectedShards: ids(expected), metadataAttempted: true, counter: 7)
  }

  private func eligible(_ device: TestDevice, _ shards: ShardContent?) throws -> BundleRecipient {
    try alice.recipient(device, prekey: device.prekey(for: alice), mark: AppVersion(1, 9, 1), shards: shards)
  }

  private func slotSizes(_ bundle: Bundle) -> Set<Int> {
    Set(bundle.group?.recipients.map(\.wrappedPayload.count) ?? [])
  }

  @Test(arguments: [(0, 2), (1, 2), (2, 2), (3, 4), (4, 4), (5, 8), (9, 16), (17, 32), (256, 256)])
  func tiers(_ count: Int, _ tier: Int) {
    #expect(ShardPadding.tier(for: count) == tier)
  }

  @Test func anEligibleMemberGetsItsShards() throws {
    let content = try shards(operations: 3, manifest: 2, expected: 5)
    let bundle = try alice.sealGroup(text, group, to: [try eligible(bob, content), try eligible(carol, nil)])
    #expect(try bob.open(bundle).shards == content)
    #expect(try carol.open(bundle).shards == .notAttempted)
  }

  /// Attempted and empty is a statement, not attempted is none.
  @Test func emptyAndNotAttemptedDiffer() throws {
    let none = ShardContent(
      operations: [], custodyManifest: [], expectedShards: [], metadataAttempted: true, counter: 9)
    let opened = try bob.open(try alice.sealSingle(text, to: try eligible(bob, none)))
    #expect(opened.shards == none)
    #expect(opened.shards != .notAttempted)
  }

  @Test func listsThatWereNotAttemptedAreIgnored() throws {
    let content = ShardContent(
      operations: [], custodyManifest: ids(1), expectedShards: ids(1), metadataAttempted: false, counter: 1)
    #expect(content.custodyManifest.isEmpty && content.expectedShards.isEmpty)
  }

  /// One length for all, whatever each of them gets.
  @Test func slotsHaveOneLength() throws {
    let heavy = try shards(operations: 5, manifest: 9, expected: 3)
    let members = [try eligible(bob, heavy), try alice.recipient(carol)]
    #expect(slotSizes(try alice.sealGroup(text, group, to: members)).count == 1)
    // The tier shows, not the count.
    let lighter = try shards(operations: 8, manifest: 16, expected: 4)
    #expect(
      slotSizes(try alice.sealGroup(text, group, to: members))
        == slotSizes(try alice.sealGroup(text, group, to: [try eligible(bob, lighter), try eligible(carol, nil)])))
  }

  @Test func eachFieldHasItsOwnTier() throws {
    func size(_ content: ShardContent) throws -> Int {
      try #require(slotSizes(try alice.sealGroup(text, group, to: [try eligible(bob, content)])).first)
    }
    let base = try size(try shards())
    #expect(try size(try shards(operations: 3)) == base + 2 * ShardOperation.size)
    // 4 ids take 64 bytes, whose length needs a second byte.
    #expect(try size(try shards(manifest: 3)) == base + 2 * 16 + 1)
    #expect(try size(try shards(expected: 3)) == base + 2 * 16 + 1)
  }

  // MARK: Eligibility

  @Test func withoutMarkPrekeyOrMaterialNothingIsCarried() throws {
    let content = try shards()
    let classical = try TestDevice(random)
    alice.pair(with: classical, nil)
    let noMark = try alice.recipient(bob, prekey: bob.prekey(for: alice), shards: content)
    let oldMark = try alice.recipient(
      bob, prekey: bob.prekey(for: alice), mark: AppVersion(1, 9, 0), shards: content)
    let noPrekey = try alice.recipient(bob, mark: AppVersion(1, 9, 1), shards: content)
    for recipient in [noMark, oldMark, noPrekey] {
      let opened = try bob.open(try alice.sealSingle(text, to: recipient))
      #expect(opened.content == text)
      #expect(opened.shards ?? .notAttempted == .notAttempted)
    }
    let opened = try classical.open(try alice.sealSingle(text, to: try eligible(classical, content)))
    #expect(opened.shards == .notAttempted)
  }

  @Test func tooManyShardsAreATypedError() throws {
    let recipient = try eligible(bob, try shards(manifest: 257))
    #expect(throws: BundleError.tooManyShards(bob.id)) { try alice.sealSingle(text, to: recipient) }
    #expect(throws: BundleError.tooManyShards(bob.id)) { try alice.sealGroup(text, group, to: [recipient]) }
  }

  // MARK: Defence on receipt

  private func section(
    _ operations: [ShardOperation], manifest: Int, count: UInt16, attempted: Bool = true
  ) -> [UInt8] {
    var writer = WireWriter()
    writer.vector(operations)
    writer.vector(ids(manifest))
    writer.u16(count)
    writer.vector(ids(2))
    writer.u16(0)
    writer.bool(attempted)
    writer.u64(3)
    return writer.finish()
  }

  /// A sender that pushes shards through a path without a prekey, whatever it believes.
  @Test func longTermSlotsLoseTheirShards() throws {
    var forge = BundleForge(random, from: alice.identity, group: group)
    forge.shards = section([try operation(.distribute)], manifest: 2, count: 1)
    let material = try #require(bob.known.first?.quantum)
    let longTerm = try BundleForge.longTermSlot(from: alice.identity, to: bob.identity, material)
    #expect(try bob.open(try forge.bundle([longTerm])).shards == nil)
    let withPrekey = try BundleForge.forwardSecretSlot(
      from: alice.identity, to: bob.identity, bob.prekey(for: alice), material, random: random)
    #expect(try bob.open(try forge.bundle([withPrekey])).shards?.operations.count == 1)
  }

  @Test func downgradedSlotsLoseTheirShards() throws {
    var forge = BundleForge(random, from: alice.identity, group: group)
    forge.shards = section([try operation(.distribute)], manifest: 2, count: 1)
    let classical = try BundleForge.forwardSecretSlot(
      from: alice.identity, to: bob.identity, bob.prekey(for: alice), random: random)
    let opened = try bob.open(try forge.bundle([classical]))
    #expect(opened.downgraded)
    #expect(opened.shards == nil)
    #expect(opened.content == forge.content)
  }

  @Test func unknownOperationsAreDropped() throws {
    let operations = try [.distribute, .unsupported(0x80), .replace, .unsupported(9), .handBack].map(operation)
    let section = try ShardSection(encoded: section(operations, manifest: 2, count: 2))
    #expect(section.content.operations.map(\.kind) == [.distribute, .replace, .handBack])
    #expect(section.content.custodyManifest.count == 2)
    #expect(section.content.counter == 3)
  }

  @Test func aCountAboveItsArrayDiscardsTheSection() {
    #expect(throws: WireError.invalidValue) { try ShardSection(encoded: section([], manifest: 2, count: 3)) }
  }

  @Test func listsOfASectionThatWasNotAttemptedAreIgnored() throws {
    let section = try ShardSection(encoded: section([], manifest: 2, count: 2, attempted: false))
    #expect(section.content.custodyManifest.isEmpty)
    #expect(!section.content.metadataAttempted)
  }

  @Test func decodersMeetHostileInput() throws {
    try assertCanonical(try operation(.replace))
    try assertCanonical(
      try ShardSection(encoded: section([try operation(.distribute)], manifest: 2, count: 1)))
    #expect(ShardOperation.size == 168)
    #expect(try operation(.handBack).encoded().count == 168)
  }
}
