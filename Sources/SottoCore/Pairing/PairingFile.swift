import SottoWire

/// A pair message on its way by file: `"STTP" · step u8 · Envelope` up to the end of the file.
///
/// The step tells a person's program which file it holds; what counts is the message inside.
public struct PairingFile: WireCodable, Hashable, Sendable {
  private static let magic = Array("STTP".utf8)

  public let step: PairMessage.Step
  /// An encoded envelope, at most 64 KiB. Not looked into here.
  public let envelope: [UInt8]

  /// nil for an envelope above 64 KiB.
  public init?(step: PairMessage.Step, envelope: [UInt8]) {
    guard envelope.count <= Limits.envelope else { return nil }
    self.step = step
    self.envelope = envelope
  }

  public init(from reader: inout WireReader) throws(WireError) {
    try reader.expect(Self.magic)
    let tag = try reader.u8()
    guard let step = PairMessage.Step(rawValue: tag) else { throw .unknownTag(tag) }
    self.step = step
    guard reader.remaining <= Limits.envelope else { throw .tooLong(max: Limits.envelope) }
    envelope = try reader.rest()
  }

  public func encode(to writer: inout WireWriter) {
    writer.fixed(Self.magic)
    writer.u8(step.rawValue)
    writer.fixed(envelope)
  }
}
