import SottoCrypto
import SottoWire
import TestSupport
import Testing

@Suite struct WireReaderTests {
  private func length(_ bytes: [UInt8], max: Int = .max) throws(WireError) -> Int {
    try WireReader.decode(bytes) { (reader: inout WireReader) throws(WireError) in try reader.length(max: max) }
  }

  @Test func `integers are big-endian and of fixed width`() throws {
    try WireReader.decode(hex("01 0203 04050607 08090a0b0c0d0e0f".filter { $0 != " " })) { reader throws(WireError) in
      #expect(try reader.u8() == 0x01)
      #expect(try reader.u16() == 0x0203)
      #expect(try reader.u32() == 0x0405_0607)
      #expect(try reader.u64() == 0x0809_0A0B_0C0D_0E0F)
      let isAtEnd = reader.isAtEnd
      #expect(isAtEnd)
    }
  }

  /// RFC 9000 appendix A.1, without its two-byte form of 37, which is not the shortest.
  @Test func `lengths as in RFC 9000`() throws {
    #expect(try length(hex("9d7f3e7d")) == 494_878_333)
    #expect(try length(hex("7bbd")) == 15_293)
    #expect(try length(hex("25")) == 37)
    #expect(try length(hex("c2197c5eff14e88c")) == 151_288_809_941_952_652)
  }

  @Test(arguments: ["4025", "403f", "80003fff", "80000000", "c00000003fffffff", "c000000000000000"])
  func `a length that fits a shorter form is refused`(_ text: String) {
    #expect(throws: WireError.nonMinimalLength) { try length(hex(text)) }
  }

  @Test(arguments: ["", "40", "80", "8000", "c0", "c000000000"])
  func `a cut length is refused`(_ text: String) {
    #expect(throws: WireError.truncated) { try length(hex(text)) }
  }

  @Test func `a length above its maximum is refused before anything is read`() {
    #expect(throws: WireError.tooLong(max: 9)) {
      try WireReader.decode([10]) { reader throws(WireError) in try reader.bytes(max: 9) }
    }
    #expect(throws: WireError.tooLong(max: 1 << 20)) { try length(hex("ffffffffffffffff"), max: 1 << 20) }
    #expect(throws: WireError.truncated) {
      try WireReader.decode(hex("ffffffffffffffff")) { reader throws(WireError) in try reader.bytes(max: .max) }
    }
  }

  @Test func `a vector's length beyond the input is a cut input`() {
    #expect(throws: WireError.truncated) {
      try WireReader.decode([5, 1, 2]) { reader throws(WireError) in
        try reader.vector(max: 10) { reader throws(WireError) in try reader.u8() }
      }
    }
  }

  @Test func `a vector's elements end where it ends`() {
    #expect(throws: WireError.truncated) {
      try WireReader.decode([3, 0, 1, 2]) { reader throws(WireError) in
        try reader.vector(max: 10) { reader throws(WireError) in try reader.u16() }
      }
    }
  }

  @Test func `a vector's maximum counts elements`() throws {
    func decode(_ bytes: [UInt8]) throws(WireError) -> [UInt16] {
      try WireReader.decode(bytes) { reader throws(WireError) in
        try reader.vector(max: 2) { reader throws(WireError) in try reader.u16() }
      }
    }
    #expect(try decode([4, 0, 1, 0, 2]) == [1, 2])
    #expect(throws: WireError.tooLong(max: 2)) { try decode([6, 0, 1, 0, 2, 0, 3]) }
  }

  @Test func `elements of no bytes do not repeat for ever`() {
    #expect(throws: WireError.invalidValue) {
      try WireReader.decode([1, 0]) { reader throws(WireError) in
        try reader.vector(max: .max) { reader throws(WireError) in try reader.fixed(0) }
      }
    }
  }

  @Test func `bool and optional have two tags`() throws {
    func optional(_ bytes: [UInt8]) throws(WireError) -> UInt8? {
      try WireReader.decode(bytes) { reader throws(WireError) in
        try reader.optional { reader throws(WireError) in try reader.u8() }
      }
    }
    #expect(try optional([0]) == nil)
    #expect(try optional([1, 7]) == 7)
    #expect(throws: WireError.unknownTag(2)) { try optional([2, 7]) }
    #expect(throws: WireError.truncated) { try optional([1]) }
    #expect(throws: WireError.trailingBytes) { try optional([0, 7]) }
  }

  @Test(arguments: ["02c080", "03eda080", "04f4908080", "01ff", "02e282", "04f0808080"])
  func `text is valid UTF-8`(_ text: String) {
    // Overlong, a surrogate, above U+10FFFF, no lead byte, cut, overlong.
    #expect(throws: WireError.invalidUTF8) {
      try WireReader.decode(hex(text)) { reader throws(WireError) in try reader.string(max: 10) }
    }
  }

  @Test func `text keeps its bytes, composed or not`() throws {
    for text in ["e\u{301}", "\u{E9}", "a\u{0}b", "👩‍👩‍👧"] {
      var writer = WireWriter()
      writer.string(text)
      let bytes = writer.finish()
      let back = try WireReader.decode(bytes) { reader throws(WireError) in try reader.string(max: 100) }
      #expect(Array(back.utf8) == Array(text.utf8))
    }
  }

  @Test func `magic and padding are checked`() {
    #expect(throws: WireError.invalidValue) {
      try WireReader.decode([1, 2]) { reader throws(WireError) in try reader.expect([1, 3]) }
    }
    #expect(throws: WireError.invalidValue) {
      try WireReader.decode([0, 0, 1]) { reader throws(WireError) in try reader.zeros(3) }
    }
    #expect(throws: WireError.truncated) {
      try WireReader.decode([0]) { reader throws(WireError) in try reader.zeros(2) }
    }
  }

  @Test func `counts from arithmetic gone wrong do not trap`() {
    #expect(throws: WireError.truncated) {
      try WireReader.decode([0]) { reader throws(WireError) in try reader.fixed(-1) }
    }
    #expect(throws: WireError.truncated) {
      try WireReader.decode([0]) { reader throws(WireError) in try reader.skip(.max) }
    }
    #expect(throws: WireError.truncated) {
      try WireReader.decode([0]) { reader throws(WireError) in
        try reader.nested(byteCount: -1) { reader throws(WireError) in try reader.u8() }
      }
    }
  }

  @Test func `a nested structure uses all of its bytes and no more`() throws {
    try WireReader.decode([2, 1, 2, 3]) { reader throws(WireError) in
      let count = Int(try reader.u8())
      let inner = try reader.nested(byteCount: count) { reader throws(WireError) in try reader.rest() }
      #expect(inner == [1, 2])
      #expect(try reader.u8() == 3)
    }
    #expect(throws: WireError.trailingBytes) {
      try WireReader.decode([2, 1, 2]) { reader throws(WireError) in
        try reader.nested(byteCount: Int(try reader.u8())) { reader throws(WireError) in try reader.u8() }
      }
    }
  }

  @Test func `what a signature covers is handed out as it came`() throws {
    try WireReader.decode([9, 1, 2, 3]) { reader throws(WireError) in
      _ = try reader.u8()
      let start = reader.offset
      _ = try reader.u16()
      #expect(reader.bytesRead(since: start) == [1, 2])
      _ = try reader.rest()
    }
  }

  @Test func `secrets are read from and into zeroing memory`() throws {
    var writer = WireWriter()
    writer.secretBytes(SecretBytes(copying: [1, 2, 3]))
    writer.secret(SecretBytes(copying: [4]))
    let encoded = writer.finishSecret()
    #expect(encoded == SecretBytes(copying: [3, 1, 2, 3, 4]))
    let parts = try WireReader.decode(encoded) { reader throws(WireError) in
      [try reader.secretBytes(max: 3), try reader.secret(1)]
    }
    #expect(parts == [SecretBytes(copying: [1, 2, 3]), SecretBytes(copying: [4])])
  }
}
