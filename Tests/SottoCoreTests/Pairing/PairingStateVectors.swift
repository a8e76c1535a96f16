import SottoCore
import SottoCrypto
import SottoWire
import TestSupport
import Testing

/// What both sides of a pairing keep of it, in each state; what travels as a file; and the parts of the messages.
struct PairingStateVectors {
  private let inviter: PairingParty
  private let joiner: PairingParty

  /// Hybrid, from seeds of its own.
  init(_ inviter: PairingParty, _ joiner: PairingParty) throws {
    self.inviter = try inviter.with(kem: SoftwareKEM(), seed: 2_030)
    self.joiner = try joiner.with(kem: SoftwareKEM(), seed: 2_031)
  }

  func all() throws -> [StructureVector] {
    var pair = try PairingPair(inviter, joiner)
    var states = [window("waiting", pair), join("requested", pair)]
    let request = try pair.join.resume().message
    let offer = try pair.toInviter(request).message
    states.append(window("offered", pair))
    let accept = try pair.toJoiner(offer).message
    states.append(join("accepted", pair))
    let half = try pair.toInviter(accept)
    let result = try half.result
    let confirm = try half.message
    _ = try pair.toJoiner(confirm)
    states += [window("over", pair), join("over", pair)]
    return states + (try messages([confirm])) + (try parts(of: result)) + (try material(result))
  }

  private func window(_ state: String, _ pair: PairingPair) -> StructureVector {
    StructureVector(
      "InviterPairing", pair.window,
      [
        "state": state, "window private key": text(pair.window.windowMailbox.rawRepresentation),
        "windowKey": pair.window.invitation.windowKey,
      ])
  }

  private func join(_ state: String, _ pair: PairingPair) -> StructureVector {
    StructureVector(
      "JoinerPairing", pair.join, ["state": state, "windowKey": pair.join.invitation.windowKey])
  }

  private func messages(_ messages: [PairMessage]) throws -> [StructureVector] {
    let envelope = SeededRandom(seed: 2_032).bytes(90)
    let file = try #require(PairingFile(step: .accept, envelope: envelope))
    return messages.map { StructureVector("PairMessage", $0, ["step": $0.step.rawValue]) } + [
      StructureVector("PairingFile", file, ["step": file.step.rawValue, "envelope": hex(envelope)])
    ]
  }

  private func parts(of result: PairResult) throws -> [StructureVector] {
    let (package, entry) = (result.peer, result.deviceList.entries[0])
    let relays = [inviter, joiner].compactMap(\.device.relay).map(RelayEndpoint.init)
    return [
      StructureVector(
        "KeyPackage", package,
        [
          "signingKey": package.signingKey, "mailboxKey": package.mailboxKey, "identityKey": package.identityKey,
          "relay": package.relay?.description ?? "", "accessKey": hex(package.accessKey.bytes),
          "listKey": package.listKey, "capabilities": package.capabilities.rawValue,
          "createdAt": package.createdAt.milliseconds, "signature": hex(package.signature), "hash": hex(package.hash()),
          "device name": DeviceName(of: package.signingKey),
        ]),
      StructureVector(
        "DeviceListEntry", entry,
        [
          "signingKey": entry.signingKey, "identityKey": entry.identityKey, "kind": entry.kind.rawValue,
          "name": entry.name,
        ]),
      StructureVector("Capabilities", package.capabilities, ["bits": package.capabilities.rawValue]),
      StructureVector("SafetyWords", result.safetyWords, ["text": result.safetyWords.text]),
    ] + relays.map { relay in
      StructureVector(
        "RelayEndpoint", relay,
        ["host": relay.host, "port": relay.port, "pinPrefix": relay.pinPrefix.map { hex($0) } ?? ""])
    }
  }

  private func material(_ result: PairResult) throws -> [StructureVector] {
    let hybrid = try #require(result.quantum)
    var proposed = PeerKeyMaterial()
    proposed.propose(hybrid)
    var replaced = PeerKeyMaterial()
    replaced.replace(with: hybrid, at: PairingParty.start)
    replaced.replace(with: nil, at: PairingParty.start)
    replaced.propose(nil)
    return [
      ("nothing", PeerKeyMaterial()), ("hybrid proposed", proposed),
      ("hybrid replaced by classical, classical proposed", replaced),
    ].map { what, material in
      StructureVector(
        "PeerKeyMaterial", material,
        ["case": what, "previousUntil": material.previousUntil.map { "\($0.milliseconds)" } ?? ""])
    }
  }

  private func text(_ secret: SecretBytes) -> String { secret.withUnsafeBytes { hex($0) } }
}
