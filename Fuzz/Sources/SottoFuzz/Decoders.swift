import CommandLineParsing
import SottoCore
import SottoCrypto
import SottoRelayProtocol
import SottoStore
import SottoWire

extension Decoder {
  /// The first byte of an input picks one, so new ones go to the end: a kept input then means what it meant.
  static let all: [Decoder] =
    encoding + content + delivery + identity + bundles + relay + text + store + sessions

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

  private static let sessions: [Decoder] = [
    Decoder("relay's session", checking: serveSession), Decoder("client's session", checking: followSession),
    Decoder("command line", checking: parseCommand),
  ]

  /// The first byte is the size of the file, the rest its stream.
  @Sendable private static func openStream(_ bytes: [UInt8]) {
    guard let size = bytes.first,
      let key = try? SymmetricKey(SecretBytes(copying: [UInt8](repeating: 7, count: 32))),
      var opener = try? ChunkOpener(key: key, size: UInt64(size), sha256: FileHash(unchecked: SHA256.hash([])))
    else { return }
    let opened = try? opener.open(Array(bytes.dropFirst()))
    precondition(opened == nil, "a chunk was forged")
  }

  /// The rest of `bytes` in pieces as a network may cut it, of a size that the first byte says. Stops where `receive`
  /// throws.
  private static func cut(_ bytes: [UInt8], _ receive: (UnsafeRawBufferPointer) throws -> Void) {
    guard let size = bytes.first.map({ Int($0) + 1 }) else { return }
    for start in stride(from: 1, to: bytes.count, by: size) {
      let piece = bytes[start..<min(start + size, bytes.count)]
      do { try piece.withUnsafeBytes(receive) } catch { return }
    }
  }

  @Sendable private static func receiveFrames(_ bytes: [UInt8]) {
    var parser = FrameParser()
    cut(bytes) { buffer in try parser.receive(buffer, readFrame) }
    precondition(parser.pendingCount <= RelayProtocolLimits.headerSize + RelayProtocolLimits.bodySize)
  }

  /// A relay's connection before any proof: nothing follows its last frame.
  @Sendable private static func serveSession(_ bytes: [UInt8]) {
    var session = ServerSession(
      limits: RelayLimits(), exporter: [UInt8](repeating: 1, count: RelayProtocolLimits.exporterSize))
    cut(bytes) { buffer in
      let wasClosed = session.isClosed
      var events: [ServerEvent] = []
      session.receive(buffer, into: &events)
      precondition(!wasClosed || events.isEmpty, "a closed session goes on")
    }
  }

  @Sendable private static func followSession(_ bytes: [UInt8]) {
    var session = ClientSession()
    guard (try? session.start()) != nil else { return }
    cut(bytes) { buffer in
      _ = try session.receive(buffer)
      _ = try? session.send(.ping)
    }
  }

  /// Words are separated by line feeds.
  @Sendable private static func parseCommand(_ bytes: [UInt8]) {
    let words = bytes.split(separator: 10, omittingEmptySubsequences: false).map { String(decoding: $0, as: UTF8.self) }
    do { _ = try SampleCommand.parseAsRoot(words) } catch { _ = "\(error)" }
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
