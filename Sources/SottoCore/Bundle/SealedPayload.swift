import SottoCrypto
import SottoWire

/// What a bundle's ciphertext holds: the message, and for a single recipient what a slot would hold otherwise.
///
/// `optional<uuid> groupID · appVersion[6] · senderProof[32] · optional<PrekeySection> · optional<bytes ShardSection> ·
/// optional<senderSignature[64]> · optional<ManifestRef> · bytes content · extensions`
package struct SealedPayload: WireCodable, Equatable, Sendable {
  static let proofSize = 32
  static let signatureSize = 64

  package let groupID: GroupID?
  package let appVersion: AppVersion
  package let senderProof: [UInt8]
  package let prekeys: PrekeySection?
  /// Undecoded: one that does not decode is discarded alone.
  package let shards: SecretBytes?
  package var senderSignature: [UInt8]?
  package let manifest: ManifestRef?
  package let content: [UInt8]
  package let extensions: Extensions

  private init(
    groupID: GroupID?, senderProof: [UInt8], prekeys: PrekeySection?, shards: ShardSection?, manifest: ManifestRef?,
    content: [UInt8]
  ) {
    self.groupID = groupID
    appVersion = .current
    self.senderProof = senderProof
    self.prekeys = prekeys
    self.shards = shards?.encodedSecret()
    self.manifest = manifest
    self.content = content
    extensions = Extensions()
  }

  static func group(_ id: GroupID, senderProof: [UInt8], manifest: ManifestRef, content: [UInt8]) -> SealedPayload {
    SealedPayload(
      groupID: id, senderProof: senderProof, prekeys: nil, shards: nil, manifest: manifest, content: content)
  }

  /// Not signed yet.
  static func single(
    senderProof: [UInt8], prekeys: PrekeySection?, shards: ShardSection, content: [UInt8]
  ) -> SealedPayload {
    SealedPayload(
      groupID: nil, senderProof: senderProof, prekeys: prekeys, shards: shards, manifest: nil, content: content)
  }

  /// Whether the fields are those of a group bundle, `groupID` aside, whose absence has an error of its own.
  var hasGroupShape: Bool {
    prekeys == nil && shards == nil && senderSignature == nil && manifest != nil
  }

  var hasSingleShape: Bool { groupID == nil && manifest == nil }

  package init(from reader: inout WireReader) throws(WireError) {
    groupID = try reader.optional()
    appVersion = try reader.value()
    senderProof = try reader.fixed(Self.proofSize)
    prekeys = try reader.optional()
    shards = try reader.optional { (reader: inout WireReader) throws(WireError) in
      try reader.secretBytes(max: Limits.shardSection)
    }
    senderSignature = try reader.optional { (reader: inout WireReader) throws(WireError) in
      try reader.fixed(Self.signatureSize)
    }
    manifest = try reader.optional()
    content = try reader.bytes(max: Limits.paddedContent)
    extensions = try Extensions(from: &reader)
  }

  package func encode(to writer: inout WireWriter) {
    writer.optional(groupID)
    writer.value(appVersion)
    writer.fixed(senderProof)
    writer.optional(prekeys)
    writer.optional(shards) { shards, writer in writer.secretBytes(shards) }
    writer.optional(senderSignature) { signature, writer in writer.fixed(signature) }
    writer.optional(manifest)
    writer.bytes(content)
    extensions.encode(to: &writer)
  }
}
