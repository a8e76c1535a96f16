import SottoCore
import SottoCrypto
import SottoWire
import TestSupport
import Testing

/// What repeats, time, restarts and a second pairing do to the four messages.
@Suite struct PairingLifetimeTests {
  // MARK: Order and repeats

  @Test func messagesOutOfOrderChangeNothing() throws {
    var other = try PairingPair()
    let request = try other.join.resume().message
    let offer = try other.toInviter(request).message
    let accept = try other.toJoiner(offer).message
    let confirm = try other.toInviter(accept).message
    var pair = try PairingPair(other.inviter, other.joiner)
    for message in [offer, accept, confirm] {
      #expect(throws: PairingError.unexpectedMessage) { try pair.toInviter(message) }
    }
    for message in [request, accept, confirm] {
      #expect(throws: PairingError.unexpectedMessage) { try pair.toJoiner(message) }
    }
    #expect(throws: Never.self) { try pair.run() }
  }

  @Test func aRepeatedOfferGetsTheIdenticalAccept() throws {
    var pair = try PairingPair(inviterKEM: FakeKEM(), joinerKEM: FakeKEM())
    let offer = try pair.toInviter(pair.join.resume().message).message
    let accept = try pair.toJoiner(offer).message
    #expect(try pair.toJoiner(offer).message.encoded() == accept.encoded())
    #expect(try pair.join.resume().message == accept)
    #expect(throws: PairingError.unexpectedMessage) { try pair.toJoiner(offer.changing(at: -1)) }
  }

  @Test func nothingHappensAfterTheEnd() throws {
    var pair = try PairingPair()
    let offer = try pair.toInviter(pair.join.resume().message).message
    let accept = try pair.toJoiner(offer).message
    let confirm = try pair.toInviter(accept).message
    _ = try pair.toJoiner(confirm)
    for message in [offer, confirm] {
      #expect(throws: PairingError.ended) { try pair.toJoiner(message) }
    }
    #expect(pair.join.resume().isEmpty)
  }

  @Test func cancelling() throws {
    var pair = try PairingPair()
    let request = try pair.join.resume().message
    pair.window.cancel()
    #expect(throws: PairingError.ended) { try pair.toInviter(request) }
    pair.join.cancel()
    #expect(pair.join.isOver && pair.join.resume().isEmpty)
  }

  // MARK: Time

  @Test func anExpiredInvitationIsNotAnswered() throws {
    let window = try PairingParty(seed: 1).invite()
    let joiner = try PairingParty(seed: 2)
    #expect(throws: PairingError.expired) {
      try JoinerPairing(invitation: window.invitation, device: joiner.device, at: window.invitation.expiry)
    }
  }

  @Test func theWindowClosesAtItsExpiry() throws {
    for step in 1...2 {
      var pair = try PairingPair()
      let message = step == 1 ? try pair.join.resume().message : try pair.upToAccept()
      pair.now = pair.window.invitation.expiry
      #expect(throws: PairingError.expired) { try pair.toInviter(message) }
      #expect(pair.window.isOver)
    }
  }

  @Test func expiringWithoutAMessage() throws {
    var pair = try PairingPair()
    let expiry = pair.window.invitation.expiry
    let deadline = expiry.adding(.hours(24))
    let moment = TimeSpan(milliseconds: 1)
    let window = [expiry.subtracting(moment), expiry, expiry].map { pair.window.expire(at: $0) }
    #expect(window == [false, true, false])
    let join = [expiry, deadline.subtracting(moment), deadline, deadline].map { pair.join.expire(at: $0) }
    #expect(join == [false, false, true, false])
    #expect(pair.join.isOver)
  }

  /// The confirmation may be on its way for long; after a day nobody waits.
  @Test func theJoinerWaitsADayLonger() throws {
    var pair = try PairingPair()
    let half = try pair.toInviter(try pair.upToAccept())
    var late = pair
    pair.now = pair.window.invitation.expiry.adding(.hours(24)).subtracting(TimeSpan(milliseconds: 1))
    #expect(try pair.toJoiner(half.message).result.peer == (late.join.peer))
    late.now = late.window.invitation.expiry.adding(.hours(24))
    #expect(throws: PairingError.expired) { try late.toJoiner(half.message) }
    #expect(late.join.isOver)
  }

  // MARK: Pairing again

  @Test func unchangedIdentityKeysAreNoKeyChange() throws {
    var first = try PairingPair()
    let held = try first.run()
    let inviter = try first.inviter.with(kem: FakeKEM(), seed: 11)
    let joiner = try first.joiner.with(kem: FakeKEM(), seed: 12)
    var second = try PairingPair(joiner, inviter)
    let now = try second.run()
    #expect(now.joiner.quantum != nil)
    #expect(!now.joiner.peer.isKeyChange(from: held.inviter.peer) && !now.inviter.peer.isKeyChange(from: held.joiner.peer))
  }

  @Test func otherKeysAreAKeyChange() throws {
    var first = try PairingPair()
    let held = try first.run()
    var second = try PairingPair(first.inviter, PairingParty(seed: 3))
    #expect(try second.run().inviter.peer.isKeyChange(from: held.inviter.peer))
  }

  // MARK: Durable states

  @Test func statesSurviveTheStore() throws {
    var pair = try PairingPair(inviterKEM: FakeKEM(), joinerKEM: FakeKEM())
    func reload() throws {
      pair.window = try InviterPairing(encoded: pair.window.encodedSecret())
      pair.join = try JoinerPairing(encoded: pair.join.encodedSecret())
    }
    try reload()
    let offer = try pair.toInviter(pair.join.resume().message).message
    try reload()
    #expect(try pair.window.resume().message == offer)
    let accept = try pair.toJoiner(offer).message
    try reload()
    #expect(try pair.join.resume().message == accept)
    let half = try pair.toInviter(accept)
    try reload()
    #expect(pair.window.isOver)
    #expect(try pair.toJoiner(half.message).result.quantum == half.result.quantum)
    try reload()
    #expect(pair.join.isOver)
  }

  @Test func hostileStates() throws {
    var pair = try PairingPair(inviterKEM: FakeKEM(), joinerKEM: FakeKEM())
    try assertCanonical(pair.window, mutations: 200)
    try assertCanonical(pair.join, mutations: 200)
    _ = try pair.upToAccept()
    try assertCanonical(pair.window, mutations: 200)
    try assertCanonical(pair.join, mutations: 200)
  }
}
