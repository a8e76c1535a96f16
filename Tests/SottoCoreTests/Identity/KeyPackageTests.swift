import SottoCore
import SottoCrypto
import SottoWire
import TestSupport
import Testing

@Suite struct KeyPackageTests {
  private static let identity = DeviceIdentity.generate(random: SeededRandom(seed: 1))
  private static let encapsulationKey = [UInt8](repeating: 3, count: 1_568)

  private static func package(_ encapsulationKey: [UInt8]? = nil, relay: String? = nil) throws -> KeyPackage {
    try .make(
      identity: identity, relay: relay.map { text in try RelayAddress(text) },
      accessKey: AccessKey(unchecked: [UInt8](0..<16)), encapsulationKey: encapsulationKey,
      now: Timestamp(milliseconds: 1_000_000))
  }

  @Test func carriesTheDevicesKeys() throws {
    let package = try Self.package(Self.encapsulationKey, relay: "sotto://relay:443/")
    try package.verify()
    #expect(package.deviceID == Self.identity.deviceID)
    #expect(package.mailboxKey == Self.identity.mailboxKey)
    #expect(package.identityKey == Self.identity.identityKey)
    #expect(package.listKey == Self.identity.listKey)
    #expect(package.encapsulationKey == Self.encapsulationKey)
    #expect(package.relay?.host == "relay")
    #expect(package.capabilities.contains(.groupBundles))
  }

  @Test func byteBudget() throws {
    #expect(try Self.package().encoded().count == 256)
    #expect(try Self.package(Self.encapsulationKey).encoded().count == 1_829)
  }

  @Test func hostileBytes() throws {
    try assertCanonical(Self.package(Self.encapsulationKey, relay: "sotto://relay.example.org:443/"), mutations: 500)
    try assertCanonical(Self.package())
  }

  /// Whatever bit is turned, the package does not decode or does not verify.
  @Test func everyBitIsSigned() throws {
    let bytes = try Self.package(relay: "sotto://relay:443/").encoded()
    for bit in stride(from: 0, to: bytes.count * 8, by: 3) {
      var changed = bytes
      changed[bit / 8] ^= 1 << UInt8(bit % 8)
      guard let package = try? KeyPackage(encoded: changed) else { continue }
      #expect(throws: IdentityError.self, "bit \(bit)") { try package.verify() }
    }
  }

  /// The signature covers what this version does not know.
  @Test func unknownExtensionsAreKeptAndSigned() throws {
    let package = try Self.package()
    var bytes = package.encoded()
    let signature = bytes.suffix(64)
    // Instead of the empty extensions: one of type 9 with one byte.
    bytes.removeLast(65)
    let extended = try KeyPackage(encoded: bytes + [4, 0, 9, 1, 0xAA] + signature)
    #expect(extended.extensions[9] == [0xAA])
    #expect(throws: IdentityError.invalidSignature) { try extended.verify() }
    #expect(throws: WireError.criticalExtension(0x8009)) {
      try KeyPackage(encoded: bytes + [4, 0x80, 9, 1, 0xAA] + signature)
    }
  }

  @Test func encapsulationKeysHaveOneSize() throws {
    for size in [0, 1, 1_567, 1_569] {
      #expect(throws: IdentityError.invalidEncapsulationKey) {
        try Self.package([UInt8](repeating: 0, count: size))
      }
    }
    var bytes = try Self.package().encoded()
    let signature = bytes.suffix(64)
    bytes.removeLast(65)
    #expect(throws: WireError.invalidValue) { try KeyPackage(encoded: bytes + [4, 0, 1, 1, 0xAA] + signature) }
  }

  @Test func theIdentityKeyMustBeAPoint() throws {
    var bytes = try Self.package().encoded()
    bytes[66] ^= 1
    let package = try KeyPackage(encoded: bytes)
    #expect(throws: IdentityError.invalidIdentityKey) { try package.verify() }
  }

  @Test func theHashCoversTheSignature() throws {
    let package = try Self.package()
    #expect(package.hash() == SHA256.hash(Label.keyPackageHash.bytes, package.encoded()))
    var bytes = package.encoded()
    bytes[bytes.count - 1] ^= 1
    #expect(try KeyPackage(encoded: bytes).hash() != package.hash())
  }
}
