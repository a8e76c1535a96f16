import SottoCrypto
import SottoWire

/// The side of a pairing that shows the invitation: a window for one other device.
///
/// A request that is valid owns the window; its repeats get the same offer, others are ignored. Nothing is written of
/// the peer until its accept is verified.
///
/// After every call, also one that threw, the state is stored (`encodedSecret`), or its record deleted where `isOver`.
/// A window without a store dies with its process; both ends are clean.
public struct InviterPairing: Sendable {
  public let invitation: Invitation
  /// The private half of the window's mailbox. It goes with the window.
  public let windowMailbox: Curve25519.KeyAgreement.PrivateKey
  private let package: KeyPackage
  private let deviceList: DeviceList
  private var state: State

  private enum State: Sendable {
    case waiting(EphemeralKEM?)
    case offered(Offered)
    case over
  }

  private struct Offered: Sendable {
    let request: PairRequest
    let offer: PairOffer
    /// What came out of the encapsulation in `offer`, and the key for the one in the accept; both or none.
    let secret: SecretBytes?
    let kem: EphemeralKEM?
  }

  /// Opens a window: `validFor` is 10 minutes for a person in front of it, 24 hours for files.
  public init(
    device: PairingDevice, validFor: TimeSpan = Limits.invitationLifetime, at now: Timestamp
  ) throws(PairingError) {
    let (package, kem) = try device.makePackage(at: now)
    windowMailbox = Curve25519.KeyAgreement.PrivateKey(random: device.random)
    invitation = Invitation(
      package: package, windowKey: MailboxKey(unchecked: windowMailbox.publicKey.rawRepresentation),
      seed: device.random.secret(Invitation.seedSize), expiry: now.adding(validFor))
    self.package = package
    deviceList = device.deviceList
    state = .waiting(kem)
  }

  /// Nothing more will happen; the window's mailbox and record go.
  public var isOver: Bool {
    if case .over = state { true } else { false }
  }

  /// The device whose request owns the window.
  public var peer: KeyPackage? {
    if case .offered(let offered) = state { offered.request.package } else { nil }
  }

  /// Closes the window, by hand.
  public mutating func cancel() { end() }

  /// Closes the window if its time is over. True if it did so now.
  public mutating func expire(at now: Timestamp) -> Bool { end(at: now) }

  /// What to send again after a restart, or after a time without an answer.
  public func resume() -> [PairingEffect] {
    guard case .offered(let offered) = state else { return [] }
    return [send(offered)]
  }

  private func send(_ offered: Offered) -> PairingEffect {
    .send(.offer(offered.offer), to: PairDestination(inboxOf: offered.request.package))
  }

  /// `author` is the device whose signature the envelope carries; the envelope came through the window's mailbox.
  public mutating func handle(
    _ message: PairMessage, from author: SigningKey, device: PairingDevice, at now: Timestamp
  ) throws(PairingError) -> [PairingEffect] {
    try checkIsOpen(at: now)
    switch (message, state) {
    case (.request(let request), .waiting(let kem)):
      let offered = try answer(request, from: author, kem: kem, device: device)
      state = .offered(offered)
      return [send(offered)]
    case (.request(let request), .offered(let offered)):
      guard request == offered.request, author == request.package.signingKey else { throw .windowTaken }
      return [send(offered)]
    case (.accept(let accept), .offered(let offered)):
      return try complete(offered, with: accept, from: author, device: device)
    default:
      throw .unexpectedMessage
    }
  }

  // MARK: Message 1 → 2

  private func answer(
    _ request: PairRequest, from author: SigningKey, kem: EphemeralKEM?, device: PairingDevice
  ) throws(PairingError) -> Offered {
    guard author == request.package.signingKey else { throw .wrongAuthor }
    guard author != package.signingKey else { throw .ownInvitation }
    guard request.isAuthentic(for: invitation) else { throw .unknownInvitation }
    try PairExchange.check(request.package, request.deviceList)

    var secret: SecretBytes?
    var ciphertext: [UInt8]?
    if package.encapsulationKey != nil, let encapsulationKey = request.package.encapsulationKey {
      guard let provider = device.kem, kem != nil else { throw .keyMaterialVanished }
      do {
        (secret, ciphertext) = try provider.encapsulate(to: encapsulationKey, random: device.random)
      } catch {
        throw .kem(error)
      }
    }
    let offer = PairOffer(
      package: package, deviceList: deviceList, nonce: device.random.bytes(PairMessage.fieldSize),
      ciphertext: ciphertext)
    return Offered(request: request, offer: offer, secret: secret, kem: secret == nil ? nil : kem)
  }

  // MARK: Message 3 → 4

  /// Up to the decapsulation a refusal changes nothing; from there on the key is used and the pairing ends either way.
  private mutating func complete(
    _ offered: Offered, with accept: PairAccept, from author: SigningKey, device: PairingDevice
  ) throws(PairingError) -> [PairingEffect] {
    let exchange = PairExchange(invitation: invitation, request: offered.request, offer: offered.offer)
    guard author == offered.request.package.signingKey else { throw .wrongAuthor }
    guard PairRequest.commitment(to: accept.nonce) == offered.request.commitment else { throw .wrongNonce }
    state = .over
    let quantum = try quantumKeyMaterial(offered, accept, exchange: exchange, device: device)
    let expected = try exchange.mac(of: accept, own: device.identity, quantum: quantum)
    guard Memory.equal(expected, accept.mac) else { throw .wrongMAC }
    let mac = try exchange.mac(of: PairConfirm(), after: accept, own: device.identity, quantum: quantum)
    let result = exchange.result(for: device.identity, joinerNonce: accept.nonce, quantum: quantum)
    return [
      .halfPaired(result, confirmation: .confirm(PairConfirm(mac: mac)), to: PairDestination(inboxOf: result.peer))
    ]
  }

  private func quantumKeyMaterial(
    _ offered: Offered, _ accept: PairAccept, exchange: PairExchange, device: PairingDevice
  ) throws(PairingError) -> QuantumKeyMaterial? {
    guard exchange.isHybrid else { return nil }
    guard let provider = device.kem, let kem = offered.kem, let secret = offered.secret,
      let inviterCiphertext = offered.offer.ciphertext, let joinerCiphertext = accept.ciphertext
    else { throw .keyMaterialVanished }
    let joinerSecret: SecretBytes
    do {
      joinerSecret = try kem.decapsulate(joinerCiphertext, by: provider)
    } catch {
      throw .kem(error)
    }
    return QuantumKeyMaterial(
      inviterSecret: secret, joinerSecret: joinerSecret, inviterCiphertext: inviterCiphertext,
      joinerCiphertext: joinerCiphertext)
  }
}

extension InviterPairing: PairingSide {
  var deadline: Timestamp { invitation.expiry }

  mutating func end() {
    state = .over
  }
}

// MARK: Durable form

/// `u8 1 · Invitation · window private key[32] · KeyPackage · DeviceList · state u8 · fields`, secret. State 1 waits:
/// `optional<bytes<1024> KEM handle>`; 2 has sent its offer: `PairRequest · PairOffer · optional<secret[32]> ·
/// optional<bytes<1024>>`; 3 is over.
extension InviterPairing: WireCodable {
  private static let version: UInt8 = 1

  public init(from reader: inout WireReader) throws(WireError) {
    let version = try reader.u8()
    guard version == Self.version else { throw .unsupportedVersion(version) }
    invitation = try reader.value()
    let secret = try reader.secret(Curve25519.KeyAgreement.PublicKey.size)
    guard let mailbox = try? Curve25519.KeyAgreement.PrivateKey(rawRepresentation: secret) else {
      throw .invalidValue
    }
    windowMailbox = mailbox
    package = try reader.value()
    deviceList = try reader.value()
    switch try reader.u8() {
    case 1:
      state = .waiting(try EphemeralKEM.optional(from: &reader, encapsulationKey: package.encapsulationKey))
    case 2:
      state = .offered(
        Offered(
          request: try reader.value(), offer: try reader.value(),
          secret: try reader.optional { (reader: inout WireReader) throws(WireError) in
            try reader.secret(QuantumKeyMaterial.secretSize)
          },
          kem: try EphemeralKEM.optional(from: &reader, encapsulationKey: package.encapsulationKey)))
    case 3:
      state = .over
    case let tag:
      throw .unknownTag(tag)
    }
  }

  public func encode(to writer: inout WireWriter) {
    writer.u8(Self.version)
    writer.value(invitation)
    writer.secret(windowMailbox.rawRepresentation)
    writer.value(package)
    writer.value(deviceList)
    switch state {
    case .waiting(let kem):
      writer.u8(1)
      EphemeralKEM.encode(kem, to: &writer)
    case .offered(let offered):
      writer.u8(2)
      writer.value(offered.request)
      writer.value(offered.offer)
      writer.optional(offered.secret) { secret, writer in writer.secret(secret) }
      EphemeralKEM.encode(offered.kem, to: &writer)
    case .over:
      writer.u8(3)
    }
  }
}
