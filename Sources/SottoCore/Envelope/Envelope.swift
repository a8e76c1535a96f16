import SottoCrypto
import SottoWire

/// What a relay stores and forwards: a version, the mailbox, and bytes only that mailbox can open.
///
/// `version u8 = 1 · recipient mailboxKey[32] · HPKE enc[32] · bytes sealed`. A fresh HPKE sender seals each one, so
/// two envelopes of one device have nothing in common but what the recipient is.
public struct Envelope: WireCodable, Hashable, Sendable {
  public static let version: UInt8 = 1
  /// Bytes of a body: with everything around it, the largest padded size that still fits into `Limits.envelope`.
  public static let maximumBodySize = EnvelopePadding.maximumSize - EnvelopePadding.overhead

  public let recipient: MailboxKey
  /// The ephemeral X25519 key of HPKE, 32 bytes.
  public let encapsulatedKey: [UInt8]
  /// Ciphertext and tag.
  public let sealed: [UInt8]

  static let encapsulatedKeySize = 32
  static let tagSize = 16

  public init(from reader: inout WireReader) throws(WireError) {
    let version = try reader.u8()
    guard version == Self.version else { throw .unsupportedVersion(version) }
    recipient = try reader.value()
    encapsulatedKey = try reader.fixed(Self.encapsulatedKeySize)
    sealed = try reader.bytes(max: EnvelopePadding.maximumSize + Self.tagSize)
  }

  public func encode(to writer: inout WireWriter) {
    writer.u8(Self.version)
    writer.value(recipient)
    writer.fixed(encapsulatedKey)
    writer.bytes(sealed)
  }

  /// Decodes what came from a relay or a file. Uses no key.
  public static func decode(_ bytes: [UInt8]) throws(EnvelopeError) -> Envelope {
    guard bytes.count <= Limits.envelope else { throw .malformed(.tooLong(max: Limits.envelope)) }
    do {
      return try Envelope(encoded: bytes)
    } catch .unsupportedVersion(let version) where version > Self.version {
      throw .unsupportedVersion(version)
    } catch {
      throw .malformed(error)
    }
  }

  private init(recipient: MailboxKey, encapsulatedKey: [UInt8], sealed: [UInt8]) {
    self.recipient = recipient
    self.encapsulatedKey = encapsulatedKey
    self.sealed = sealed
  }

  // MARK: Sealing

  /// `signingKey` is the private half of `contents.author`, or nobody could open the result: `authorMismatch`.
  public static func seal(
    _ contents: EnvelopeContents, by signingKey: Curve25519.Signing.PrivateKey, to recipient: MailboxKey,
    random: any RandomSource = SystemRandom()
  ) throws(EnvelopeError) -> Envelope {
    guard contents.body.count <= maximumBodySize else { throw .bodyTooLong(max: maximumBodySize) }
    guard signingKey.publicKey.rawRepresentation == contents.author.bytes else { throw .authorMismatch }
    do {
      let key = try Curve25519.KeyAgreement.PublicKey(rawRepresentation: recipient.bytes)
      var sender = try HPKE.Sender(recipientKey: key, info: info(for: recipient), random: random)
      let header = clearFields(recipient, sender.encapsulatedKey)
      let covered = EnvelopePlaintext.signedFields(contents)
      let plaintext = EnvelopePlaintext(
        contents: contents, signature: signingKey.signature(for: signed(header, covered)))
      return Envelope(
        recipient: recipient, encapsulatedKey: sender.encapsulatedKey,
        sealed: try sender.seal(plaintext.encoded(), authenticating: header))
    } catch {
      throw .invalidRecipientKey
    }
  }

  // MARK: Opening

  /// Opens and verifies; the result's author has signed all of it for this mailbox.
  public func open(with mailbox: Curve25519.KeyAgreement.PrivateKey) throws(EnvelopeError) -> EnvelopeContents {
    guard mailbox.publicKey.rawRepresentation == recipient.bytes else { throw .notForThisMailbox }
    let header = Self.clearFields(recipient, encapsulatedKey)
    let plaintext: [UInt8]
    do {
      var opener = try HPKE.Recipient(
        privateKey: mailbox, info: Self.info(for: recipient), encapsulatedKey: encapsulatedKey)
      plaintext = try opener.open(sealed, authenticating: header)
    } catch {
      throw .authenticationFailure
    }
    let opened: EnvelopePlaintext
    do {
      opened = try EnvelopePlaintext(encoded: plaintext)
    } catch {
      throw .malformed(error)
    }
    let covered = Array(plaintext.dropLast(EnvelopePlaintext.signatureSize))
    guard let author = try? Curve25519.Signing.PublicKey(rawRepresentation: opened.contents.author.bytes),
      author.isValidSignature(opened.signature, for: Self.signed(header, covered))
    else { throw .signatureInvalid }
    return opened.contents
  }

  /// `version · recipient · enc`: the associated data.
  private static func clearFields(_ recipient: MailboxKey, _ encapsulatedKey: [UInt8]) -> [UInt8] {
    [version] + recipient.bytes + encapsulatedKey
  }

  private static func info(for recipient: MailboxKey) -> [UInt8] {
    Label.envelopeSeal.bytes + [version] + recipient.bytes
  }

  /// Recipient and `enc` are in it, so nothing can be taken out and addressed to somebody else.
  private static func signed(_ header: [UInt8], _ fields: [UInt8]) -> [UInt8] {
    Label.envelopeSignature.bytes + header + fields
  }
}
