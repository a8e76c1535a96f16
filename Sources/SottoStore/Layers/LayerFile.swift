import SottoCore
import SottoCrypto
import SottoWire

/// The layer store: 32 slots of one size in a file that always exists. A slot's inside is under its depth's key, its
/// outside under the floor key; insides that nobody uses are random bytes.
///
/// A file is never changed in place: a new one is written whole, with fresh outsides for all slots.
package enum LayerFile {
  package static let name = "layers"
  package static let slots = Depth.count
  /// Bytes of a slot before both seals
  package static let contentSize = 262_144
  package static let innerSize = contentSize + AES.GCM.overhead
  package static let slotSize = innerSize + AES.GCM.overhead
  package static let size = slots * slotSize

  /// Which file it is, kept in the database.
  package struct Anchor: WireCodable, Equatable {
    package var name: FileName
    /// One more with each file
    package var sequence: UInt64

    package init(name: FileName, sequence: UInt64) {
      self.name = name
      self.sequence = sequence
    }

    package init(from reader: inout WireReader) throws(WireError) {
      name = try reader.value()
      sequence = try reader.u64()
    }

    package func encode(to writer: inout WireWriter) {
      writer.fixed(name.bytes)
      writer.u64(sequence)
    }
  }

  /// The file of a first launch.
  static func create(
    _ path: String, files: FileSystem, keys: StoreKeys, random: any RandomSource
  ) throws(StoreError) {
    try write(path, files: files, keys: keys, random: random) { _ in random.secret(innerSize) }
  }

  /// A new file with the insides of another and fresh outsides.
  static func reseal(
    _ old: String, to path: String, files: FileSystem, keys: StoreKeys, random: any RandomSource
  ) throws(StoreError) {
    let cipher = keys.cipher(name)
    let reader = try LayerFileReader(old)
    try write(path, files: files, keys: keys, random: random) { (slot) throws(StoreError) in
      guard let inner = cipher.open(try reader.slot(slot), row: [UInt8(slot)]) else {
        throw .damaged(.layerFile)
      }
      return inner
    }
  }

  /// Whether every outside opens.
  static func isIntact(_ path: String, keys: StoreKeys) -> Bool {
    guard let reader = try? LayerFileReader(path) else { return false }
    let cipher = keys.cipher(name)
    return (0..<slots).allSatisfy { slot in
      guard let outer = try? reader.slot(slot) else { return false }
      return cipher.open(outer, row: [UInt8(slot)]) != nil
    }
  }

  private static func write(
    _ path: String, files: FileSystem, keys: StoreKeys, random: any RandomSource,
    inside: (Int) throws(StoreError) -> SecretBytes
  ) throws(StoreError) {
    let cipher = keys.cipher(name)
    try files.create(path) { (file) throws(StoreError) in
      for slot in 0..<slots {
        let inner = try inside(slot)
        try file.write(try cipher.seal(inner, row: [UInt8(slot)], random: random))
      }
    }
  }
}
