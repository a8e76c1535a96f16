import SottoCore
import SottoCrypto
import SottoRelayProtocol
import TestSupport
import Testing

struct MailboxProofTests {
  private let random = SeededRandom(seed: 3)

  @Test func theOwnerProvesAndNobodyElse() throws {
    let mailbox = Curve25519.KeyAgreement.PrivateKey(random: random)
    let challenge = Curve25519.KeyAgreement.PrivateKey(random: random)
    let exporter = random.bytes(32)
    let hash: AccessKeyHash = random.id()
    let address = MailboxKey(unchecked: mailbox.publicKey.rawRepresentation)
    let proof = try MailboxProof(
      mailbox: mailbox, challenge: ChallengeKey(unchecked: challenge.publicKey.rawRepresentation),
      exporter: exporter, accessKeyHash: hash)
    func isValid(
      _ proof: MailboxProof, _ address: MailboxKey, _ challenge: Curve25519.KeyAgreement.PrivateKey,
      _ exporter: [UInt8], _ hash: AccessKeyHash
    ) -> Bool {
      proof.isValid(mailbox: address, challenge: challenge, exporter: exporter, accessKeyHash: hash)
    }
    #expect(isValid(proof, address, challenge, exporter, hash))
    #expect(!isValid(random.id(), address, challenge, exporter, hash))
    #expect(!isValid(proof, random.id(), challenge, exporter, hash))
    #expect(!isValid(proof, address, Curve25519.KeyAgreement.PrivateKey(random: random), exporter, hash))
    #expect(!isValid(proof, address, challenge, random.bytes(32), hash))
    #expect(!isValid(proof, address, challenge, exporter, random.id()))
  }

  @Test func keysThatAreNoneProveNothing() throws {
    let mailbox = Curve25519.KeyAgreement.PrivateKey(random: random)
    #expect(throws: RelayProtocolError.badKey) {
      try MailboxProof(
        mailbox: mailbox, challenge: ChallengeKey(unchecked: [UInt8](repeating: 0, count: 32)),
        exporter: [], accessKeyHash: random.id())
    }
    let zero = MailboxKey(unchecked: [UInt8](repeating: 0, count: 32))
    #expect(
      !(random.id() as MailboxProof).isValid(
        mailbox: zero, challenge: mailbox, exporter: [], accessKeyHash: random.id()))
  }

  /// Every input fixed: what another implementation has to compute.
  @Test func vector() throws {
    let mailbox = try Curve25519.KeyAgreement.PrivateKey(
      rawRepresentation: SecretBytes(copying: [UInt8](repeating: 0x11, count: 32)))
    let challenge = try Curve25519.KeyAgreement.PrivateKey(
      rawRepresentation: SecretBytes(copying: [UInt8](repeating: 0x22, count: 32)))
    let accessKey = AccessKey(unchecked: [UInt8](repeating: 0x33, count: 16))
    let exporter = [UInt8](repeating: 0x44, count: 32)
    let proof = try MailboxProof(
      mailbox: mailbox, challenge: ChallengeKey(unchecked: challenge.publicKey.rawRepresentation),
      exporter: exporter, accessKeyHash: AccessKeyHash(of: accessKey))
    try checkVectors(
      "relay-proof",
      [
        StructureVector(
          "MailboxProof", proof,
          [
            "mailbox private key": hex([UInt8](repeating: 0x11, count: 32)),
            "mailbox": hex(mailbox.publicKey.rawRepresentation),
            "challenge private key": hex([UInt8](repeating: 0x22, count: 32)),
            "challenge key": hex(challenge.publicKey.rawRepresentation),
            "exporter": hex(exporter), "access key": hex(accessKey.bytes),
            "access-key hash": hex(AccessKeyHash(of: accessKey).bytes),
          ])
      ])
  }
}
