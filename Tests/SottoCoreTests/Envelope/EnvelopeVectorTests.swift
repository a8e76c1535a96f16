import SottoCore
import SottoCrypto
import TestSupport
import Testing

/// `Tests/Vectors/sotto/envelope.json`
@Suite struct EnvelopeVectorTests {
  @Test func committedVectors() throws {
    let random = SeededRandom(seed: 1_003)
    let signingKey = Curve25519.Signing.PrivateKey(random: random)
    let mailbox = Curve25519.KeyAgreement.PrivateKey(random: random)
    let recipient = MailboxKey(unchecked: mailbox.publicKey.rawRepresentation)
    let bodies: [(EnvelopeKind, [UInt8])] = [(.control, [1, 2, 3]), (.bundle, random.bytes(700))]
    let envelopes = try bodies.map { kind, body in
      let contents = EnvelopeContents(
        author: SigningKey(unchecked: signingKey.publicKey.rawRepresentation),
        messageID: MessageID(unchecked: random.bytes(16)), sentAt: Timestamp(milliseconds: 1_700_000_000_123),
        kind: kind, body: body)
      let envelope = try Envelope.seal(contents, by: signingKey, to: recipient, random: random)
      #expect(try envelope.open(with: mailbox) == contents)
      return (envelope, contents, try EnvelopePlaintext(encoded: plaintext(of: envelope, mailbox)))
    }
    try checkVectors(
      "envelope",
      envelopes.map { envelope, contents, plaintext in
        StructureVector(
          "Envelope", envelope,
          [
            "mailboxPrivateKey": hex(bytes(mailbox.rawRepresentation)), "recipient": recipient,
            "authorSigningSeed": hex(bytes(signingKey.rawRepresentation)), "author": contents.author,
            "encapsulatedKey": hex(envelope.encapsulatedKey), "messageID": contents.messageID,
            "sentAt": contents.sentAt.milliseconds, "kind": contents.kind.byte, "body": hex(contents.body),
            "plaintext": hex(plaintext.encoded()),
          ])
      }
        + envelopes.map { _, contents, plaintext in
          StructureVector(
            "EnvelopePlaintext", plaintext,
            [
              "author": contents.author, "messageID": contents.messageID, "sentAt": contents.sentAt.milliseconds,
              "kind": contents.kind.byte, "body": hex(contents.body), "signature": hex(plaintext.signature),
            ])
        })
  }

  private func plaintext(
    of envelope: Envelope, _ mailbox: Curve25519.KeyAgreement.PrivateKey
  ) throws -> [UInt8] {
    let key = envelope.recipient.bytes
    var opener = try HPKE.Recipient(
      privateKey: mailbox, info: Label.envelopeSeal.bytes + [1] + key, encapsulatedKey: envelope.encapsulatedKey)
    return try opener.open(envelope.sealed, authenticating: [1] + key + envelope.encapsulatedKey)
  }

  private func bytes(_ secret: SecretBytes) -> [UInt8] { secret.withUnsafeBytes { Array($0) } }
}
