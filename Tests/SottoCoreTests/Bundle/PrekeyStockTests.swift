import SottoCore
import SottoCrypto
import SottoWire
import TestSupport
import Testing

@Suite struct PrekeyStockTests {
  let random = SeededRandom(seed: 11)
  let issuer: DeviceIdentity
  let own: DeviceIdentity
  let now = Timestamp(milliseconds: 1_700_000_000_000)

  init() {
    issuer = DeviceIdentity.generate(random: random)
    own = DeviceIdentity.generate(random: random)
  }

  private func batch(counter: UInt64 = 1, count: Int = 3, at time: Timestamp? = nil) -> PrekeyBatch {
    PrekeyBatch.make(
      counter: counter, count: count, from: issuer, to: own.deviceID, now: time ?? now, random: random
    ).batch
  }

  private func accept(_ batch: PrekeyBatch, into stock: inout PrekeyStock, now: Timestamp? = nil) throws {
    try stock.accept(batch, issuer: issuer.signingKey, recipient: own.deviceID, now: now ?? self.now)
  }

  private func take(from stock: inout PrekeyStock) throws -> PrekeyStock.Taken {
    let taken = stock.takeOldest(now: now)
    return try #require(taken)
  }

  @Test func takesTheOldestFirst() throws {
    var stock = PrekeyStock()
    let batch = batch()
    try accept(batch, into: &stock)
    #expect(stock.count(now: now) == 3)
    let taken = (0..<3).compactMap { _ in stock.takeOldest(now: now)?.prekey }
    #expect(taken == batch.prekeys)
    let none = stock.takeOldest(now: now)
    #expect(none == nil)
  }

  @Test func takesNothingExpired() throws {
    var stock = PrekeyStock()
    try accept(batch(), into: &stock)
    let expiry = now.adding(Limits.prekeyLifetime)
    let before = stock.takeOldest(now: expiry.subtracting(TimeSpan(milliseconds: 1)))
    #expect(before != nil)
    let after = stock.takeOldest(now: expiry)
    #expect(after == nil)
    #expect(stock.count(now: expiry) == 0)
  }

  @Test func aNewerBatchReplacesTheStock() throws {
    var stock = PrekeyStock()
    try accept(batch(counter: 1), into: &stock)
    let newer = batch(counter: 2, count: 2)
    try accept(newer, into: &stock)
    #expect(stock.count(now: now) == 2)
    #expect(try take(from: &stock).prekey == newer.prekeys[0])
  }

  @Test(arguments: [UInt64(4), 5])
  func aCounterThatIsNotHigherIsRefused(_ counter: UInt64) throws {
    var stock = PrekeyStock()
    try accept(batch(counter: 5), into: &stock)
    let before = stock
    let other = batch(counter: counter)
    #expect(throws: PrekeyError.counterNotHigher) { try accept(other, into: &stock) }
    #expect(stock == before)
  }

  @Test func anotherIssuerOrRecipientIsRefused() throws {
    var stock = PrekeyStock()
    let batch = batch()
    #expect(throws: PrekeyError.signatureInvalid) {
      try stock.accept(batch, issuer: own.signingKey, recipient: own.deviceID, now: now)
    }
    #expect(throws: PrekeyError.signatureInvalid) {
      try stock.accept(batch, issuer: issuer.signingKey, recipient: issuer.deviceID, now: now)
    }
    #expect(stock.count(now: now) == 0)
  }

  @Test func datesMustBeSane() throws {
    var stock = PrekeyStock()
    let expired = batch(at: now.subtracting(.days(30)))
    #expect(throws: PrekeyError.datesInvalid) { try accept(expired, into: &stock) }
    let ahead = batch(at: now.adding(.days(2)))
    #expect(throws: PrekeyError.datesInvalid) { try accept(ahead, into: &stock) }
    let slightlyAhead = batch(at: now.adding(.hours(20)))
    try accept(slightlyAhead, into: &stock)
  }

  @Test func aPrekeyThatNeverFlewComesBackFirst() throws {
    var stock = PrekeyStock()
    try accept(batch(), into: &stock)
    let taken = try take(from: &stock)
    stock.giveBack(taken, wasEverInFlight: false)
    #expect(stock.count(now: now) == 3)
    #expect(try take(from: &stock) == taken)
  }

  @Test func aPrekeyThatFlewStaysSpent() throws {
    var stock = PrekeyStock()
    try accept(batch(), into: &stock)
    let taken = try take(from: &stock)
    stock.giveBack(taken, wasEverInFlight: true)
    #expect(stock.count(now: now) == 2)
  }

  @Test func aPrekeyOfAReplacedBatchDoesNotComeBack() throws {
    var stock = PrekeyStock()
    try accept(batch(counter: 1), into: &stock)
    let taken = try take(from: &stock)
    try accept(batch(counter: 2, count: 1), into: &stock)
    stock.giveBack(taken, wasEverInFlight: false)
    #expect(stock.count(now: now) == 1)
  }

  @Test func givingBackTwiceCountsOnce() throws {
    var stock = PrekeyStock()
    try accept(batch(), into: &stock)
    let taken = try take(from: &stock)
    stock.giveBack(taken, wasEverInFlight: false)
    stock.giveBack(taken, wasEverInFlight: false)
    #expect(stock.count(now: now) == 3)
  }

  @Test func storedFormIsCanonical() throws {
    var stock = PrekeyStock()
    try assertCanonical(stock)
    try accept(batch(), into: &stock)
    let taken = try take(from: &stock)
    try assertCanonical(stock)
    try assertCanonical(taken)
    #expect(try PrekeyStock(encoded: stock.encoded()) == stock)
  }
}
