import SottoWire

/// Message 2, inviter → joiner: the package whose hash the invitation holds, a nonce, and a ciphertext if both packages
/// have an encapsulation key.
///
/// `version u8 = 1 · step u8 = 2 · KeyPackage · DeviceList · nonceI[32] · extensions`, about 3.7 KB with ML-KEM.
public struct PairOffer: WireCodable, Hashable, Sendable {
  public let package: KeyPackage
  public let deviceList: DeviceList
  public let nonce: [UInt8]
  public let extensions: Extensions

  /// 1,568 bytes
  public var ciphertext: [UInt8]? { extensions[PairMessage.ExtensionType.ciphertext] }

  init(package: KeyPackage, deviceList: DeviceList, nonce: [UInt8], ciphertext: [UInt8]?) {
    self.package = package
    self.deviceList = deviceList
    self.nonce = nonce
    extensions = PairMessage.extensions(ciphertext: ciphertext)
  }

  public init(from reader: inout WireReader) throws(WireError) {
    try PairMessage.expectHeader(.offer, from: &reader)
    try self.init(fields: &reader)
  }

  init(fields reader: inout WireReader) throws(WireError) {
    package = try reader.value()
    deviceList = try reader.value()
    nonce = try reader.fixed(PairMessage.fieldSize)
    extensions = try PairMessage.extensionsWithCiphertext(from: &reader)
  }

  public func encode(to writer: inout WireWriter) {
    PairMessage.writeHeader(.offer, to: &writer)
    writer.value(package)
    writer.value(deviceList)
    writer.fixed(nonce)
    writer.value(extensions)
  }
}
