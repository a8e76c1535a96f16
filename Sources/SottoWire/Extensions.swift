/// The end of a structure that will grow: `vector<{u16 type, bytes}, 64>`, ascending and unique by type.
///
/// An extension nobody here knows is kept, so that the structure encodes back to the same bytes; one whose high
/// bit is set must be understood, and is refused otherwise.
public struct Extensions: WireCodable, Hashable, Sendable {
  public static let maximumCount = 64
  /// Bytes of one extension's value.
  public static let maximumSize = 65_536
  /// Set in the type of an extension that a reader must understand.
  public static let criticalBit: UInt16 = 0x8000

  public private(set) var entries: [(type: UInt16, value: [UInt8])] = []

  public init() {}

  public var isEmpty: Bool { entries.isEmpty }

  /// The value of `type`; setting nil removes it. Setting more than 64, or a value above `maximumSize`, is a
  /// programming error.
  public subscript(type: UInt16) -> [UInt8]? {
    get { entries.first { $0.type == type }?.value }
    set {
      entries.removeAll { $0.type == type }
      guard let newValue else { return }
      precondition(newValue.count <= Self.maximumSize && entries.count < Self.maximumCount)
      entries.insert((type, newValue), at: entries.firstIndex { $0.type > type } ?? entries.endIndex)
    }
  }

  /// `known` are the types that the structure understands.
  public init(from reader: inout WireReader, known: Set<UInt16>) throws(WireError) {
    entries = try reader.vector(max: Self.maximumCount) { (reader: inout WireReader) throws(WireError) in
      (type: try reader.u16(), value: try reader.bytes(max: Self.maximumSize))
    }
    for (index, entry) in entries.enumerated() {
      if index > 0 {
        let previous = entries[index - 1].type
        guard previous != entry.type else { throw .duplicate }
        guard previous < entry.type else { throw .wrongOrder }
      }
      guard entry.type & Self.criticalBit == 0 || known.contains(entry.type) else {
        throw .criticalExtension(entry.type)
      }
    }
  }

  /// For structures that understand no extension.
  public init(from reader: inout WireReader) throws(WireError) {
    try self.init(from: &reader, known: [])
  }

  public func encode(to writer: inout WireWriter) {
    writer.vector(entries) { entry, writer in
      writer.u16(entry.type)
      writer.bytes(entry.value)
    }
  }

  public static func == (left: Extensions, right: Extensions) -> Bool {
    left.entries.elementsEqual(right.entries) { $0.type == $1.type && $0.value == $1.value }
  }

  public func hash(into hasher: inout Hasher) {
    for entry in entries {
      hasher.combine(entry.type)
      hasher.combine(entry.value)
    }
  }
}
