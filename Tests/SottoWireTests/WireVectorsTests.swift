import SottoWire
import TestSupport
import Testing

@Suite struct WireVectorsTests {
  /// A structure with one field of each kind of the encoding.
  private struct Sample: WireCodable {
    var number8: UInt8 = 1
    var number16: UInt16 = 0x0203
    var number32: UInt32 = 0x0405_0607
    var number64: UInt64 = 0x0809_0A0B_0C0D_0E0F
    var flag = true
    var opaque: [UInt8] = [0xAA, 0xBB, 0xCC, 0xDD]
    var bytes: [UInt8]
    var text = "über"
    var absent: UInt16?
    var present: UInt16? = 7
    var vector: [UInt16] = [1, 2, 3]
    var extensions = Extensions()

    init(byteCount: Int) {
      bytes = [UInt8](repeating: 0x5A, count: byteCount)
      extensions[1] = []
      extensions[0x0102] = [9]
    }

    init(from reader: inout WireReader) throws(WireError) {
      number8 = try reader.u8()
      number16 = try reader.u16()
      number32 = try reader.u32()
      number64 = try reader.u64()
      flag = try reader.bool()
      opaque = try reader.fixed(4)
      bytes = try reader.bytes(max: 20_000)
      text = try reader.string(max: 20)
      absent = try reader.optional { reader throws(WireError) in try reader.u16() }
      present = try reader.optional { reader throws(WireError) in try reader.u16() }
      vector = try reader.vector(max: 3) { reader throws(WireError) in try reader.u16() }
      extensions = try reader.value()
    }

    func encode(to writer: inout WireWriter) {
      writer.u8(number8)
      writer.u16(number16)
      writer.u32(number32)
      writer.u64(number64)
      writer.bool(flag)
      writer.fixed(opaque)
      writer.bytes(bytes)
      writer.string(text)
      writer.optional(absent) { value, writer in writer.u16(value) }
      writer.optional(present) { value, writer in writer.u16(value) }
      writer.vector(vector) { value, writer in writer.u16(value) }
      writer.value(extensions)
    }
  }

  @Test func `every kind of field is pinned`() throws {
    // Byte counts on both sides of where a length changes its form.
    try checkVectors(
      "wire",
      [0, 63, 64].map { count in
        StructureVector(
          "Sample", Sample(byteCount: count),
          [
            "u8": "1", "u16": "0x0203", "u32": "0x04050607", "u64": "0x08090a0b0c0d0e0f", "bool": "true",
            "opaque[4]": "aabbccdd", "bytes": "\(count) times 5a", "string": "über", "optional<u16> absent": "",
            "optional<u16> present": "7", "vector<u16>": "1, 2, 3", "extensions": "0x0001: empty, 0x0102: 09",
          ])
      }
        + [0, 63, 64, 16_383, 16_384, (1 << 30) - 1, 1 << 30].map { length in
          var writer = WireWriter()
          writer.length(length)
          return StructureVector("length", bytes: writer.finish(), ["value": length]) { bytes in
            let read = try WireReader.decode(bytes) { reader throws(WireError) in try reader.length(max: .max) }
            var writer = WireWriter()
            writer.length(read)
            return writer.finish()
          }
        } + extensionVectors())
  }

  private func extensionVectors() -> [StructureVector] {
    var some = Extensions()
    some[1] = []
    some[0x7FFF] = [UInt8](repeating: 0x5A, count: 64)
    return [Extensions(), some].map { extensions in
      StructureVector(
        "Extensions", extensions,
        ["extensions": extensions.entries.map { "\($0.type): \(hex($0.value))" }.joined(separator: ", ")])
    }
  }

  @Test func `the sample meets hostile input`() throws {
    try assertCanonical(Sample(byteCount: 64))
  }
}
