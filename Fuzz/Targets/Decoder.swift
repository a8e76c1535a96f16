import SottoWire

/// One way into the product for bytes from outside.
public struct Decoder: Sendable {
  /// The type that is decoded, or what the bytes are. Committed vectors of that name are the seeds.
  public let name: String
  /// Must return, whatever the bytes are. It checks what it can of the result and traps where that is wrong.
  public let run: @Sendable ([UInt8]) -> Void
  /// Decodes and encodes again; nil for what is not a structure.
  public let reencode: (@Sendable ([UInt8]) throws -> [UInt8])?

  init(_ name: String, checking run: @escaping @Sendable ([UInt8]) -> Void) {
    self.name = name
    self.run = run
    reencode = nil
  }

  /// What it accepts must be the only encoding of what it read.
  init<Value: WireCodable & SendableMetatype>(_ type: Value.Type) {
    // With the types around it, without the module.
    let name = String(reflecting: type).split(separator: ".").dropFirst().joined(separator: ".")
    self.init(name, reencode: { bytes in try Value(encoded: bytes).encoded() })
  }

  init(_ name: String, reencode: @escaping @Sendable ([UInt8]) throws -> [UInt8]) {
    self.name = name
    self.reencode = reencode
    run = { bytes in
      guard let again = try? reencode(bytes) else { return }
      precondition(again == bytes, "\(name) accepts an encoding that is not canonical")
    }
  }
}
