import SottoCrypto

/// Writes the canonical encoding. What it wrote is zeroed in every buffer it gives up.
public struct WireWriter: ~Copyable {
  private var buffer: UnsafeMutableRawBufferPointer
  public private(set) var count = 0

  public init(capacity: Int = 256) {
    buffer = .allocate(byteCount: Swift.max(capacity, 16), alignment: 16)
  }

  deinit {
    Memory.zero(buffer)
    buffer.deallocate()
  }

  public consuming func finish() -> [UInt8] {
    [UInt8](UnsafeRawBufferPointer(rebasing: buffer[..<count]))
  }

  public consuming func finishSecret() -> SecretBytes {
    SecretBytes(copying: UnsafeRawBufferPointer(rebasing: buffer[..<count]))
  }

  private mutating func append(_ bytes: UnsafeRawBufferPointer) {
    if buffer.count - count < bytes.count {
      let larger = UnsafeMutableRawBufferPointer.allocate(
        byteCount: Swift.max(buffer.count * 2, count + bytes.count), alignment: 16)
      larger.copyMemory(from: UnsafeRawBufferPointer(rebasing: buffer[..<count]))
      Memory.zero(buffer)
      buffer.deallocate()
      buffer = larger
    }
    UnsafeMutableRawBufferPointer(rebasing: buffer[count...]).copyMemory(from: bytes)
    count += bytes.count
  }

  // MARK: Numbers

  private mutating func integer<Value: FixedWidthInteger>(_ value: Value) {
    withUnsafeBytes(of: value.bigEndian) { append($0) }
  }

  public mutating func u8(_ value: UInt8) { integer(value) }
  public mutating func u16(_ value: UInt16) { integer(value) }
  public mutating func u32(_ value: UInt32) { integer(value) }
  public mutating func u64(_ value: UInt64) { integer(value) }
  public mutating func bool(_ value: Bool) { integer(value ? 1 as UInt8 : 0) }

  /// RFC 9000 §16 in the shortest form. `value` must be below 2^62.
  public mutating func length(_ value: Int) {
    precondition(value >= 0 && value < 1 << 62)
    switch value {
    case ..<(1 << 6): u8(UInt8(value))
    case ..<(1 << 14): u16(UInt16(value) | 0x4000)
    case ..<(1 << 30): u32(UInt32(value) | 0x8000_0000)
    default: u64(UInt64(value) | 0xC000_0000_0000_0000)
    }
  }

  // MARK: Bytes and text

  /// Bytes as they are: `opaque[n]`, where the structure fixes `n`.
  public mutating func fixed(_ bytes: [UInt8]) {
    bytes.withUnsafeBytes { append($0) }
  }

  public mutating func fixed(_ bytes: UnsafeRawBufferPointer) {
    append(bytes)
  }

  public mutating func secret(_ secret: SecretBytes) {
    secret.withUnsafeBytes { append($0) }
  }

  /// `bytes<max>`; the structure's initialiser has checked the maximum.
  public mutating func bytes(_ bytes: [UInt8]) {
    length(bytes.count)
    fixed(bytes)
  }

  public mutating func secretBytes(_ secret: SecretBytes) {
    length(secret.count)
    self.secret(secret)
  }

  /// `string<max>`; the structure's initialiser has checked the maximum.
  public mutating func string(_ text: String) {
    var text = text
    text.withUTF8 { utf8 in
      length(utf8.count)
      append(UnsafeRawBufferPointer(utf8))
    }
  }

  public mutating func zeros(_ count: Int) {
    fixed([UInt8](repeating: 0, count: count))
  }

  // MARK: Structures

  public mutating func value(_ value: some WireCodable) {
    value.encode(to: &self)
  }

  public mutating func optional<Value>(_ value: Value?, _ body: (Value, inout WireWriter) -> Void) {
    bool(value != nil)
    if let value { body(value, &self) }
  }

  public mutating func optional(_ value: (some WireCodable)?) {
    bool(value != nil)
    if let value { value.encode(to: &self) }
  }

  public mutating func vector<Value>(_ values: [Value], _ element: (Value, inout WireWriter) -> Void) {
    var inner = WireWriter()
    for value in values { element(value, &inner) }
    length(inner.count)
    append(UnsafeRawBufferPointer(rebasing: inner.buffer[..<inner.count]))
  }

  public mutating func vector(_ values: [some WireCodable]) {
    vector(values) { value, writer in value.encode(to: &writer) }
  }
}
