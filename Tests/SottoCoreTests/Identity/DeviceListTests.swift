import SottoCore
import SottoCrypto
import SottoWire
import TestSupport
import Testing

@Suite struct DeviceListTests {
  private static let identity = DeviceIdentity.generate(random: SeededRandom(seed: 1))
  private static let now = Timestamp(milliseconds: 1_000_000)

  @Test func theFirstListNamesItsOneDevice() throws {
    let list = try DeviceList.first(of: Self.identity, now: Self.now)
    try list.verify()
    #expect(list.sequence == 1)
    #expect(list.previousHash == [UInt8](repeating: 0, count: 32))
    #expect(list.entries.map(\.deviceID) == [Self.identity.deviceID])
    #expect(list.entries[0].kind == .primary)
    #expect(list.entries[0].name == Self.identity.name.text)
    #expect(list.contains(signingKey: Self.identity.signingKey, identityKey: Self.identity.identityKey))
  }

  /// Both keys are looked at: a list that names the device with another identity key does not name this one.
  @Test func othersAreNotOnIt() throws {
    let list = try DeviceList.first(of: Self.identity, now: Self.now)
    let other = DeviceIdentity.generate(random: SeededRandom(seed: 2))
    #expect(!list.contains(signingKey: other.signingKey, identityKey: other.identityKey))
    #expect(!list.contains(signingKey: Self.identity.signingKey, identityKey: other.identityKey))
    #expect(!list.contains(signingKey: other.signingKey, identityKey: Self.identity.identityKey))
  }

  @Test func hostileBytes() throws {
    try assertCanonical(DeviceList.first(of: Self.identity, now: Self.now))
  }

  @Test func everyBitIsSigned() throws {
    let bytes = try DeviceList.first(of: Self.identity, now: Self.now).encoded()
    for bit in stride(from: 0, to: bytes.count * 8, by: 3) {
      var changed = bytes
      changed[bit / 8] ^= 1 << UInt8(bit % 8)
      guard let list = try? DeviceList(encoded: changed) else { continue }
      #expect(throws: IdentityError.invalidSignature, "bit \(bit)") { try list.verify() }
    }
  }

  @Test func onlyADeviceWithTheListKeySigns() throws {
    // The encoding without the private list key: as a linked device has it.
    var bytes = Self.identity.encoded()
    bytes.removeLast(33)
    let linked = try DeviceIdentity(encoded: bytes + [0])
    #expect(throws: IdentityError.noListKey) { try DeviceList.first(of: linked, now: Self.now) }
  }

  @Test func kindsWithoutAMeaning() throws {
    let entry = try DeviceList.first(of: Self.identity, now: Self.now).entries[0]
    var bytes = entry.encoded()
    for (kind, expected) in [(1, .primary), (2, .desktop), (3, .service)] as [(UInt8, DeviceListEntry.Kind)] {
      bytes[97] = kind
      #expect(try DeviceListEntry(encoded: bytes).kind == expected)
    }
    for kind in [0, 4, 0xFF] as [UInt8] {
      bytes[97] = kind
      #expect(throws: WireError.unknownTag(kind)) { try DeviceListEntry(encoded: bytes) }
    }
  }

  /// `sequence · previousHash` of the first list, and entries, in forms that no account writes.
  @Test func shapesThatNoAccountWrites() throws {
    let list = try DeviceList.first(of: Self.identity, now: Self.now)
    let entry = list.entries[0]
    func encoded(
      sequence: UInt64 = 1, previous: UInt8 = 0, entries: [DeviceListEntry], removed: [DeviceID] = []
    ) -> [UInt8] {
      var writer = WireWriter()
      writer.u8(1)
      writer.value(list.listKey)
      writer.u64(sequence)
      writer.fixed([UInt8](repeating: previous, count: 32))
      writer.value(list.createdAt)
      writer.vector(entries)
      writer.vector(removed)
      writer.fixed([UInt8](repeating: 0, count: 64))
      return writer.finish()
    }
    #expect(try DeviceList(encoded: encoded(entries: [entry])).entries == [entry])
    #expect(try DeviceList(encoded: encoded(sequence: 2, previous: 1, entries: [entry])).sequence == 2)
    #expect(throws: WireError.invalidValue) { try DeviceList(encoded: encoded(entries: [])) }
    #expect(throws: WireError.invalidValue) { try DeviceList(encoded: encoded(sequence: 0, entries: [entry])) }
    #expect(throws: WireError.invalidValue) { try DeviceList(encoded: encoded(sequence: 2, entries: [entry])) }
    #expect(throws: WireError.invalidValue) { try DeviceList(encoded: encoded(previous: 1, entries: [entry])) }
    #expect(throws: WireError.duplicate) { try DeviceList(encoded: encoded(entries: [entry, entry])) }
    #expect(throws: WireError.duplicate) {
      try DeviceList(encoded: encoded(entries: [entry], removed: [entry.deviceID]))
    }
    #expect(throws: WireError.tooLong(max: Limits.listedDevices)) {
      try DeviceList(encoded: encoded(entries: Array(repeating: entry, count: Limits.listedDevices + 1)))
    }
  }
}
