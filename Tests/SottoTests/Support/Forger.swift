import Sotto
import SottoCore
import SottoStore
import TestSupport
import Testing

/// Seals by hand what a device could send to its only peer. Its profile is closed meanwhile.
struct Forger {
  let identity: DeviceIdentity
  let peer: PeerRecord
  private let random = SeededRandom(seed: 11)

  init(_ world: TestWorld, _ name: String) throws {
    (identity, peer) = try world.withStore(name) { store in
      try store.read { reader in
        (try #require(try reader.settings.get(.identity)), try #require(try reader.peers.all().first))
      }
    }
  }

  func bundle(_ content: ContentEnvelope, prekey: PublicPrekey? = nil) throws -> [UInt8] {
    let keys = PeerKeys(
      signingKey: peer.keyPackage.signingKey, identityKey: peer.keyPackage.identityKey, material: peer.quantum,
      now: content.sentAt)
    let device = try #require(Recipients.resolve([keys]) { _ in peer.deviceList }.devices.first)
    return try BundleSealer.sealSingle(
      content.padded(), from: identity, to: BundleRecipient(device: device, prekey: prekey),
      cache: PairwiseKeyCache(identity: identity), random: random
    ).encoded()
  }

  func envelope(_ messageID: MessageID, sentAt: Timestamp, body: [UInt8]) throws -> [UInt8] {
    try Envelope.seal(
      EnvelopeContents(
        author: identity.signingKey, messageID: messageID, sentAt: sentAt, kind: .bundle, body: body),
      by: identity.signing, to: peer.keyPackage.mailboxKey, random: random
    ).encoded()
  }
}
