import SottoWire
import TestSupport
import Testing

@Suite struct ExtensionsTests {
  @Test func `none are one zero byte`() throws {
    #expect(Extensions().encoded() == [0])
    #expect(try Extensions(encoded: [0]).isEmpty)
  }

  @Test func `unknown ones are kept`() throws {
    let bytes = hex("09000101aa0007020102")
    let extensions = try Extensions(encoded: bytes)
    #expect(extensions[1] == [0xAA])
    #expect(extensions[7] == [1, 2])
    #expect(extensions[2] == nil)
    try assertCanonical(extensions)
  }

  @Test func `types are ascending and unique`() {
    #expect(throws: WireError.wrongOrder) { try Extensions(encoded: hex("06000200000100")) }
    #expect(throws: WireError.duplicate) { try Extensions(encoded: hex("06000200000200")) }
  }

  @Test func `a critical one must be understood`() throws {
    let bytes = hex("03800100")
    #expect(throws: WireError.criticalExtension(0x8001)) { try Extensions(encoded: bytes) }
    let known = try WireReader.decode(bytes) { reader throws(WireError) in
      try Extensions(from: &reader, known: [0x8001])
    }
    #expect(known[0x8001] == [])
  }

  @Test func `sixty-four at most`() throws {
    var extensions = Extensions()
    for type in 0..<64 { extensions[UInt16(type)] = [] }
    var bytes = extensions.encoded()
    #expect(try Extensions(encoded: bytes).entries.count == 64)
    // 65 × 3 bytes, the length in two.
    bytes = hex("40c3") + bytes[2...] + hex("004000")
    #expect(throws: WireError.tooLong(max: 64)) { try Extensions(encoded: bytes) }
  }

  @Test func `setting keeps the order, nil removes`() {
    var extensions = Extensions()
    extensions[9] = [9]
    extensions[3] = [3]
    extensions[5] = [5]
    extensions[3] = [33]
    #expect(extensions.entries.map(\.type) == [3, 5, 9])
    #expect(extensions[3] == [33])
    extensions[5] = nil
    #expect(extensions.entries.map(\.type) == [3, 9])
  }
}
