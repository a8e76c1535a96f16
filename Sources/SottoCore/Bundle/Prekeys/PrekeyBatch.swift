import SottoCrypto
import SottoWire

/// The public halves of 1 to 30 prekeys that one device made for one other device, signed.
///
/// `counter u64 · createdAt · expiry · vector<PublicPrekey, 30> · extensions · signature[64]`: 1,306 bytes with 15
/// keys, 496 with 5. Decoding checks the structure; `verify` everything else, since filler has the structure too.
public struct PrekeyBatch: WireCodable, Hashable, Sendable {
  /// Higher in each batch from one issuer to one recipient.
  public let counter: UInt64
  public let createdAt: Timestamp
  public let expiry: Timestamp
  public let prekeys: [PublicPrekey]
  public let extensions: Extensions
  public let signature: [UInt8]

  static let signatureSize = 64

  /// Makes `count` key pairs for `recipient`. The private halves must be stored in the transaction that first hands
  /// out the batch.
  public static func make(
    counter: UInt64, count: Int = Limits.prekeyBatchSize, from issuer: DeviceIdentity, to recipient: DeviceID,
    now: Timestamp, random: any RandomSource = SystemRandom()
  ) -> (batch: PrekeyBatch, prekeys: [Prekey]) {
    precondition(1...Limits.prekeysPerBatch ~= count)
    let expiry = now.adding(Limits.prekeyLifetime)
    let prekeys = (0..<count).map { _ in
      Prekey(
        id: PrekeyID(unchecked: random.bytes(PrekeyID.size)), key: P256.KeyAgreement.PrivateKey(random: random),
        expiry: expiry)
    }
    let unsigned = PrekeyBatch(
      counter: counter, createdAt: now, expiry: expiry, prekeys: prekeys.map(\.publicHalf), signature: [])
    let signature = issuer.signing.signature(for: unsigned.signedBytes(issuer.deviceID, recipient))
    let batch = PrekeyBatch(
      counter: counter, createdAt: now, expiry: expiry, prekeys: unsigned.prekeys, signature: signature)
    return (batch, prekeys)
  }

  init(
    counter: UInt64, createdAt: Timestamp, expiry: Timestamp, prekeys: [PublicPrekey],
    extensions: Extensions = Extensions(), signature: [UInt8]
  ) {
    self.counter = counter
    self.createdAt = createdAt
    self.expiry = expiry
    self.prekeys = prekeys
    self.extensions = extensions
    self.signature = signature
  }

  /// Whether `issuer` made it for `recipient`, and every key in it can be used now.
  public func verify(issuer: SigningKey, recipient: DeviceID, now: Timestamp) throws(PrekeyError) {
    guard let key = try? Curve25519.Signing.PublicKey(rawRepresentation: issuer.bytes),
      key.isValidSignature(signature, for: signedBytes(DeviceID(of: issuer), recipient))
    else { throw .signatureInvalid }
    guard Set(prekeys.map(\.id)).count == prekeys.count else { throw .duplicateID }
    guard createdAt < expiry, expiry.since(createdAt) <= Limits.prekeyLifetime, now < expiry,
      createdAt <= now.adding(Limits.prekeyClockTolerance)
    else { throw .datesInvalid }
    for prekey in prekeys {
      guard (try? P256.KeyAgreement.PublicKey(x963Representation: prekey.key.bytes)) != nil else {
        throw .invalidPoint
      }
    }
  }

  private func signedBytes(_ issuer: DeviceID, _ recipient: DeviceID) -> [UInt8] {
    var writer = WireWriter(capacity: 2_048)
    writer.fixed(Label.prekeyBatch.bytes)
    writer.value(issuer)
    writer.value(recipient)
    encodeFields(to: &writer)
    return writer.finish()
  }

  // MARK: Encoding

  public init(from reader: inout WireReader) throws(WireError) {
    counter = try reader.u64()
    createdAt = try reader.value()
    expiry = try reader.value()
    prekeys = try reader.vector(max: Limits.prekeysPerBatch)
    guard !prekeys.isEmpty else { throw .invalidValue }
    extensions = try Extensions(from: &reader)
    signature = try reader.fixed(Self.signatureSize)
  }

  public func encode(to writer: inout WireWriter) {
    encodeFields(to: &writer)
    writer.fixed(signature)
  }

  private func encodeFields(to writer: inout WireWriter) {
    writer.u64(counter)
    writer.value(createdAt)
    writer.value(expiry)
    writer.vector(prekeys)
    extensions.encode(to: &writer)
  }
}
