import SottoCore
import SottoCrypto
import TestSupport
import Testing

@Suite struct PrekeyIssuerTests {
  let random = SeededRandom(seed: 13)
  let own: DeviceIdentity
  let peer: DeviceID
  let start = Timestamp(milliseconds: 1_700_000_000_000)

  init() {
    own = DeviceIdentity.generate(random: random)
    peer = DeviceIdentity.generate(random: random).deviceID
  }

  private func messageID() -> MessageID { MessageID(unchecked: random.bytes(16)) }

  private func issue(
    _ issuer: inout PrekeyIssuer, on carrier: PrekeyIssuer.Carrier, at time: Timestamp
  ) -> (batch: PrekeyBatch, newPrekeys: [Prekey])? {
    issuer.batch(for: carrier, from: own, to: peer, now: time, random: random)
  }

  /// An issuer whose first batch is proven.
  private func stocked(_ first: inout [PrekeyID]) throws -> PrekeyIssuer {
    var issuer = PrekeyIssuer()
    let id = messageID()
    let made = try #require(issue(&issuer, on: .bundle(id), at: start))
    issuer.receiptCame(for: id)
    first = made.batch.prekeys.map(\.id)
    return issuer
  }

  @Test func fifteenAtPairing() throws {
    var issuer = PrekeyIssuer()
    #expect(issuer.dueReason(now: start) == .neverIssued)
    let made = try #require(issue(&issuer, on: .bundle(messageID()), at: start))
    #expect(made.batch.prekeys.count == 15)
    #expect(made.newPrekeys.map(\.publicHalf) == made.batch.prekeys)
    #expect(made.batch.counter == 1)
    try made.batch.verify(issuer: own.signingKey, recipient: peer, now: start)
  }

  @Test func nothingIsDueWhileThePeerIsStocked() throws {
    var ids: [PrekeyID] = []
    var issuer = try stocked(&ids)
    for id in ids.prefix(9) { issuer.prekeyWasUsed(id) }
    #expect(issuer.dueReason(now: start) == nil)
    #expect(issue(&issuer, on: .bundle(messageID()), at: start) == nil)
  }

  @Test func dueWhenFiveAreLeft() throws {
    var ids: [PrekeyID] = []
    var issuer = try stocked(&ids)
    for id in ids.prefix(10) { issuer.prekeyWasUsed(id) }
    #expect(issuer.dueReason(now: start) == .lowStock)
    #expect(issue(&issuer, on: .bundle(messageID()), at: start)?.batch.counter == 2)
  }

  @Test func theSameKeyCountsOnceAndUnknownOnesNever() throws {
    var ids: [PrekeyID] = []
    var issuer = try stocked(&ids)
    for _ in 0..<20 { issuer.prekeyWasUsed(ids[0]) }
    for _ in 0..<20 { issuer.prekeyWasUsed(PrekeyID(unchecked: random.bytes(16))) }
    #expect(issuer.dueReason(now: start) == nil)
  }

  @Test func dueWhenThreeWeeksOld() throws {
    var ids: [PrekeyID] = []
    let issuer = try stocked(&ids)
    let weeks = start.adding(.days(21))
    #expect(issuer.dueReason(now: weeks.subtracting(TimeSpan(milliseconds: 1))) == nil)
    #expect(issuer.dueReason(now: weeks) == .oldBatch)
  }

  @Test func dueAfterALongTermMessage() throws {
    var ids: [PrekeyID] = []
    var issuer = try stocked(&ids)
    issuer.longTermMessageCame(now: start)
    #expect(issuer.dueReason(now: start) == .longTermMessage)
    _ = issue(&issuer, on: .alone, at: start)
    #expect(issuer.dueReason(now: start) == nil)
  }

  @Test func oneUnprovenBatchAtATime() throws {
    var issuer = PrekeyIssuer()
    let first = try #require(issue(&issuer, on: .bundle(messageID()), at: start))
    issuer.longTermMessageCame(now: start)
    let later = start.adding(.hours(1))
    #expect(issuer.dueReason(now: later) == nil)
    let again = try #require(issue(&issuer, on: .bundle(messageID()), at: later))
    #expect(again.batch == first.batch)
    #expect(again.newPrekeys.isEmpty)
  }

  @Test func aloneAtMostDaily() throws {
    var issuer = PrekeyIssuer()
    #expect(issuer.shouldSendAlone(now: start))
    let first = try #require(issue(&issuer, on: .alone, at: start))
    let almost = start.adding(.hours(23))
    #expect(!issuer.shouldSendAlone(now: almost))
    #expect(issue(&issuer, on: .alone, at: almost) == nil)
    let day = start.adding(.days(1))
    #expect(issuer.shouldSendAlone(now: day))
    #expect(issue(&issuer, on: .alone, at: day)?.batch == first.batch)
    #expect(!issuer.shouldSendAlone(now: day))
  }

  @Test func aRideOnABundlePutsOffTheNextAlone() throws {
    var issuer = PrekeyIssuer()
    _ = issue(&issuer, on: .alone, at: start)
    _ = issue(&issuer, on: .bundle(messageID()), at: start.adding(.hours(20)))
    #expect(!issuer.shouldSendAlone(now: start.adding(.hours(30))))
    #expect(issuer.shouldSendAlone(now: start.adding(.hours(44))))
  }

  @Test func notAgainAfterSevenDays() throws {
    var issuer = PrekeyIssuer()
    let first = try #require(issue(&issuer, on: .bundle(messageID()), at: start))
    let week = start.adding(.days(7))
    #expect(issue(&issuer, on: .bundle(messageID()), at: week)?.batch == first.batch)
    let after = week.adding(TimeSpan(milliseconds: 1))
    #expect(issue(&issuer, on: .bundle(messageID()), at: after) == nil)
    #expect(!issuer.shouldSendAlone(now: after))
    // A sign that the peer has none starts anew.
    issuer.longTermMessageCame(now: after)
    #expect(issue(&issuer, on: .bundle(messageID()), at: after)?.batch.counter == 2)
  }

  @Test func theUseOfAKeyProvesTheBatch() throws {
    var issuer = PrekeyIssuer()
    let made = try #require(issue(&issuer, on: .alone, at: start))
    #expect(issuer.hasUnprovenBatch)
    issuer.prekeyWasUsed(PrekeyID(unchecked: random.bytes(16)))
    #expect(issuer.hasUnprovenBatch)
    issuer.prekeyWasUsed(made.batch.prekeys[4].id)
    #expect(!issuer.hasUnprovenBatch)
    #expect(issue(&issuer, on: .bundle(messageID()), at: start) == nil)
  }

  @Test func aReceiptForACarryingBundleProvesTheBatch() throws {
    var issuer = PrekeyIssuer()
    let carriers = [messageID(), messageID()]
    for carrier in carriers { _ = issue(&issuer, on: .bundle(carrier), at: start) }
    issuer.receiptCame(for: messageID())
    #expect(issuer.hasUnprovenBatch)
    issuer.receiptCame(for: carriers[1])
    #expect(!issuer.hasUnprovenBatch)
  }

  @Test func slotsSideBySideCarryFive() throws {
    var issuer = PrekeyIssuer()
    let made = try #require(issue(&issuer, on: .slots(messageID()), at: start))
    #expect(made.batch.prekeys.count == 5)
    #expect(issue(&issuer, on: .slots(messageID()), at: start)?.batch == made.batch)
    #expect(issue(&issuer, on: .bundle(messageID()), at: start)?.batch == made.batch)
  }

  @Test func aBatchOfFifteenDoesNotRideInSlotsSideBySide() throws {
    var issuer = PrekeyIssuer()
    _ = issue(&issuer, on: .bundle(messageID()), at: start)
    #expect(issue(&issuer, on: .slots(messageID()), at: start) == nil)
  }

  @Test func storedFormIsCanonicalAndKeepsDeciding() throws {
    var issuer = PrekeyIssuer()
    try assertCanonical(issuer)
    let carrier = messageID()
    _ = issue(&issuer, on: .bundle(carrier), at: start)
    try assertCanonical(issuer)
    var restored = try PrekeyIssuer(encoded: issuer.encoded())
    #expect(restored == issuer)
    restored.receiptCame(for: carrier)
    #expect(!restored.hasUnprovenBatch)
  }
}
