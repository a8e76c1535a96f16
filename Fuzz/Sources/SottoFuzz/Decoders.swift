import SottoCore
import SottoCrypto
import SottoRelayProtocol
import SottoStore
import SottoWire

extension Decoder {
  /// The first byte of an input picks one, so new ones go to the end: a kept input then means what it meant.
  static let all: [Decoder] =
    encoding + content + delivery + identity + bundles + relay + text + store

  private static let encoding: [Decoder] = [
    Decoder(Extensions.self)
  ]

  private static let content: [Decoder] = [
    Decoder(ContentEnvelope.self),
    Decoder("padded content", reencode: { try ContentEnvelope(padded: $0).padded() }),
    Decoder(MessageBody.self), Decoder(ReceiptBody.self), Decoder(Attachment.self), Decoder(ClassificationLabel.self),
    Decoder("chunk stream", checking: openStream),
  ]

  private static let delivery: [Decoder] = [
    Decoder(OutboxEntry.self), Decoder(OutboxState.self), Decoder(DeliveryIssue.self), Decoder(HandledMessage.self),
    Decoder(ReplayWindow.self),
  ]

  private static let identity: [Decoder] = [
    Decoder(RelayAddress.self), Decoder(KeyPackage.self), Decoder(DeviceList.self), Decoder(Invitation.self),
    Decoder(PairMessage.self), Decoder(PairingFile.self), Decoder(QuantumKeyMaterial.self),
  ]

  private static let bundles: [Decoder] = [
    Decoder("Bundle", reencode: { try Bundle.decode($0).encoded() }),
    Decoder(PrekeyBatch.self), Decoder(PrekeySection.self), Decoder(ShardSection.self), Decoder(SecrecyContext.self),
    Decoder("Envelope", reencode: { try Envelope.decode($0).encoded() }),
    Decoder("BundleFile", reencode: { bytes in
      guard case .complete(let file, let size) = try BundleFile.parse(bytes) else { return bytes }
      return file.header() + bytes[size...]
    }),
  ]

  private static let relay: [Decoder] = [
    Decoder("frames", checking: receiveFrames)
  ]

  private static let text: [Decoder] = [
    Decoder("relay address as text", checking: { bytes in
      guard let address = try? RelayAddress(String(decoding: bytes, as: UTF8.self)) else { return }
      precondition((try? RelayAddress(address.description)) == address)
    }),
    Decoder("invitation as text", checking: { bytes in
      guard let invitation = try? Invitation.parse(String(decoding: bytes, as: UTF8.self)) else { return }
      precondition((try? Invitation.parse(invitation.text)) == invitation)
    }),
    Decoder("armour", checking: { bytes in
      guard let file = try? Armour.decode(String(decoding: bytes, as: UTF8.self)) else { return }
      precondition((try? Armour.encode(file)).map { (try? Armour.decode($0)) == file } ?? true)
    }),
    Decoder("display text", checking: { bytes in
      for form in [DisplayText.Form.line, .paragraphs] {
        let shown = DisplayText.escaped(utf8: bytes, as: form)
        precondition(!shown.unicodeScalars.contains { $0.value == 0x1B || $0.properties.isBidiControl })
      }
    }),
    Decoder("safe file name", checking: { bytes in
      let name = SafeFileName.make(from: String(decoding: bytes, as: UTF8.self), number: bytes.count)
      precondition((1...Limits.fileName).contains(name.utf8.count), "the name is too long or empty")
      precondition(!name.utf8.contains(0x2F) && name.utf8.first != 0x2E, "the name is a path or hidden")
    }),
  ]

  private static let store: [Decoder] = [
    Decoder(MessageRecord.self), Decoder(OutboxRecord.self), Decoder(PeerRecord.self), Decoder(ContactRecord.self),
    Decoder(GroupDetails.self),
  ]

  /// The first byte is the size of the file, the rest its stream.
  @Sendable private static func openStream(_ bytes: [UInt8]) {
    guard let size = bytes.first else { return }
    var random = bytes[...]
    random.removeFirst()
    guard let key = try? SymmetricKey(SecretBytes(copying: [UInt8](repeating: 7, count: 32))),
      var opener = try? ChunkOpener(key: key, size: UInt64(size), sha256: FileHash(unchecked: SHA256.hash([])))
    else { return }
    let opened = try? opener.open(Array(random))
    precondition(opened == nil, "a chunk was forged")
  }

  /// The stream in pieces as the network may cut it, by the first byte; each frame read as either side would.
  @Sendable private static func receiveFrames(_ bytes: [UInt8]) {
    guard let piece = bytes.first.map({ Int($0) + 1 }) else { return }
    var parser = FrameParser()
    var position = 1
    while position < bytes.count {
      let end = min(position + piece, bytes.count)
      do {
        try bytes[position..<end].withUnsafeBytes { buffer in
          try parser.receive(buffer) { type, body in readFrame(type, body) }
        }
      } catch {
        return
      }
      position = end
    }
    precondition(parser.pendingCount <= bytes.count)
  }

  private static func readFrame(_ type: FrameType, _ body: UnsafeRawBufferPointer) {
    let length = UInt32(body.count)
    let header = [type.rawValue] + [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: length >> UInt32($0)) }
    let frame = header + Array(body)
    if let read = try? ClientFrame(type: type, body: body) {
      precondition(read.encoded() == frame, "a request has two encodings")
    }
    if let read = try? ServerFrame(type: type, body: body) {
      precondition(read.encoded() == frame, "an answer has two encodings")
    }
  }
}
