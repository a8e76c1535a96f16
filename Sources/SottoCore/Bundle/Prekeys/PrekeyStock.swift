import SottoWire

/// The prekeys of one peer that this device may use to seal to it, the oldest first.
public struct PrekeyStock: WireCodable, Hashable, Sendable {
  /// A prekey that left the stock for one outbox entry.
  public struct Taken: WireCodable, Hashable, Sendable {
    public let prekey: PublicPrekey
    /// Of the batch it came from.
    public let batchCounter: UInt64

    public init(from reader: inout WireReader) throws(WireError) {
      prekey = try reader.value()
      batchCounter = try reader.u64()
    }

    init(prekey: PublicPrekey, batchCounter: UInt64) {
      self.prekey = prekey
      self.batchCounter = batchCounter
    }

    public func encode(to writer: inout WireWriter) {
      writer.value(prekey)
      writer.u64(batchCounter)
    }
  }

  /// Of the batch accepted last; 0 before the first.
  public private(set) var counter: UInt64 = 0
  private var expiry = Timestamp(milliseconds: 0)
  private var prekeys: [PublicPrekey] = []

  public init() {}

  /// Prekeys that can be taken now.
  public func count(now: Timestamp) -> Int {
    now < expiry ? prekeys.count : 0
  }

  /// Replaces the stock by `batch`, which must be newer, signed by `issuer` for `recipient` (this device), and usable.
  public mutating func accept(
    _ batch: PrekeyBatch, issuer: SigningKey, recipient: DeviceID, now: Timestamp
  ) throws(PrekeyError) {
    guard batch.counter > counter else { throw .counterNotHigher }
    try batch.verify(issuer: issuer, recipient: recipient, now: now)
    counter = batch.counter
    expiry = batch.expiry
    prekeys = batch.prekeys
  }

  /// Takes the oldest unexpired prekey; nil where none is left, and the long-term path has to do. To be committed in
  /// the transaction that queues what it seals.
  public mutating func takeOldest(now: Timestamp) -> Taken? {
    guard count(now: now) > 0 else { return nil }
    return Taken(prekey: prekeys.removeFirst(), batchCounter: counter)
  }

  /// Returns a prekey whose entry failed. One that was ever in flight may have been used by its recipient and stays
  /// spent; so does one whose batch was replaced.
  public mutating func giveBack(_ taken: Taken, wasEverInFlight: Bool) {
    guard !wasEverInFlight, taken.batchCounter == counter, !prekeys.contains(taken.prekey),
      prekeys.count < Limits.prekeysPerBatch
    else { return }
    prekeys.insert(taken.prekey, at: 0)
  }

  public init(from reader: inout WireReader) throws(WireError) {
    counter = try reader.u64()
    expiry = try reader.value()
    prekeys = try reader.vector(max: Limits.prekeysPerBatch)
  }

  public func encode(to writer: inout WireWriter) {
    writer.u64(counter)
    writer.value(expiry)
    writer.vector(prekeys)
  }
}
