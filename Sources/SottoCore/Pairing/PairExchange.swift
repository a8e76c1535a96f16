import SottoCrypto
import SottoWire

/// What both sides know after the first two messages, and everything that is derived from it.
package struct PairExchange: Equatable, Sendable {
  let invitation: Invitation
  let request: PairRequest
  let offer: PairOffer

  package init(invitation: Invitation, request: PairRequest, offer: PairOffer) {
    self.invitation = invitation
    self.request = request
    self.offer = offer
  }

  /// Decided by presence: both packages bring an encapsulation key.
  var isHybrid: Bool {
    offer.package.encapsulationKey != nil && request.package.encapsulationKey != nil
  }

  // MARK: Confirmation

  /// The MAC of message 3 over the transcript up to it.
  func mac(
    of accept: PairAccept, own: DeviceIdentity, quantum: QuantumKeyMaterial?
  ) throws(PairingError) -> [UInt8] {
    let key = try macKey(from: request.package, to: offer.package, own: own, quantum: quantum)
    return HMAC.authenticationCode(for: transcript([accept.encodedWithoutMAC]), using: key)
  }

  /// The MAC of message 4 over the transcript up to it, message 3 with its MAC.
  func mac(
    of confirm: PairConfirm, after accept: PairAccept, own: DeviceIdentity, quantum: QuantumKeyMaterial?
  ) throws(PairingError) -> [UInt8] {
    let key = try macKey(from: offer.package, to: request.package, own: own, quantum: quantum)
    return HMAC.authenticationCode(
      for: transcript([accept.encoded(), confirm.encodedWithoutMAC]), using: key)
  }

  /// SHA-256(label ‖ Invitation ‖ message 1 ‖ message 2 ‖ `rest`), each as `bytes`.
  package func transcript(_ rest: [[UInt8]]) -> [UInt8] {
    var writer = WireWriter(capacity: 16_384)
    writer.fixed(Label.pairTranscript.bytes)
    writer.secretBytes(invitation.encodedSecret())
    writer.bytes(request.encoded())
    writer.bytes(offer.encoded())
    for message in rest { writer.bytes(message) }
    var hash = SHA256()
    hash.update(writer.finishSecret())
    return hash.finalize()
  }

  /// HKDF(long-term key of the direction, no salt, label). Hybrid if there is material.
  package func macKey(
    from sender: KeyPackage, to recipient: KeyPackage, own: DeviceIdentity, quantum: QuantumKeyMaterial?
  ) throws(PairingError) -> SymmetricKey {
    let peer = sender.signingKey == own.signingKey ? recipient : sender
    let context = PairwiseContext(
      sender: sender.deviceID, senderIdentity: sender.identityKey, recipient: recipient.deviceID,
      recipientIdentity: recipient.identityKey)
    do {
      let longTerm = try PairwiseKeys.longTerm(
        own: own.identity, peer: P256.KeyAgreement.PublicKey(x963Representation: peer.identityKey.bytes),
        quantum: quantum, context: context)
      return HKDF.deriveKey(input: longTerm.secret, salt: [], info: Label.pairConfirm.bytes)
    } catch {
      throw .keyAgreementFailed
    }
  }

  // MARK: Result

  func result(
    for own: DeviceIdentity, joinerNonce: [UInt8], quantum: QuantumKeyMaterial?
  ) -> PairResult {
    let isInviter = offer.package.signingKey == own.signingKey
    return PairResult(
      peer: isInviter ? request.package : offer.package,
      deviceList: isInviter ? request.deviceList : offer.deviceList,
      quantum: quantum,
      safetyWords: SafetyWords(
        inviterNonce: offer.nonce, joinerNonce: joinerNonce, inviter: offer.package, joiner: request.package))
  }
}

extension PairExchange {
  /// A package of a stranger may be believed: it and its account's list are signed, and the list names the device.
  static func check(_ package: KeyPackage, _ list: DeviceList) throws(PairingError) {
    do {
      try package.verify()
    } catch {
      throw .invalidPackage(error)
    }
    guard list.contains(package), (try? list.verify()) != nil else { throw .invalidDeviceList }
  }
}
