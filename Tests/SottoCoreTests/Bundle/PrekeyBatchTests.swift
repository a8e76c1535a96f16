import SottoCore
import SottoCrypto
import SottoWire
import TestSupport
import Testing

@Suite struct PrekeyBatchTests {
  let random = SeededRandom(seed: 12)
  let issuer: DeviceIdentity
  let own: DeviceIdentity
  let now = Timestamp(milliseconds: 1_700_000_000_000)

  init() {
    issuer = DeviceIdentity.generate(random: random)
    own = DeviceIdentity.generate(random: random)
  }

  private func make(count: Int = 3) -> (batch: PrekeyBatch, prekeys: [Prekey]) {
    PrekeyBatch.make(counter: 7, count: count, from: issuer, to: own.deviceID, now: now, random: random)
  }

  /// The batch with other keys, signed all the same, as a peer could make it.
  private func signed(
    _ keys: [PublicPrekey], createdAt: Timestamp? = nil, expiry: Timestamp? = nil
  ) throws -> PrekeyBatch {
    var fields = WireWriter()
    fields.u64(7)
    fields.value(createdAt ?? now)
    fields.value(expiry ?? now.adding(.days(30)))
    fields.vector(keys)
    fields.value(Extensions())
    let bytes = fields.finish()
    let message =
      Array("sotto/1 prekey batch".utf8) + [0] + issuer.deviceID.bytes + own.deviceID.bytes + bytes
    return try PrekeyBatch(encoded: bytes + issuer.signing.signature(for: message))
  }

  private func verify(_ batch: PrekeyBatch) throws {
    try batch.verify(issuer: issuer.signingKey, recipient: own.deviceID, now: now)
  }

  @Test func aMadeBatchVerifiesAndMatchesItsPrivateHalves() throws {
    let (batch, prekeys) = make()
    try verify(batch)
    #expect(prekeys.map(\.publicHalf) == batch.prekeys)
    #expect(prekeys.allSatisfy { $0.expiry == now.adding(.days(30)) && $0.deletionTime == now.adding(.days(44)) })
  }

  @Test func sizesAreThoseOfTheTable() {
    #expect(make(count: 15).batch.encoded().count == 1_306)
    #expect(make(count: 5).batch.encoded().count == 496)
    #expect(make(count: 15).batch.prekeys.count == Limits.prekeyBatchSize)
  }

  @Test func theSignatureCoversTheFieldsAsDescribed() throws {
    try verify(try signed(make().batch.prekeys))
  }

  @Test func everyChangedByteBreaksTheSignature() throws {
    let bytes = make(count: 1).batch.encoded()
    for index in bytes.indices {
      var changed = bytes
      changed[index] ^= 4
      guard let batch = try? PrekeyBatch(encoded: changed) else { continue }
      #expect(throws: PrekeyError.signatureInvalid) { try verify(batch) }
    }
  }

  @Test func idsAreUnique() throws {
    let keys = make().batch.prekeys
    let twice = [keys[0], PublicPrekey(id: keys[0].id, key: keys[1].key)]
    #expect(throws: PrekeyError.duplicateID) { try verify(try signed(twice)) }
  }

  @Test func everyKeyIsAPoint() throws {
    var bytes = make().batch.prekeys[0].key.bytes
    bytes[40] ^= 1
    let bad = PublicPrekey(id: PrekeyID(unchecked: random.bytes(16)), key: PrekeyPublicKey(unchecked: bytes))
    #expect(throws: PrekeyError.invalidPoint) { try verify(try signed([bad])) }
    let infinity = PublicPrekey(id: bad.id, key: PrekeyPublicKey(unchecked: [UInt8](repeating: 0, count: 65)))
    #expect(throws: PrekeyError.invalidPoint) { try verify(try signed([infinity])) }
  }

  @Test func noBatchLivesLongerThanThirtyDays() throws {
    let keys = make().batch.prekeys
    let tooLong = try signed(keys, expiry: now.adding(.days(30)).adding(TimeSpan(milliseconds: 1)))
    #expect(throws: PrekeyError.datesInvalid) { try verify(tooLong) }
    let backwards = try signed(keys, createdAt: now.adding(.hours(2)), expiry: now.adding(.hours(1)))
    #expect(throws: PrekeyError.datesInvalid) { try verify(backwards) }
  }

  @Test func emptyAndOversizeBatchesDoNotDecode() throws {
    #expect(throws: WireError.invalidValue) { try signed([]) }
    let keys = make(count: 30).batch.prekeys + make(count: 1).batch.prekeys
    #expect(throws: WireError.tooLong(max: 30)) { try signed(keys) }
  }

  @Test func decodersMeetHostileInput() throws {
    try assertCanonical(make().batch)
    try assertCanonical(PrekeySection(make().batch))
    let prekey = make().prekeys[0]
    try assertCanonical(prekey, mutations: 50)
    #expect(try Prekey(encoded: prekey.encodedSecret()).publicHalf == prekey.publicHalf)
  }

  @Test func aSectionCountsAllKeysOrNone() throws {
    let batch = make().batch
    #expect(PrekeySection(batch).batch == batch)
    #expect(try PrekeySection(encoded: [3] + batch.encoded()).batch == batch)
    #expect(try PrekeySection(encoded: [0] + batch.encoded()).batch == nil)
    #expect(throws: WireError.invalidValue) { try PrekeySection(encoded: [2] + batch.encoded()) }
  }
}
