import SottoStore
import SottoWire
import TestSupport
import Testing

@Suite struct LockoutTests {
  @Test func itHasOneLengthAndOneEncoding() throws {
    let lockout = Lockout(failures: 7, bootID: [UInt8](repeating: 0xAB, count: 16), until: 1_000_000)
    let bytes = lockout.encoded()
    #expect(bytes.count == Lockout.size)
    #expect(try Lockout(encoded: bytes) == lockout)
    var changed = bytes
    changed[31] = 1
    #expect(throws: WireError.invalidValue) { try Lockout(encoded: changed) }
    #expect(Lockout.none.encoded() == [UInt8](repeating: 0, count: 32))
  }
}
