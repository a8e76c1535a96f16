import SottoCore
import SottoCrypto
import SottoWire
import TestSupport
import Testing

/// The rules of the four messages between two honest devices, and against everybody else.
@Suite struct PairingTests {
  @Test func fourMessagesPair() throws {
    var pair = try PairingPair()
    let (inviter, joiner) = try pair.run()
    #expect(inviter.peer.deviceID == pair.joiner.identity.deviceID)
    #expect(joiner.peer.deviceID == pair.inviter.identity.deviceID)
    #expect(inviter.deviceList == pair.joiner.device.deviceList)
    #expect(joiner.deviceList == pair.inviter.device.deviceList)
    #expect(pair.window.isOver && pair.join.isOver)
  }

  @Test func bothPeopleSeeTheSameThreeNames() throws {
    var pair = try PairingPair()
    let (inviter, joiner) = try pair.run()
    #expect(inviter.safetyWords == joiner.safetyWords)
    let names = inviter.safetyWords.text.split(separator: " ")
    #expect(names.count == 3)
    let (adjectives, nouns) = DeviceName.wordLists
    for name in names {
      #expect(adjectives.contains { name.hasPrefix($0) && nouns.contains(String(name.dropFirst($0.count))) })
    }
    var again = try PairingPair(pair.inviter, pair.joiner)
    #expect(try again.run().inviter.safetyWords != inviter.safetyWords)
  }

  @Test func eachMessageGoesToItsMailbox() throws {
    var pair = try PairingPair()
    func destination(_ effects: [PairingEffect]) throws -> PairDestination {
      switch effects.first {
      case .send(_, to: let destination), .halfPaired(_, confirmation: _, to: let destination): return destination
      default: throw UnexpectedEffect(effects: effects)
      }
    }
    let invitation = pair.window.invitation
    let first = try destination(pair.join.resume())
    #expect(first.mailbox == invitation.windowKey && first.accessKey == invitation.accessKey)
    #expect(first.relay == .endpoint(try #require(invitation.relay)))
    let offer = try pair.toInviter(pair.join.resume().message)
    #expect(try destination(offer).mailbox == pair.joiner.identity.mailboxKey)
    #expect(try destination(offer).accessKey == pair.joiner.device.accessKey)
    #expect(try destination(offer).relay == pair.joiner.device.relay.map { .address($0) })
    let accept = try pair.toJoiner(offer.message)
    #expect(try destination(accept) == first)
    #expect(try destination(pair.toInviter(accept.message)) == destination(offer))
  }

  // MARK: The window

  @Test func theFirstValidRequestOwnsTheWindow() throws {
    var pair = try PairingPair()
    let other = try PairingParty(seed: 3)
    let otherJoin = try other.join(pair.window)
    let offer = try pair.toInviter(pair.join.resume().message).message
    #expect(throws: PairingError.windowTaken) {
      try pair.window.handle(otherJoin.resume().message, from: other.key, device: pair.inviter.device, at: pair.now)
    }
    // A second request of the same device, made anew, is another one too.
    let second = try pair.joiner.join(pair.window)
    #expect(throws: PairingError.windowTaken) { try pair.toInviter(second.resume().message) }
    #expect(try pair.toInviter(pair.join.resume().message).message == offer)
    #expect(pair.window.peer?.deviceID == pair.joiner.identity.deviceID)
  }

  @Test func anIdenticalRepeatGetsTheIdenticalOffer() throws {
    var pair = try PairingPair(inviterKEM: FakeKEM(), joinerKEM: FakeKEM())
    let offer = try pair.toInviter(pair.join.resume().message).message
    for _ in 0..<3 {
      #expect(try pair.toInviter(pair.join.resume().message).message.encoded() == offer.encoded())
    }
    #expect(try pair.window.resume().message == offer)
  }

  @Test func aRequestWithoutTheInvitationTakesNothing() throws {
    var pair = try PairingPair()
    let request = try pair.join.resume().message
    #expect(throws: PairingError.unknownInvitation) { try pair.toInviter(request.changing(at: -1)) }
    // Somebody who knows only the access key, and an invitation of another window.
    let stranger = try PairingParty(seed: 3)
    let elsewhere = try stranger.join(PairingParty(seed: 4).invite())
    #expect(throws: PairingError.unknownInvitation) {
      try pair.window.handle(elsewhere.resume().message, from: stranger.key, device: pair.inviter.device, at: pair.now)
    }
    #expect(try pair.run().inviter.peer.deviceID == pair.joiner.identity.deviceID)
  }

  @Test func aWindowServesOnce() throws {
    var pair = try PairingPair()
    let request = try pair.join.resume().message
    let accept = try pair.upToAccept()
    _ = try pair.toInviter(accept)
    for message in [request, accept] {
      #expect(throws: PairingError.ended) { try pair.toInviter(message) }
    }
    #expect(pair.window.resume().isEmpty)
  }

  /// Until the accept is verified there is nothing but the offer to carry out.
  @Test func theInviterWritesNothingBeforeTheAccept() throws {
    var pair = try PairingPair()
    let effects = try pair.toInviter(pair.join.resume().message)
    #expect(effects == pair.window.resume())
    guard case .send(.offer, to: _) = effects.first else { throw UnexpectedEffect(effects: effects) }
    #expect(effects.count == 1)
  }

  /// Half-paired, confirmation and the closed window are one effect: one transaction.
  @Test func theInvitersEndIsOneEffect() throws {
    var pair = try PairingPair()
    let effects = try pair.toInviter(try pair.upToAccept())
    guard case .halfPaired(_, confirmation: .confirm, to: _) = effects.first else {
      throw UnexpectedEffect(effects: effects)
    }
    #expect(effects.count == 1)
    #expect(pair.window.isOver)
  }

  @Test func aDeviceDoesNotPairWithItself() throws {
    let party = try PairingParty(seed: 1)
    var window = try party.invite()
    let join = try party.join(window)
    #expect(throws: PairingError.ownInvitation) {
      try window.handle(join.resume().message, from: party.key, device: party.device, at: PairingParty.start)
    }
  }

  // MARK: Authors

  /// A message counts only under the signature of the device that it speaks for.
  @Test func messagesOfOtherAuthorsChangeNothing() throws {
    var pair = try PairingPair()
    let other = try PairingParty(seed: 3)
    let (inviter, joiner, now) = (pair.inviter.device, pair.joiner.device, pair.now)
    let request = try pair.join.resume().message
    #expect(throws: PairingError.wrongAuthor) {
      try pair.window.handle(request, from: other.key, device: inviter, at: now)
    }
    let offer = try pair.toInviter(request).message
    #expect(throws: PairingError.windowTaken) {
      try pair.window.handle(request, from: other.key, device: inviter, at: now)
    }
    #expect(throws: PairingError.wrongAuthor) {
      try pair.join.handle(offer, from: other.key, device: joiner, at: now)
    }
    let accept = try pair.toJoiner(offer).message
    #expect(throws: PairingError.wrongAuthor) {
      try pair.window.handle(accept, from: other.key, device: inviter, at: now)
    }
    let half = try pair.toInviter(accept)
    #expect(throws: PairingError.wrongAuthor) {
      try pair.join.handle(half.message, from: other.key, device: joiner, at: now)
    }
    #expect(try pair.toJoiner(half.message).result.safetyWords == half.result.safetyWords)
  }

  @Test func theOfferMustBeTheInvitations() throws {
    var pair = try PairingPair(inviterKEM: FakeKEM())
    // Another inviter answers, and the right one with a package made for another window.
    let other = try PairingParty(seed: 3)
    for inviter in [other, pair.inviter] {
      var elsewhere = try PairingPair(inviter, pair.joiner)
      let offer = try elsewhere.toInviter(elsewhere.join.resume().message).message
      #expect(throws: PairingError.wrongPackage) {
        try pair.join.handle(offer, from: inviter.key, device: pair.joiner.device, at: pair.now)
      }
    }
    #expect(throws: Never.self) { try pair.run() }
  }

  @Test func bothDeviceListsAreChecked() throws {
    var pair = try PairingPair()
    let other = try PairingParty(seed: 3)
    // The joiner shows another account's list, with a MAC that is right.
    let liar = PairingDevice(
      identity: pair.joiner.identity, deviceList: other.device.deviceList, relay: nil,
      accessKey: pair.joiner.device.accessKey, kem: nil, random: SeededRandom(seed: 9))
    let join = try JoinerPairing(invitation: pair.window.invitation, device: liar, at: pair.now)
    #expect(throws: PairingError.invalidDeviceList) { try pair.toInviter(join.resume().message) }
    #expect(pair.window.peer == nil)
    // So does an inviter.
    let liarsDevice = PairingDevice(
      identity: other.identity, deviceList: pair.joiner.device.deviceList, relay: nil,
      accessKey: other.device.accessKey, kem: nil, random: SeededRandom(seed: 10))
    var window = try InviterPairing(device: liarsDevice, at: pair.now)
    var victim = try pair.joiner.join(window)
    let offer = try window.handle(
      victim.resume().message, from: pair.joiner.key, device: liarsDevice, at: pair.now)
    #expect(throws: PairingError.invalidDeviceList) {
      try victim.handle(offer.message, from: other.key, device: pair.joiner.device, at: pair.now)
    }
    #expect(victim.isOver)
  }

  // MARK: Proofs

  @Test func anotherNonceThanTheCommittedOne() throws {
    var pair = try PairingPair()
    let accept = try pair.upToAccept()
    #expect(throws: PairingError.wrongNonce) { try pair.toInviter(accept.changing(at: 2)) }
    #expect(throws: Never.self) { try pair.toInviter(accept) }
  }

  @Test func aWrongMACInTheAcceptEndsThePairing() throws {
    var pair = try PairingPair()
    let accept = try pair.upToAccept()
    #expect(throws: PairingError.wrongMAC) { try pair.toInviter(accept.changing(at: -1)) }
    #expect(pair.window.isOver)
  }

  /// Such as the confirmation of an earlier pairing with the same inviter, which was given up and then came after all.
  @Test func aWrongMACInTheConfirmationChangesNothing() throws {
    var earlier = try PairingPair()
    let late = try earlier.toInviter(try earlier.upToAccept()).message
    var pair = try PairingPair(earlier.inviter, earlier.joiner)
    let half = try pair.toInviter(try pair.upToAccept())
    #expect(throws: PairingError.wrongMAC) { try pair.toJoiner(late) }
    #expect(throws: PairingError.wrongMAC) { try pair.toJoiner(half.message.changing(at: -1)) }
    #expect(!pair.join.isOver)
    #expect(try pair.toJoiner(half.message).result.safetyWords == half.result.safetyWords)
  }

  /// Whatever bit of whatever message is turned on the way, nobody ends up with a pair that the other has not.
  @Test func noChangedMessagePairs() throws {
    for step in PairMessage.Step.allCases {
      for seed in 0..<60 as Range<UInt64> {
        var pair = try PairingPair(inviterKEM: FakeKEM(), joinerKEM: FakeKEM())
        let random = SeededRandom(seed: seed)
        func onItsWay(_ message: PairMessage) throws -> PairMessage {
          guard message.step == step else { return message }
          return try message.changing(at: random.int(0...message.encoded().count - 1))
        }
        #expect(throws: (any Error).self, "\(step), seed \(seed)") {
          let offer = try pair.toInviter(onItsWay(pair.join.resume().message)).message
          let accept = try pair.toJoiner(onItsWay(offer)).message
          let half = try pair.toInviter(onItsWay(accept))
          _ = try pair.toJoiner(onItsWay(half.message)).result
        }
        #expect(pair.join.peer == nil || !pair.join.isOver)
      }
    }
  }
}
