import SottoWire

/// Message 4, inviter → joiner: the second proof.
///
/// `version u8 = 1 · step u8 = 4 · extensions · mac[32]`: 35 bytes.
public struct PairConfirm: WireCodable, Hashable, Sendable {
  public let extensions: Extensions
  /// HMAC(MAC key of the direction inviter → joiner, transcript(4))
  public let mac: [UInt8]

  init(mac: [UInt8] = []) {
    extensions = Extensions()
    self.mac = mac
  }

  public init(from reader: inout WireReader) throws(WireError) {
    try PairMessage.expectHeader(.confirm, from: &reader)
    try self.init(fields: &reader)
  }

  init(fields reader: inout WireReader) throws(WireError) {
    extensions = try Extensions(from: &reader)
    mac = try reader.fixed(PairMessage.fieldSize)
  }

  public func encode(to writer: inout WireWriter) {
    encodeFields(to: &writer)
    writer.fixed(mac)
  }

  private func encodeFields(to writer: inout WireWriter) {
    PairMessage.writeHeader(.confirm, to: &writer)
    writer.value(extensions)
  }

  /// What the transcript holds of this message when it is the last one.
  package var encodedWithoutMAC: [UInt8] {
    var writer = WireWriter()
    encodeFields(to: &writer)
    return writer.finish()
  }
}
