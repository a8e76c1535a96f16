import SottoCore
import SottoCrypto
import SottoWire
import TestSupport
import Testing

@Suite struct EnvelopeTests {
  let random = SeededRandom(seed: 5)
  let signingKey: Curve25519.Signing.PrivateKey
  let mailbox: Curve25519.KeyAgreement.PrivateKey

  init() {
    signingKey = Curve25519.Signing.PrivateKey(random: random)
    mailbox = Curve25519.KeyAgreement.PrivateKey(random: random)
  }

  private var recipient: MailboxKey { MailboxKey(unchecked: mailbox.publicKey.rawRepresentation) }

  private func contents(kind: EnvelopeKind = .bundle, body: [UInt8] = Array("hello".utf8)) -> EnvelopeContents {
    EnvelopeContents(
      author: SigningKey(unchecked: signingKey.publicKey.rawRepresentation),
      messageID: MessageID(unchecked: random.bytes(16)), sentAt: Timestamp(milliseconds: 1_700_000_000_123),
      kind: kind, body: body)
  }

  private func seal(_ contents: EnvelopeContents) throws -> Envelope {
    try Envelope.seal(contents, by: signingKey, to: recipient, random: random)
  }

  @Test func opensToWhatWasSealed() throws {
    for body in [[], Array("x".utf8), random.bytes(5_000), random.bytes(Envelope.maximumBodySize)] {
      let contents = contents(body: body)
      let envelope = try seal(contents)
      let bytes = envelope.encoded()
      #expect(bytes.count <= Limits.envelope)
      #expect(try Envelope.decode(bytes).open(with: mailbox) == contents)
    }
  }

  @Test func everyKindSurvives() throws {
    let kinds: [EnvelopeKind] = [
      .pair, .manifest, .keyPackage, .deviceList, .bundle, .control, .destroy, .unsupported(0), .unsupported(200),
    ]
    for kind in kinds {
      #expect(EnvelopeKind(byte: kind.byte) == kind)
      #expect(try seal(contents(kind: kind)).open(with: mailbox).kind == kind)
    }
    #expect(kinds.prefix(7).map(\.byte) == [1, 2, 3, 4, 5, 6, 7])
  }

  @Test func aBodyThatIsTooLongIsRefused() throws {
    let body = [UInt8](repeating: 0, count: Envelope.maximumBodySize + 1)
    #expect(throws: EnvelopeError.bodyTooLong(max: Envelope.maximumBodySize)) { try seal(contents(body: body)) }
  }

  /// The sealed part shows a size band: 512 bytes for everything short, then Padmé.
  @Test(arguments: [0, 1, 100, 385, 386, 500, 5_000, 49_000])
  func sealedSizeIsABand(_ size: Int) throws {
    let envelope = try seal(contents(body: random.bytes(size)))
    let plaintext = envelope.sealed.count - 16
    #expect(plaintext == max(512, Padme.size(plaintext)))
    #expect((plaintext == 512) == (size <= 385))
  }

  @Test func controlAndShortTextAreAlikeInSize() throws {
    let control = try seal(contents(kind: .control, body: [1]))
    let text = try seal(contents(kind: .bundle, body: random.bytes(300)))
    #expect(control.encoded().count == text.encoded().count)
  }

  /// A relay must not find two envelopes of one device to belong together by anything but mailbox and size.
  @Test func nothingIsConstantBetweenTwoEnvelopes() throws {
    let contents = contents()
    let first = try seal(contents)
    let second = try seal(contents)
    #expect(first.recipient == second.recipient)
    let hidden = first.encapsulatedKey + first.sealed
    let otherHidden = second.encapsulatedKey + second.sealed
    let windows = Set(stride(from: 0, through: hidden.count - 6, by: 1).map { Array(hidden[$0..<$0 + 6]) })
    for start in 0...otherHidden.count - 6 {
      #expect(!windows.contains(Array(otherHidden[start..<start + 6])))
    }
    for secret in [contents.author.bytes, contents.messageID.bytes] {
      #expect(!first.encoded().contains(secret))
    }
  }

  // MARK: Refusals

  @Test func aLaterVersionIsHeldBeforeAnyKeyIsUsed() throws {
    var bytes = try seal(contents()).encoded()
    bytes[0] = 2
    #expect(throws: EnvelopeError.unsupportedVersion(2)) { try Envelope.decode(bytes) }
    // Its structure may be another one altogether.
    #expect(throws: EnvelopeError.unsupportedVersion(9)) { try Envelope.decode([9, 1, 2]) }
    bytes[0] = 0
    #expect(throws: EnvelopeError.malformed(.unsupportedVersion(0))) { try Envelope.decode(bytes) }
  }

  @Test func anotherMailboxDoesNotOpenIt() throws {
    let other = Curve25519.KeyAgreement.PrivateKey(random: random)
    #expect(throws: EnvelopeError.notForThisMailbox) { try seal(contents()).open(with: other) }
  }

  @Test func everyChangedByteIsRefused() throws {
    let bytes = try seal(contents()).encoded()
    for index in stride(from: 0, to: bytes.count, by: 7) {
      var changed = bytes
      changed[index] ^= 1
      #expect(throws: EnvelopeError.self) { try Envelope.decode(changed).open(with: mailbox) }
    }
  }

  @Test func readdressingBreaksIt() throws {
    let envelope = try seal(contents())
    let other = Curve25519.KeyAgreement.PrivateKey(random: random)
    var bytes = envelope.encoded()
    bytes.replaceSubrange(1..<33, with: other.publicKey.rawRepresentation)
    #expect(throws: EnvelopeError.authenticationFailure) { try Envelope.decode(bytes).open(with: other) }
  }

  /// A recipient knows all fields and the signature; sealed to somebody else the signature no longer fits.
  @Test func aRecipientCannotPassItOnInTheAuthorsName() throws {
    let plaintext = try openRaw(try seal(contents()))
    let third = Curve25519.KeyAgreement.PrivateKey(random: random)
    let forged = try sealRaw(plaintext, to: third)
    #expect(throws: EnvelopeError.signatureInvalid) { try forged.open(with: third) }
  }

  @Test func anAuthorWhoDidNotSignIsRefused() throws {
    let other = Curve25519.Signing.PrivateKey(random: random)
    #expect(throws: EnvelopeError.authorMismatch) {
      try Envelope.seal(contents(), by: other, to: recipient, random: random)
    }
    // Sealed by hand, with the other's name in front.
    var plaintext = try openRaw(try seal(contents()))
    plaintext.replaceSubrange(0..<32, with: other.publicKey.rawRepresentation)
    #expect(throws: EnvelopeError.signatureInvalid) {
      try sealRaw(plaintext, to: mailbox).open(with: mailbox)
    }
  }

  @Test func fillMustBeTheOneThatThePaddingAsksFor() throws {
    var plaintext = try openRaw(try seal(contents()))
    // author 32, id 16, time 8, kind 1, body 1 + 5: the fill's length stands at 63.
    plaintext[66] -= 1
    #expect(throws: EnvelopeError.malformed(.invalidValue)) { try sealRaw(plaintext, to: mailbox).open(with: mailbox) }
    plaintext[66] += 1
    plaintext[70] = 1
    #expect(throws: EnvelopeError.malformed(.invalidValue)) { try sealRaw(plaintext, to: mailbox).open(with: mailbox) }
  }

  @Test func oversizeIsRefusedBeforeDecoding() {
    #expect(throws: EnvelopeError.malformed(.tooLong(max: Limits.envelope))) {
      try Envelope.decode([UInt8](repeating: 1, count: Limits.envelope + 1))
    }
  }

  @Test func decoderMeetsHostileInput() throws {
    try assertCanonical(try seal(contents()))
  }

  // MARK: Raw HPKE, as the structure's description says

  private func info(_ key: [UInt8]) -> [UInt8] { Array("sotto/1 envelope".utf8) + [0, 1] + key }

  private func openRaw(_ envelope: Envelope) throws -> [UInt8] {
    var opener = try HPKE.Recipient(
      privateKey: mailbox, info: info(recipient.bytes), encapsulatedKey: envelope.encapsulatedKey)
    return try opener.open(
      envelope.sealed, authenticating: [1] + recipient.bytes + envelope.encapsulatedKey)
  }

  private func sealRaw(_ plaintext: [UInt8], to key: Curve25519.KeyAgreement.PrivateKey) throws -> Envelope {
    let recipient = key.publicKey.rawRepresentation
    var sender = try HPKE.Sender(recipientKey: key.publicKey, info: info(recipient), random: random)
    let sealed = try sender.seal(plaintext, authenticating: [1] + recipient + sender.encapsulatedKey)
    var writer = WireWriter()
    writer.u8(1)
    writer.fixed(recipient + sender.encapsulatedKey)
    writer.bytes(sealed)
    return try Envelope.decode(writer.finish())
  }
}
