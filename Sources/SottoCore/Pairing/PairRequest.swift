import SottoCrypto
import SottoWire

/// Message 1, joiner → inviter: who the joiner is, and a commitment to a nonce that it shows later.
///
/// `version u8 = 1 · step u8 = 1 · KeyPackage · DeviceList · commitment[32] · extensions · mac[32]`, about 2.2 KB with
/// an encapsulation key.
public struct PairRequest: WireCodable, Hashable, Sendable {
  public let package: KeyPackage
  public let deviceList: DeviceList
  /// SHA-256(label ‖ nonceJ)
  public let commitment: [UInt8]
  public let extensions: Extensions
  /// HMAC(pairing secret, label ‖ everything before it): the joiner was shown the invitation.
  public let mac: [UInt8]

  static func make(
    package: KeyPackage, deviceList: DeviceList, nonce: [UInt8], invitation: Invitation
  ) -> PairRequest {
    let commitment = commitment(to: nonce)
    let bare = PairRequest(package: package, deviceList: deviceList, commitment: commitment, mac: [])
    return PairRequest(
      package: package, deviceList: deviceList, commitment: commitment,
      mac: HMAC.authenticationCode(for: bare.authenticatedBytes, using: invitation.pairingSecret))
  }

  private init(package: KeyPackage, deviceList: DeviceList, commitment: [UInt8], mac: [UInt8]) {
    self.package = package
    self.deviceList = deviceList
    self.commitment = commitment
    extensions = Extensions()
    self.mac = mac
  }

  static func commitment(to nonce: [UInt8]) -> [UInt8] {
    SHA256.hash(Label.pairCommitment.bytes, nonce)
  }

  func isAuthentic(for invitation: Invitation) -> Bool {
    HMAC.isValid(mac, for: authenticatedBytes, using: invitation.pairingSecret)
  }

  public init(from reader: inout WireReader) throws(WireError) {
    try PairMessage.expectHeader(.request, from: &reader)
    try self.init(fields: &reader)
  }

  init(fields reader: inout WireReader) throws(WireError) {
    package = try reader.value()
    deviceList = try reader.value()
    commitment = try reader.fixed(PairMessage.fieldSize)
    extensions = try Extensions(from: &reader)
    mac = try reader.fixed(PairMessage.fieldSize)
  }

  public func encode(to writer: inout WireWriter) {
    encodeFields(to: &writer)
    writer.fixed(mac)
  }

  private func encodeFields(to writer: inout WireWriter) {
    PairMessage.writeHeader(.request, to: &writer)
    writer.value(package)
    writer.value(deviceList)
    writer.fixed(commitment)
    writer.value(extensions)
  }

  private var authenticatedBytes: [UInt8] {
    var writer = WireWriter(capacity: 4_096)
    encodeFields(to: &writer)
    return Label.pairRequestMAC.bytes + writer.finish()
  }
}
