import SottoCrypto
import SottoWire

/// What a slot of a group bundle holds for its one recipient.
///
/// `sessionKey[32] · bodyDigest[32] · senderSignature[64] · optional<PrekeySection> · optional<bytes ShardSection> ·
/// extensions`. The signature is the same in every slot; it keeps one member from writing in another's name, which
/// knowing the session key would allow.
package struct RecipientPayload: WireCodable, Equatable, Sendable {
  package let sessionKey: SymmetricKey
  package let bodyDigest: [UInt8]
  package let senderSignature: [UInt8]
  package let prekeys: PrekeySection?
  /// Undecoded: one that does not decode is discarded alone.
  package let shards: SecretBytes?
  package let extensions: Extensions

  static let digestSize = 32
  static let signatureSize = 64

  init(
    sessionKey: SymmetricKey, bodyDigest: [UInt8], senderSignature: [UInt8], prekeys: PrekeySection?,
    shards: ShardSection?
  ) {
    self.sessionKey = sessionKey
    self.bodyDigest = bodyDigest
    self.senderSignature = senderSignature
    self.prekeys = prekeys
    self.shards = shards?.encodedSecret()
    extensions = Extensions()
  }

  package init(from reader: inout WireReader) throws(WireError) {
    guard let key = try? SymmetricKey(try reader.secret(SymmetricKey.size)) else { throw .truncated }
    sessionKey = key
    bodyDigest = try reader.fixed(Self.digestSize)
    senderSignature = try reader.fixed(Self.signatureSize)
    prekeys = try reader.optional()
    shards = try reader.optional { (reader: inout WireReader) throws(WireError) in
      try reader.secretBytes(max: Limits.shardSection)
    }
    extensions = try Extensions(from: &reader)
  }

  package func encode(to writer: inout WireWriter) {
    writer.secret(sessionKey.secret)
    writer.fixed(bodyDigest)
    writer.fixed(senderSignature)
    writer.optional(prekeys)
    writer.optional(shards) { shards, writer in writer.secretBytes(shards) }
    extensions.encode(to: &writer)
  }
}
