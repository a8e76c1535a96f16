import SottoCrypto
import Testing
import TestSupport

struct HPKETests {
  private let random = SeededRandom(seed: 2)

  @Test func messagesOpenInOrder() throws {
    let key = Curve25519.KeyAgreement.PrivateKey(random: random)
    var sender = try HPKE.Sender(recipientKey: key.publicKey, info: [1], random: random)
    var recipient = try HPKE.Recipient(privateKey: key, info: [1], encapsulatedKey: sender.encapsulatedKey)
    let first = try sender.seal([1, 2, 3], authenticating: [4])
    let second = try sender.seal([], authenticating: [])
    #expect(first.count == 3 + HPKE.overhead)
    #expect(throws: CryptoError.authenticationFailure) { try recipient.open(second) }
    #expect(try recipient.open(first, authenticating: [4]) == [1, 2, 3])
    #expect(throws: CryptoError.authenticationFailure) { try recipient.open(first, authenticating: [4]) }
    #expect(try recipient.open(second) == [])
  }

  @Test func anotherKeyInfoOrEncapsulatedKeyDoesNotOpen() throws {
    let key = Curve25519.KeyAgreement.PrivateKey(random: random)
    var sender = try HPKE.Sender(recipientKey: key.publicKey, info: [1], random: random)
    let sealed = try sender.seal([9])
    var otherInfo = try HPKE.Recipient(privateKey: key, info: [2], encapsulatedKey: sender.encapsulatedKey)
    #expect(throws: CryptoError.authenticationFailure) { try otherInfo.open(sealed) }
    var otherKey = try HPKE.Recipient(
      privateKey: .init(random: random), info: [1], encapsulatedKey: sender.encapsulatedKey)
    #expect(throws: CryptoError.authenticationFailure) { try otherKey.open(sealed) }
    var otherEphemeral = try HPKE.Recipient(
      privateKey: key, info: [1],
      encapsulatedKey: Curve25519.KeyAgreement.PrivateKey(random: random).publicKey.rawRepresentation)
    #expect(throws: CryptoError.authenticationFailure) { try otherEphemeral.open(sealed) }
  }

  @Test func keysOfSmallOrderAndWrongLengthsAreRefused() throws {
    let key = Curve25519.KeyAgreement.PrivateKey(random: random)
    let zero = [UInt8](repeating: 0, count: 32)
    #expect(throws: CryptoError.zeroSharedSecret) {
      _ = try HPKE.Sender(recipientKey: .init(rawRepresentation: zero), info: [])
    }
    #expect(throws: CryptoError.zeroSharedSecret) {
      _ = try HPKE.Recipient(privateKey: key, info: [], encapsulatedKey: zero)
    }
    for count in [0, 31, 33] {
      #expect(throws: CryptoError.incorrectKeySize) {
        _ = try HPKE.Recipient(privateKey: key, info: [], encapsulatedKey: .init(repeating: 9, count: count))
      }
    }
  }

  @Test func exportsAgreeAndDependOnTheContext() throws {
    let key = Curve25519.KeyAgreement.PrivateKey(random: random)
    let sender = try HPKE.Sender(recipientKey: key.publicKey, info: [1], random: random)
    let recipient = try HPKE.Recipient(privateKey: key, info: [1], encapsulatedKey: sender.encapsulatedKey)
    #expect(try sender.exportSecret(context: [5], count: 40) == recipient.exportSecret(context: [5], count: 40))
    #expect(try sender.exportSecret(context: [5], count: 40) != sender.exportSecret(context: [6], count: 40))
    #expect(throws: CryptoError.incorrectParameterSize) {
      try sender.exportSecret(context: [], count: HKDF.maximumOutput + 1)
    }
  }
}
