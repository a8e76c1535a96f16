import SottoWire
import TestSupport
import Testing

@Suite struct IdentifierTests {
  private struct ShortID: Identifier {
    static let size = 16
    let bytes: [UInt8]
    init(unchecked bytes: [UInt8]) { self.bytes = bytes }
  }

  @Test func `the size is exact`() {
    #expect(ShortID([UInt8](repeating: 0, count: 15)) == nil)
    #expect(ShortID([UInt8](repeating: 0, count: 17)) == nil)
    #expect(ShortID([UInt8](repeating: 0, count: 16)) != nil)
  }

  @Test func `sixteen bytes read as a UUID`() throws {
    let id = try #require(ShortID(hex("00112233445566778899aabbccddeeff")))
    #expect(id.description == "00112233-4455-6677-8899-aabbccddeeff")
    try assertCanonical(id)
  }

  @Test func `order is that of unsigned bytes`() throws {
    let low = try #require(ShortID([0x7F] + [UInt8](repeating: 0xFF, count: 15)))
    let high = try #require(ShortID([0x80] + [UInt8](repeating: 0, count: 15)))
    #expect(low < high)
    #expect(!(high < low))
  }
}
