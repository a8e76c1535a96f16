import SottoCrypto
import SottoWire

/// The prekeys inside a slot: `count u8 · PrekeyBatch`. The count is that of the batch, or 0 where the batch is random
/// filler, which is there so that slots side by side have one length.
public struct PrekeySection: WireCodable, Hashable, Sendable {
  private let count: UInt8
  private let content: PrekeyBatch

  public init(_ batch: PrekeyBatch) {
    count = UInt8(batch.prekeys.count)
    content = batch
  }

  private init(filler: PrekeyBatch) {
    count = 0
    content = filler
  }

  /// As long as a section with a batch of `Limits.prekeysPerFileSlot` keys.
  static func filler(random: any RandomSource) -> PrekeySection {
    let prekeys = (0..<Limits.prekeysPerFileSlot).map { _ in
      PublicPrekey(
        id: PrekeyID(unchecked: random.bytes(PrekeyID.size)),
        key: PrekeyPublicKey(unchecked: random.bytes(PrekeyPublicKey.size)))
    }
    let zero = Timestamp(milliseconds: 0)
    return PrekeySection(
      filler: PrekeyBatch(
        counter: 0, createdAt: zero, expiry: zero, prekeys: prekeys,
        signature: random.bytes(PrekeyBatch.signatureSize)))
  }

  /// Not verified; nil for filler.
  public var batch: PrekeyBatch? { count == 0 ? nil : content }

  public init(from reader: inout WireReader) throws(WireError) {
    count = try reader.u8()
    content = try reader.value()
    guard count == 0 || Int(count) == content.prekeys.count else { throw .invalidValue }
  }

  public func encode(to writer: inout WireWriter) {
    writer.u8(count)
    writer.value(content)
  }
}
