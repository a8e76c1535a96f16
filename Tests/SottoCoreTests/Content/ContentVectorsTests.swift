import SottoCore
import SottoCrypto
import TestSupport
import Testing

@Suite struct ContentVectorsTests {
  private let samples = ContentSamples(seed: 2_026)

  private func contentVector(_ name: String, _ envelope: ContentEnvelope, _ body: String) -> StructureVector {
    StructureVector(
      "ContentEnvelope", envelope,
      [
        "case": name, "kind": envelope.kind.rawValue, "messageID": envelope.messageID,
        "sentAt": envelope.sentAt.milliseconds, "label": envelope.label?.id ?? "", "body": body,
        "extensions": envelope.extensions.entries.map { "\($0.type): \(hex($0.value))" }.joined(separator: ", "),
      ])
  }

  private func attachmentVector(_ attachment: Attachment) -> StructureVector {
    StructureVector(
      "Attachment", attachment,
      [
        "key": attachment.key.secret.withUnsafeBytes { hex($0) },
        "relay": attachment.location?.relay.description ?? "", "object": attachment.location?.object.description ?? "",
        "size": attachment.size, "sha256": attachment.sha256, "name": attachment.name,
        "mediaType": attachment.mediaType, "label": attachment.label?.id ?? "",
      ])
  }

  private func streamVectors() throws -> [StructureVector] {
    try [0, 1, 9, 100].map { size in
      let key = SymmetricKey.random(samples.random)
      let file = samples.random.bytes(size)
      var sealer = try ChunkSealer(key: key, size: UInt64(size))
      let sealed = try sealer.seal(file)
      let fileHash = sealer.fileHash()
      let hash = try #require(fileHash)
      return StructureVector(
        "chunk stream", bytes: sealed,
        ["key": key.secret.withUnsafeBytes { hex($0) }, "file": hex(file), "sha256": hash]
      ) { sealed in
        var opener = try ChunkOpener(key: key, size: UInt64(size), sha256: hash)
        let opened = try opener.open(sealed)
        try opener.finish()
        var sealer = try ChunkSealer(key: key, size: UInt64(size))
        return try sealer.seal(opened)
      }
    }
  }

  @Test func `structures are pinned`() throws {
    let text = try samples.text()
    let files = try samples.withAttachments()
    let label = try ClassificationLabel(id: "c2", name: "Confidential", rank: 2)
    let receipt = try samples.receipt()
    try checkVectors(
      "content",
      [
        StructureVector("ClassificationLabel", label, ["id": label.id, "name": label.name, "rank": label.rank]),
        attachmentVector(try samples.attachment()),
        attachmentVector(try samples.attachment(location: samples.location(), label: label)),
        contentVector("text", text, "Treffen um 9? 👋🏽"), contentVector("attachments", files, "3 attachments"),
        contentVector("receipt", receipt, "stored, read and stored, by message id"),
        contentVector("greeting", samples.greeting(), "no entries"),
        contentVector("a kind known by number only", try samples.notYetUnderstood(), "21 bytes with the extensions"),
        StructureVector("padded content", bytes: try text.padded(), ["of": "the text above"]) {
          try ContentEnvelope(padded: $0).padded()
        },
      ] + streamVectors() + (try partVectors(files, receipt)))
  }

  private func partVectors(_ files: ContentEnvelope, _ receipt: ContentEnvelope) throws -> [StructureVector] {
    guard case .message(let message) = files.body, case .receipt(let body) = receipt.body,
      let location = message.attachments[1].location, let entry = body.entries.first
    else { throw VectorFailure(description: "the samples are of another kind") }
    let short = try MessageBody(text: "Treffen um 9? 👋🏽")
    return [message, short].map { body in
      StructureVector("MessageBody", body, ["text": body.text, "attachments": "\(body.attachments.count)"])
    } + [body, ReceiptBody()].map { body in
      StructureVector(
        "ReceiptBody", body,
        ["entries": body.entries.map { "\($0.state) \($0.messageID)" }.joined(separator: ", ")])
    } + [
      StructureVector("ReceiptBody.Entry", entry, ["state": "\(entry.state)", "messageID": entry.messageID]),
      StructureVector(
        "ObjectLocation", location, ["relay": location.relay.description, "object": location.object.description]),
    ]
  }
}
