import SottoCore
import SottoCrypto
import SottoWire
import TestSupport
import Testing

/// Hybrid or classical is decided by what both packages bring.
@Suite struct HybridPairingTests {
  @Test(arguments: [(false, false), (true, false), (false, true), (true, true)])
  func presenceDecides(_ inviterHas: Bool, _ joinerHas: Bool) throws {
    var pair = try PairingPair(inviterKEM: inviterHas ? FakeKEM() : nil, joinerKEM: joinerHas ? FakeKEM() : nil)
    let (inviter, joiner) = try pair.run()
    #expect((inviter.quantum != nil) == (inviterHas && joinerHas))
    #expect(inviter.quantum == joiner.quantum)
    #expect((inviter.peer.encapsulationKey != nil) == joinerHas)
    #expect(inviter.safetyWords == joiner.safetyWords)
  }

  /// The same steps and messages, without the extensions.
  @Test func aClassicalSideSendsNoKeyAndGetsNoCiphertext() throws {
    var pair = try PairingPair(inviterKEM: FakeKEM(), joinerKEM: nil)
    guard case .request(let request) = try pair.join.resume().message,
      case .offer(let offer) = try pair.toInviter(.request(request)).message,
      case .accept(let accept) = try pair.toJoiner(.offer(offer)).message
    else { throw UnexpectedEffect(effects: []) }
    #expect(request.package.encapsulationKey == nil)
    #expect(offer.package.encapsulationKey != nil && offer.ciphertext == nil)
    #expect(accept.ciphertext == nil)
  }

  @Test func bothSidesEncapsulate() throws {
    var pair = try PairingPair(inviterKEM: FakeKEM(), joinerKEM: FakeKEM())
    let (inviter, _) = try pair.run()
    let quantum = try #require(inviter.quantum)
    #expect(quantum.inviterSecret != quantum.joinerSecret)
    #expect(quantum.inviterCiphertext != quantum.joinerCiphertext)
  }

  @Test func oneDecapsulationOnEachSideHoweverOftenMessagesCome() throws {
    let (inviterKEM, joinerKEM) = (FakeKEM(), FakeKEM())
    var pair = try PairingPair(inviterKEM: inviterKEM, joinerKEM: joinerKEM)
    let request = try pair.join.resume().message
    for _ in 0..<3 { _ = try pair.toInviter(request) }
    let offer = try pair.toInviter(request).message
    for _ in 0..<3 { _ = try pair.toJoiner(offer) }
    let accept = try pair.toJoiner(offer).message
    _ = try? pair.toInviter(accept.changing(at: 2))
    let half = try pair.toInviter(accept)
    _ = try? pair.toInviter(accept)
    _ = try pair.toJoiner(half.message)
    #expect(inviterKEM.decapsulations == 1)
    #expect(joinerKEM.decapsulations == 1)
  }

  /// The key of the exchange is in no state that comes after its use.
  @Test func theStateHoldsThePrivateKeyNoLongerThanItWaits() throws {
    var pair = try PairingPair(inviterKEM: FakeKEM(), joinerKEM: FakeKEM())
    // A handle of 64 bytes behind its presence and length; it ends both encodings.
    func handle(_ encoded: [UInt8]) throws -> [UInt8] {
      let end = [UInt8](encoded.suffix(67))
      try #require(end.prefix(3) == [1, 0x40, 64])
      return [UInt8](end.dropFirst(3))
    }
    let inviterHandle = try handle(pair.window.encoded())
    let joinerHandle = try handle(pair.join.encoded())
    let accept = try pair.upToAccept()
    #expect(!contains(pair.join.encoded(), joinerHandle))
    #expect(contains(pair.window.encoded(), inviterHandle))
    _ = try pair.toInviter(accept)
    #expect(!contains(pair.window.encoded(), inviterHandle))
  }

  private func contains(_ bytes: [UInt8], _ part: [UInt8]) -> Bool {
    bytes.indices.contains { bytes[$0...].starts(with: part) }
  }

  // MARK: Offered and vanished

  @Test func anOfferWithoutItsCiphertext() throws {
    var pair = try PairingPair(inviterKEM: FakeKEM(), joinerKEM: FakeKEM())
    let offer = try pair.toInviter(pair.join.resume().message).message
    let bare = try PairMessage(encoded: offer.encoded().dropLast(Self.ciphertextExtension) + [0])
    #expect(throws: PairingError.keyMaterialVanished) { try pair.toJoiner(bare) }
    #expect(pair.join.isOver)
  }

  @Test func anAcceptWithoutItsCiphertext() throws {
    var pair = try PairingPair(inviterKEM: FakeKEM(), joinerKEM: FakeKEM())
    let accept = try pair.upToAccept().encoded()
    let bare = try PairMessage(encoded: accept.prefix(34) + [0] + accept.suffix(32))
    #expect(throws: PairingError.keyMaterialVanished) { try pair.toInviter(bare) }
    #expect(pair.window.isOver)
  }

  /// Length, type, length, ciphertext.
  private static let ciphertextExtension = 2 + 2 + 2 + 1_568

  @Test func aProviderThatWentAway() throws {
    var pair = try PairingPair(inviterKEM: FakeKEM(), joinerKEM: FakeKEM())
    let without = try pair.inviter.with(kem: nil, seed: 7)
    #expect(throws: PairingError.keyMaterialVanished) {
      try pair.window.handle(
        pair.join.resume().message, from: pair.joiner.key, device: without.device, at: pair.now)
    }
    // The window waits on: with the provider back the pairing goes through.
    #expect(try pair.run().inviter.quantum != nil)
  }

  /// A ciphertext that nobody asked for is an extension like any other.
  @Test func aClassicalSideTakesNoNoticeOfACiphertext() throws {
    let provider = FakeKEM()
    var pair = try PairingPair(inviterKEM: nil, joinerKEM: provider)
    let offer = try pair.toInviter(pair.join.resume().message).message.encoded()
    let unasked = offer.dropLast() + [0x46, 0x24, 0, 1, 0x46, 0x20] + [UInt8](repeating: 5, count: 1_568)
    guard case .accept(let accept) = try pair.toJoiner(PairMessage(encoded: [UInt8](unasked))).message else {
      throw UnexpectedEffect(effects: pair.join.resume())
    }
    #expect(accept.ciphertext == nil)
    #expect(provider.decapsulations == 0)
  }

  @Test func anEncapsulationKeyThatIsNone() throws {
    let inviter = try PairingParty(seed: 1, kem: FakeKEM())
    let joiner = try PairingParty(seed: 2, kem: InvalidKeyKEM())
    var pair = try PairingPair(inviter, joiner)
    #expect(throws: PairingError.kem(.invalidEncapsulationKey)) {
      try pair.toInviter(pair.join.resume().message)
    }
    // It does not own the window.
    #expect(pair.window.peer == nil && !pair.window.isOver)
    var reverse = try PairingPair(joiner, inviter)
    let offer = try reverse.toInviter(reverse.join.resume().message).message
    #expect(throws: PairingError.kem(.invalidEncapsulationKey)) { try reverse.toJoiner(offer) }
    #expect(reverse.join.isOver)
  }

  @Test func aProviderThatFailsStartsNoPairing() throws {
    let party = try PairingParty(seed: 1, kem: BrokenKEM())
    #expect(throws: PairingError.kem(.providerFailure)) { try party.invite() }
    let window = try PairingParty(seed: 2).invite()
    #expect(throws: PairingError.kem(.providerFailure)) { try party.join(window) }
  }
}

/// A device whose package holds 1,568 bytes that are no key.
private struct InvalidKeyKEM: KEMProvider {
  private let real = FakeKEM()

  func makeEphemeral(random: any RandomSource) throws(KEMError) -> EphemeralKEM {
    EphemeralKEM(handle: random.secret(64), encapsulationKey: [UInt8](repeating: 0xFF, count: 1_568))
  }

  func encapsulate(
    to encapsulationKey: [UInt8], random: any RandomSource
  ) throws(KEMError) -> (secret: SecretBytes, ciphertext: [UInt8]) {
    try real.encapsulate(to: encapsulationKey, random: random)
  }

  func decapsulate(_ ciphertext: [UInt8], handle: SecretBytes) throws(KEMError) -> SecretBytes {
    try real.decapsulate(ciphertext, handle: handle)
  }
}
