import SottoCore
import SottoCrypto
import SottoWire
import TestSupport
import Testing

/// Two pairings from fixed seeds, one classical and one hybrid: every message, and every value on the way to the keys.
@Suite struct PairingVectorsTests {
  private static let pin = "aaaqeayeaudaocajbifqydiob4ibceqtcqkrmfyydenbwha5dypq"

  @Test func committed() throws {
    let inviter = try PairingParty(seed: 2_026, relay: "sotto://relay.example.org:7443/#\(Self.pin)")
    let joiner = try PairingParty(seed: 2_027, relay: "sotto://[2001:db8::1]:443/")
    var vectors = try addressVectors() + identityVectors(inviter) + identityVectors(joiner)
    vectors += try transcript(inviter, joiner)
    vectors += try transcript(
      inviter.with(kem: SoftwareKEM(), seed: 2_028), joiner.with(kem: SoftwareKEM(), seed: 2_029))
    vectors += try PairingStateVectors(inviter, joiner).all()
    try checkVectors("pairing", vectors)
  }

  /// The lists are part of the protocol: another word at any place would give two devices different names.
  @Test func wordLists() throws {
    let (adjectives, nouns) = DeviceName.wordLists
    func digest(_ words: [String]) -> String { hex(SHA256.hash(Array(words.joined(separator: " ").utf8))) }
    #expect(digest(adjectives) == "f99e64db4ba74c5c885cae2f54da84328b3b993c2c36daf8aeefbbf076f45155")
    #expect(digest(nouns) == "49d0c0a4a3dcca38580bec924949e3e45c483accafe0ea9c2a19ee521182a78d")
    #expect(try documentedLines("adjectives.txt") == adjectives)
    #expect(try documentedLines("nouns.txt") == nouns)
  }

  private func addressVectors() throws -> [StructureVector] {
    let texts = [
      "sotto://relay.example.org:7443/#\(Self.pin)", "sotto://192.0.2.1:443/", "sotto://[2001:db8::1]:443/",
    ]
    return try texts.map { text in
      let address = try RelayAddress(text)
      return StructureVector(
        "RelayAddress", address,
        ["text": text, "host": address.host, "port": address.port, "pin": address.pin.map { hex($0) } ?? ""])
    }
  }

  private func identityVectors(_ party: PairingParty) -> [StructureVector] {
    let identity = party.identity
    let list = party.device.deviceList
    return [
      StructureVector(
        "DeviceIdentity", identity,
        [
          "signingKey": identity.signingKey, "mailboxKey": identity.mailboxKey, "identityKey": identity.identityKey,
          "listKey": identity.listKey, "deviceID": identity.deviceID, "name": identity.name,
        ]),
      StructureVector(
        "DeviceList", list,
        [
          "listKey": list.listKey, "sequence": list.sequence, "createdAt": list.createdAt.milliseconds,
          "device": list.entries[0].deviceID, "kind": list.entries[0].kind.rawValue, "name": list.entries[0].name,
          "signature": hex(list.signature), "hash": hex(list.hash()),
        ]),
    ]
  }

  // MARK: One pairing

  private func transcript(_ inviter: PairingParty, _ joiner: PairingParty) throws -> [StructureVector] {
    var pair = try PairingPair(inviter, joiner)
    let invitation = pair.window.invitation
    guard case .request(let request) = try pair.join.resume().message,
      case .offer(let offer) = try pair.toInviter(.request(request)).message,
      case .accept(let accept) = try pair.toJoiner(.offer(offer)).message
    else { throw UnexpectedEffect(effects: pair.join.resume()) }
    let half = try pair.toInviter(.accept(accept))
    guard case .confirm(let confirm) = try half.message else { throw UnexpectedEffect(effects: half) }
    let result = try half.result
    #expect(try pair.toJoiner(.confirm(confirm)).result.safetyWords == result.safetyWords)

    let exchange = PairExchange(invitation: invitation, request: request, offer: offer)
    let (joinerKey, inviterKey) = try (
      exchange.macKey(from: request.package, to: offer.package, own: joiner.identity, quantum: result.quantum),
      exchange.macKey(from: offer.package, to: request.package, own: joiner.identity, quantum: result.quantum)
    )
    return [
      vector(of: invitation), vector(of: request),
      StructureVector(
        "PairOffer", offer,
        [
          "package": hex(offer.package.encoded()), "package hash": hex(offer.package.hash()),
          "nonce": hex(offer.nonce), "ciphertext": offer.ciphertext.map { hex($0) } ?? "",
        ]),
      StructureVector(
        "PairAccept", accept,
        [
          "nonce": hex(accept.nonce), "ciphertext": accept.ciphertext.map { hex($0) } ?? "",
          "transcript": hex(exchange.transcript([accept.encodedWithoutMAC])), "MAC key": text(joinerKey.secret),
          "mac": hex(accept.mac),
        ]),
      StructureVector(
        "PairConfirm", confirm,
        [
          "transcript": hex(exchange.transcript([accept.encoded(), confirm.encodedWithoutMAC])),
          "MAC key": text(inviterKey.secret), "mac": hex(confirm.mac), "safety words": result.safetyWords,
        ]),
    ] + (result.quantum.map { [vector(of: $0)] } ?? [])
  }

  private func vector(of invitation: Invitation) -> StructureVector {
    StructureVector(
      "Invitation", invitation,
      [
        "text": invitation.text, "host": invitation.relay?.host ?? "", "port": invitation.relay?.port ?? 0,
        "pinPrefix": hex(invitation.relay?.pinPrefix ?? []), "windowKey": invitation.windowKey,
        "seed": text(invitation.seed), "packageHash": hex(invitation.packageHash),
        "expiry": invitation.expirySeconds, "access key": hex(invitation.accessKey.bytes),
        "pairing secret": text(invitation.pairingSecret),
      ])
  }

  private func vector(of request: PairRequest) -> StructureVector {
    let package = request.package
    return StructureVector(
      "PairRequest", request,
      [
        "package": hex(package.encoded()), "relay": package.relay?.description ?? "",
        "accessKey": hex(package.accessKey.bytes), "capabilities": package.capabilities.rawValue,
        "createdAt": package.createdAt.milliseconds,
        "encapsulationKey": package.encapsulationKey.map { hex($0) } ?? "", "signature": hex(package.signature),
        "deviceList": hex(request.deviceList.encoded()), "commitment": hex(request.commitment), "mac": hex(request.mac),
      ])
  }

  private func vector(of material: QuantumKeyMaterial) -> StructureVector {
    StructureVector(
      "QuantumKeyMaterial", material,
      [
        "inviterSecret": text(material.inviterSecret), "joinerSecret": text(material.joinerSecret),
        "sorted": text(material.sortedSecrets),
      ])
  }

  private func text(_ secret: SecretBytes) -> String {
    secret.withUnsafeBytes { hex($0) }
  }
}
