import SottoCore
import SottoCrypto
import SottoWire
import TestSupport
import Testing

@Suite struct DeviceIdentityTests {
  private let identity = DeviceIdentity.generate(random: SeededRandom(seed: 1))

  @Test func theSigningKeyNamesTheDevice() {
    #expect(identity.deviceID.bytes == SHA256.hash(identity.signingKey.bytes))
    #expect(identity.deviceID == DeviceID(of: identity.signingKey))
    #expect(identity.name == DeviceName(of: identity.signingKey))
  }

  @Test func eachIdentityIsItsOwn() {
    let other = DeviceIdentity.generate(random: SeededRandom(seed: 2))
    #expect(identity.deviceID != other.deviceID)
    #expect(identity.mailboxKey != other.mailboxKey)
    #expect(identity.identityKey != other.identityKey)
    #expect(identity.listKey != other.listKey)
  }

  @Test func theStoreGivesBackTheSameKeys() throws {
    let secret = identity.encodedSecret()
    #expect(secret.count == 162)
    let again = try DeviceIdentity(encoded: secret)
    #expect(again.signingKey == identity.signingKey)
    #expect(again.mailboxKey == identity.mailboxKey)
    #expect(again.identityKey == identity.identityKey)
    #expect(again.list?.publicKey.rawRepresentation == identity.listKey.bytes)
  }

  @Test func hostileBytes() throws {
    try assertCanonical(identity, mutations: 200)
  }

  @Test func theListKeyMustBelongToItsPrivateHalf() {
    var bytes = identity.encoded()
    bytes[97] ^= 1
    #expect(throws: WireError.invalidValue) { try DeviceIdentity(encoded: bytes) }
  }

  @Test func printingShowsNoSecret() {
    let text = "\(identity)" + String(reflecting: identity)
    for secret in [
      identity.signing.rawRepresentation, identity.mailbox.rawRepresentation, identity.identity.rawRepresentation,
    ] {
      let bytes = secret.withUnsafeBytes { [UInt8]($0) }
      #expect(!text.contains(hex(bytes)))
      #expect(!text.contains(bytes.map(String.init).joined(separator: ", ")))
    }
  }
}
