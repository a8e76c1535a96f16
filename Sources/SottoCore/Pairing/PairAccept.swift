import SottoWire

/// Message 3, joiner → inviter: the nonce that the commitment was to, the joiner's ciphertext, and the first proof that
/// both hold the same keys.
///
/// `version u8 = 1 · step u8 = 3 · nonceJ[32] · extensions · mac[32]`: 67 bytes, with a ciphertext 1,640.
public struct PairAccept: WireCodable, Hashable, Sendable {
  public let nonce: [UInt8]
  public let extensions: Extensions
  /// HMAC(MAC key of the direction joiner → inviter, transcript(3))
  public let mac: [UInt8]

  /// 1,568 bytes
  public var ciphertext: [UInt8]? { extensions[PairMessage.ExtensionType.ciphertext] }

  init(nonce: [UInt8], ciphertext: [UInt8]?, mac: [UInt8] = []) {
    self.init(nonce: nonce, extensions: PairMessage.extensions(ciphertext: ciphertext), mac: mac)
  }

  private init(nonce: [UInt8], extensions: Extensions, mac: [UInt8]) {
    self.nonce = nonce
    self.extensions = extensions
    self.mac = mac
  }

  func authenticated(by mac: [UInt8]) -> PairAccept {
    PairAccept(nonce: nonce, extensions: extensions, mac: mac)
  }

  public init(from reader: inout WireReader) throws(WireError) {
    try PairMessage.expectHeader(.accept, from: &reader)
    try self.init(fields: &reader)
  }

  init(fields reader: inout WireReader) throws(WireError) {
    nonce = try reader.fixed(PairMessage.fieldSize)
    extensions = try PairMessage.extensionsWithCiphertext(from: &reader)
    mac = try reader.fixed(PairMessage.fieldSize)
  }

  public func encode(to writer: inout WireWriter) {
    encodeFields(to: &writer)
    writer.fixed(mac)
  }

  private func encodeFields(to writer: inout WireWriter) {
    PairMessage.writeHeader(.accept, to: &writer)
    writer.fixed(nonce)
    writer.value(extensions)
  }

  /// What the transcript holds of this message when it is the last one.
  package var encodedWithoutMAC: [UInt8] {
    var writer = WireWriter(capacity: 2_048)
    encodeFields(to: &writer)
    return writer.finish()
  }
}
