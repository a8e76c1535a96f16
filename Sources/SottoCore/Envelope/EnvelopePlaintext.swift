import SottoWire

/// What HPKE seals: contents, fill and signature. It stands alone, since the fill depends on all before it.
///
/// `author[32] · messageID[16] · sentAt u64 · kind u8 · bytes body · u32 fill length · zeros · signature[64]`
package struct EnvelopePlaintext: WireCodable, Equatable {
  static let signatureSize = EnvelopePadding.signatureSize

  package let contents: EnvelopeContents
  /// Not verified
  package let signature: [UInt8]

  init(contents: EnvelopeContents, signature: [UInt8]) {
    self.contents = contents
    self.signature = signature
  }

  /// All but the signature, as the signature covers it.
  static func signedFields(_ contents: EnvelopeContents) -> [UInt8] {
    var writer = WireWriter(capacity: 1_024)
    contents.encodeFields(to: &writer)
    EnvelopePadding.write(to: &writer)
    return writer.finish()
  }

  package init(from reader: inout WireReader) throws(WireError) {
    contents = try EnvelopeContents(fields: &reader)
    try EnvelopePadding.read(from: &reader)
    signature = try reader.fixed(Self.signatureSize)
  }

  package func encode(to writer: inout WireWriter) {
    writer.fixed(Self.signedFields(contents))
    writer.fixed(signature)
  }
}
