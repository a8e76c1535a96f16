import SottoCrypto
import SottoWire

/// The side of a pairing that was shown the invitation: a pending join, durable from its first moment.
///
/// It commits when the inviter's confirmation comes, and gives up 24 hours after the invitation's expiry. After every
/// call, also one that threw, the state is stored (`encodedSecret`), or its record deleted where `isOver`. One pending
/// join per invitation: a second one would not be answered.
public struct JoinerPairing: Sendable {
  public let invitation: Invitation
  private let request: PairRequest
  private var state: State

  private enum State: Sendable {
    /// The nonce stays secret until the inviter has shown its own.
    case requested(nonce: SecretBytes, EphemeralKEM?)
    case accepted(Accepted)
    case over
  }

  private struct Accepted: Sendable {
    let offer: PairOffer
    let accept: PairAccept
    let quantum: QuantumKeyMaterial?
  }

  /// `resume` gives the first message.
  public init(invitation: Invitation, device: PairingDevice, at now: Timestamp) throws(PairingError) {
    guard now < invitation.expiry else { throw .expired }
    let (package, kem) = try device.makePackage(at: now)
    let nonce = device.random.bytes(PairMessage.fieldSize)
    self.invitation = invitation
    request = .make(package: package, deviceList: device.deviceList, nonce: nonce, invitation: invitation)
    state = .requested(nonce: SecretBytes(copying: nonce), kem)
  }

  /// Nothing more will happen; the pending join's record goes.
  public var isOver: Bool {
    if case .over = state { true } else { false }
  }

  /// The inviter, once its offer has been verified.
  public var peer: KeyPackage? {
    if case .accepted(let accepted) = state { accepted.offer.package } else { nil }
  }

  /// Gives up, by hand.
  public mutating func cancel() { end() }

  /// Gives up if there is no hope left. True if it did so now.
  public mutating func expire(at now: Timestamp) -> Bool { end(at: now) }

  /// What to send: at the start, after a restart, and after a time without an answer.
  public func resume() -> [PairingEffect] {
    switch state {
    case .requested: [send(.request(request))]
    case .accepted(let accepted): [send(.accept(accepted.accept))]
    case .over: []
    }
  }

  private func send(_ message: PairMessage) -> PairingEffect {
    .send(message, to: PairDestination(windowOf: invitation))
  }

  /// `author` is the device whose signature the envelope carries; the envelope came through the device's inbox. What
  /// another device sends there changes nothing.
  public mutating func handle(
    _ message: PairMessage, from author: SigningKey, device: PairingDevice, at now: Timestamp
  ) throws(PairingError) -> [PairingEffect] {
    try checkIsOpen(at: now)
    switch (message, state) {
    case (.offer(let offer), .requested(let nonce, let kem)):
      return try accept(offer, from: author, nonce: nonce, kem: kem, device: device)
    case (.offer(let offer), .accepted(let accepted)):
      guard offer == accepted.offer, author == offer.package.signingKey else { throw .unexpectedMessage }
      return resume()
    case (.confirm(let confirm), .accepted(let accepted)):
      return try complete(accepted, with: confirm, from: author, device: device)
    default:
      throw .unexpectedMessage
    }
  }

  // MARK: Message 2 → 3

  /// Once the offer is known to be the inviter's, a refusal ends the pairing: the inviter never makes another offer.
  private mutating func accept(
    _ offer: PairOffer, from author: SigningKey, nonce: SecretBytes, kem: EphemeralKEM?, device: PairingDevice
  ) throws(PairingError) -> [PairingEffect] {
    guard invitation.isHash(of: offer.package) else { throw .wrongPackage }
    guard author == offer.package.signingKey else { throw .wrongAuthor }
    guard author != request.package.signingKey else { throw .ownInvitation }
    state = .over
    try PairExchange.check(offer.package, offer.deviceList)

    let exchange = PairExchange(invitation: invitation, request: request, offer: offer)
    let quantum = try quantumKeyMaterial(exchange, kem: kem, device: device)
    let bare = PairAccept(
      nonce: nonce.withUnsafeBytes { [UInt8]($0) }, ciphertext: quantum?.joinerCiphertext)
    let mac = try exchange.mac(of: bare, own: device.identity, quantum: quantum)
    state = .accepted(Accepted(offer: offer, accept: bare.authenticated(by: mac), quantum: quantum))
    return resume()
  }

  private func quantumKeyMaterial(
    _ exchange: PairExchange, kem: EphemeralKEM?, device: PairingDevice
  ) throws(PairingError) -> QuantumKeyMaterial? {
    guard exchange.isHybrid, let encapsulationKey = exchange.offer.package.encapsulationKey else { return nil }
    guard let provider = device.kem, let kem, let inviterCiphertext = exchange.offer.ciphertext else {
      throw .keyMaterialVanished
    }
    do {
      let (joinerSecret, joinerCiphertext) = try provider.encapsulate(to: encapsulationKey, random: device.random)
      return QuantumKeyMaterial(
        inviterSecret: try kem.decapsulate(inviterCiphertext, by: provider), joinerSecret: joinerSecret,
        inviterCiphertext: inviterCiphertext, joinerCiphertext: joinerCiphertext)
    } catch {
      throw .kem(error)
    }
  }

  // MARK: Message 4

  /// A wrong MAC changes nothing: the confirmation of an earlier pairing with the same inviter may come late.
  private mutating func complete(
    _ accepted: Accepted, with confirm: PairConfirm, from author: SigningKey, device: PairingDevice
  ) throws(PairingError) -> [PairingEffect] {
    let exchange = PairExchange(invitation: invitation, request: request, offer: accepted.offer)
    guard author == accepted.offer.package.signingKey else { throw .wrongAuthor }
    let expected = try exchange.mac(
      of: confirm, after: accepted.accept, own: device.identity, quantum: accepted.quantum)
    guard Memory.equal(expected, confirm.mac) else { throw .wrongMAC }
    state = .over
    return [
      .paired(
        exchange.result(for: device.identity, joinerNonce: accepted.accept.nonce, quantum: accepted.quantum))
    ]
  }
}

extension JoinerPairing: PairingSide {
  var deadline: Timestamp { invitation.joinDeadline }

  mutating func end() {
    state = .over
  }
}

// MARK: Durable form

/// `u8 1 · Invitation · PairRequest · state u8 · fields`, secret. State 1 waits for the offer: `nonce[32] ·
/// optional<bytes<1024> KEM handle>`; 2 has accepted: `PairOffer · PairAccept · optional<QuantumKeyMaterial>`; 3 is
/// over.
extension JoinerPairing: WireCodable {
  private static let version: UInt8 = 1

  public init(from reader: inout WireReader) throws(WireError) {
    let version = try reader.u8()
    guard version == Self.version else { throw .unsupportedVersion(version) }
    invitation = try reader.value()
    request = try reader.value()
    switch try reader.u8() {
    case 1:
      state = .requested(
        nonce: try reader.secret(PairMessage.fieldSize),
        try EphemeralKEM.optional(from: &reader, encapsulationKey: request.package.encapsulationKey))
    case 2:
      state = .accepted(
        Accepted(offer: try reader.value(), accept: try reader.value(), quantum: try reader.optional()))
    case 3:
      state = .over
    case let tag:
      throw .unknownTag(tag)
    }
  }

  public func encode(to writer: inout WireWriter) {
    writer.u8(Self.version)
    writer.value(invitation)
    writer.value(request)
    switch state {
    case .requested(let nonce, let kem):
      writer.u8(1)
      writer.secret(nonce)
      EphemeralKEM.encode(kem, to: &writer)
    case .accepted(let accepted):
      writer.u8(2)
      writer.value(accepted.offer)
      writer.value(accepted.accept)
      writer.optional(accepted.quantum)
    case .over:
      writer.u8(3)
    }
  }
}
