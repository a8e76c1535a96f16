import SottoCrypto
import Testing

struct HPKEVectorTests {
  private struct File: Decodable {
    let vectors: [Vector]
  }

  private struct Vector: Decodable {
    struct Encryption: Decodable {
      let aad, ct, pt: HexBytes
    }

    struct Export: Decodable {
      let exporterContext: HexBytes
      let length: Int
      let exportedValue: HexBytes

      enum CodingKeys: String, CodingKey {
        case exporterContext = "exporter_context"
        case length = "L"
        case exportedValue = "exported_value"
      }
    }

    let mode: Int
    let info, skRm, skEm, pkRm, enc: HexBytes
    let encryptions: [Encryption]
    let exports: [Export]
  }

  /// The file's other vector is of PSK mode, which Sotto does not have.
  @Test func rfc9180BaseMode() throws {
    let vectors = try VectorFile.load("hpke/hpke_x25519_sha256_aes256gcm.json", as: File.self).vectors
    let vector = try #require(vectors.first { $0.mode == 0 })
    let ephemeral = try Curve25519.KeyAgreement.PrivateKey(
      rawRepresentation: SecretBytes(copying: vector.skEm.bytes))
    let key = try Curve25519.KeyAgreement.PrivateKey(rawRepresentation: SecretBytes(copying: vector.skRm.bytes))
    #expect(key.publicKey.rawRepresentation == vector.pkRm.bytes)

    var sender = try HPKE.Sender(recipientKey: key.publicKey, info: vector.info.bytes, ephemeralKey: ephemeral)
    #expect(sender.encapsulatedKey == vector.enc.bytes)
    var recipient = try HPKE.Recipient(
      privateKey: key, info: vector.info.bytes, encapsulatedKey: vector.enc.bytes)
    for encryption in vector.encryptions {
      let (plaintext, data) = (encryption.pt.bytes, encryption.aad.bytes)
      #expect(try sender.seal(plaintext, authenticating: data) == encryption.ct.bytes)
      #expect(try recipient.open(encryption.ct.bytes, authenticating: data) == plaintext)
    }
    for export in vector.exports {
      let expected = SecretBytes(copying: export.exportedValue.bytes)
      #expect(try sender.exportSecret(context: export.exporterContext.bytes, count: export.length) == expected)
      #expect(try recipient.exportSecret(context: export.exporterContext.bytes, count: export.length) == expected)
    }
    #expect((vectors.count, vector.encryptions.count, vector.exports.count) == (2, 40, 3))
  }
}
