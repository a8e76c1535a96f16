import SottoCrypto

/// Reads the canonical encoding. Every bound is checked before anything is allocated.
///
/// After an error the position is undefined: the whole structure is refused, never read on. What may fail alone
/// lies in `bytes` and has a decoding of its own.
///
/// A reader exists only inside `decode`; it cannot be copied out, so the memory it looks at outlives it.
public struct WireReader: ~Copyable {
  private let input: UnsafeRawBufferPointer
  private var position: Int
  private var end: Int

  private init(_ input: UnsafeRawBufferPointer) {
    self.input = input
    position = 0
    end = input.count
  }

  /// Runs `body` over all of `bytes`; what it leaves unread is `trailingBytes`.
  public static func decode<Value>(
    _ bytes: [UInt8], _ body: (inout WireReader) throws(WireError) -> Value
  ) throws(WireError) -> Value {
    // `Array.withUnsafeBytes` does not carry a typed error through.
    try bytes.withUnsafeBytes { buffer in
      Result { () throws(WireError) in try decode(buffer, body) }
    }.get()
  }

  public static func decode<Value>(
    _ secret: SecretBytes, _ body: (inout WireReader) throws(WireError) -> Value
  ) throws(WireError) -> Value {
    try secret.withUnsafeBytes { buffer throws(WireError) in try decode(buffer, body) }
  }

  /// `buffer` must stay valid while `body` runs.
  public static func decode<Value>(
    _ buffer: UnsafeRawBufferPointer, _ body: (inout WireReader) throws(WireError) -> Value
  ) throws(WireError) -> Value {
    var reader = WireReader(buffer)
    let value = try body(&reader)
    try reader.expectEnd()
    return value
  }

  /// Unread bytes of the structure at hand.
  public var remaining: Int { end - position }
  public var isAtEnd: Bool { position == end }

  /// Bytes read since the start of the input; with `bytesRead(since:)` it yields what a signature covers.
  public var offset: Int { position }

  /// A copy of the input from `start`, an earlier `offset`, up to here.
  public func bytesRead(since start: Int) -> [UInt8] {
    precondition(start >= 0 && start <= position)
    return [UInt8](UnsafeRawBufferPointer(rebasing: input[start..<position]))
  }

  public func expectEnd() throws(WireError) {
    guard isAtEnd else { throw .trailingBytes }
  }

  private mutating func take(_ count: Int) throws(WireError) -> UnsafeRawBufferPointer {
    guard count >= 0, count <= remaining else { throw .truncated }
    let slice = UnsafeRawBufferPointer(rebasing: input[position..<position + count])
    position += count
    return slice
  }

  // MARK: Numbers

  private mutating func integer<Value: FixedWidthInteger>(_: Value.Type) throws(WireError) -> Value {
    Value(bigEndian: try take(MemoryLayout<Value>.size).loadUnaligned(as: Value.self))
  }

  public mutating func u8() throws(WireError) -> UInt8 { try integer(UInt8.self) }
  public mutating func u16() throws(WireError) -> UInt16 { try integer(UInt16.self) }
  public mutating func u32() throws(WireError) -> UInt32 { try integer(UInt32.self) }
  public mutating func u64() throws(WireError) -> UInt64 { try integer(UInt64.self) }

  public mutating func bool() throws(WireError) -> Bool {
    switch try u8() {
    case 0: return false
    case 1: return true
    case let other: throw .unknownTag(other)
    }
  }

  /// RFC 9000 §16: the two high bits of the first byte give the length of the integer, 1, 2, 4 or 8 bytes.
  /// A value that fits a shorter form is refused (RFC 9420 §2.1.2).
  public mutating func length(max: Int) throws(WireError) -> Int {
    guard remaining > 0 else { throw .truncated }
    let value: UInt64
    switch input[position] >> 6 {
    case 0:
      value = UInt64(try u8())
    case 1:
      value = UInt64(try u16() & 0x3FFF)
      guard value >= 1 << 6 else { throw .nonMinimalLength }
    case 2:
      value = UInt64(try u32() & 0x3FFF_FFFF)
      guard value >= 1 << 14 else { throw .nonMinimalLength }
    default:
      value = try u64() & 0x3FFF_FFFF_FFFF_FFFF
      guard value >= 1 << 30 else { throw .nonMinimalLength }
    }
    guard value <= UInt64(max) else { throw .tooLong(max: max) }
    return Int(value)
  }

  // MARK: Bytes and text

  /// `opaque[count]`
  public mutating func fixed(_ count: Int) throws(WireError) -> [UInt8] {
    [UInt8](try take(count))
  }

  /// `opaque[count]` that is secret
  public mutating func secret(_ count: Int) throws(WireError) -> SecretBytes {
    SecretBytes(copying: try take(count))
  }

  /// `bytes<max>`
  public mutating func bytes(max: Int) throws(WireError) -> [UInt8] {
    [UInt8](try take(try length(max: max)))
  }

  /// `bytes<max>` that are secret
  public mutating func secretBytes(max: Int) throws(WireError) -> SecretBytes {
    SecretBytes(copying: try take(try length(max: max)))
  }

  /// Everything up to the end of the structure at hand.
  public mutating func rest() throws(WireError) -> [UInt8] {
    try fixed(remaining)
  }

  public mutating func skip(_ count: Int) throws(WireError) {
    _ = try take(count)
  }

  /// `string<max>`, `max` in bytes
  public mutating func string(max: Int) throws(WireError) -> String {
    let utf8 = try take(try length(max: max))
    guard let text = String(validating: utf8, as: UTF8.self) else { throw .invalidUTF8 }
    return text
  }

  /// Exactly these bytes: a magic number.
  public mutating func expect(_ magic: [UInt8]) throws(WireError) {
    guard try take(magic.count).elementsEqual(magic) else { throw .invalidValue }
  }

  /// `count` zero bytes: padding.
  public mutating func zeros(_ count: Int) throws(WireError) {
    guard try take(count).allSatisfy({ $0 == 0 }) else { throw .invalidValue }
  }

  // MARK: Structures

  public mutating func value<Value: WireCodable>(_: Value.Type = Value.self) throws(WireError) -> Value {
    try Value(from: &self)
  }

  /// `optional<T>`: one byte 0 or 1, then the value.
  public mutating func optional<Value>(
    _ body: (inout WireReader) throws(WireError) -> Value
  ) throws(WireError) -> Value? {
    try bool() ? try body(&self) : nil
  }

  public mutating func optional<Value: WireCodable>(_: Value.Type = Value.self) throws(WireError) -> Value? {
    try optional { (reader: inout WireReader) throws(WireError) in try Value(from: &reader) }
  }

  /// `vector<T, max>`, `max` in elements: a byte length, then elements that end exactly there.
  public mutating func vector<Value>(
    max: Int, _ element: (inout WireReader) throws(WireError) -> Value
  ) throws(WireError) -> [Value] {
    var values: [Value] = []
    try nested(byteCount: try length(max: .max)) { (reader: inout WireReader) throws(WireError) in
      while !reader.isAtEnd {
        guard values.count < max else { throw WireError.tooLong(max: max) }
        let before = reader.position
        values.append(try element(&reader))
        // An element of no bytes would repeat for ever.
        guard reader.position > before else { throw WireError.invalidValue }
      }
    }
    return values
  }

  public mutating func vector<Value: WireCodable>(
    of _: Value.Type = Value.self, max: Int
  ) throws(WireError) -> [Value] {
    try vector(max: max) { (reader: inout WireReader) throws(WireError) in try Value(from: &reader) }
  }

  /// Reads a structure that has `byteCount` bytes and must use them all.
  public mutating func nested<Value>(
    byteCount: Int, _ body: (inout WireReader) throws(WireError) -> Value
  ) throws(WireError) -> Value {
    guard byteCount >= 0, byteCount <= remaining else { throw .truncated }
    let outerEnd = end
    end = position + byteCount
    defer { end = outerEnd }
    let value = try body(&self)
    try expectEnd()
    return value
  }
}
