import CommandLineParsing
import SottoCore
import SottoCrypto
import SottoRelayProtocol
import SottoStore
import SottoWire

/// Readers of text, files and streams, which no type's encoding stands for.
extension Decoder {
  static let texts: [Decoder] = [
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
    Decoder("file name in a profile", checking: { bytes in
      let text = String(decoding: bytes, as: UTF8.self)
      guard let name = FileName(text: text) else { return }
      precondition(name.description == text)
    }),
    // Words are separated by line feeds.
    Decoder("command line", checking: { bytes in
      let words = bytes.split(separator: 10, omittingEmptySubsequences: false)
      let command = words.map { String(decoding: $0, as: UTF8.self) }
      do { _ = try SampleCommand.parseAsRoot(command) } catch { _ = "\(error)" }
    }),
  ]

  static let files: [Decoder] = [
    Decoder("BundleFile", reencode: { bytes in
      guard case .complete(let file, let size) = try BundleFile.parse(bytes) else { return bytes }
      return file.header() + bytes[size...]
    }),
    Decoder("padded content", reencode: { try ContentEnvelope(padded: $0).padded() }),
    Decoder("chunk stream", checking: openStream),
    Decoder("gate", checking: { bytes in
      guard let row = try? GateRow(encoded: bytes) else { return }
      precondition((try? Gate.open(row, with: DeviceKey(secret: secret(7)))) == nil, "a gate was forged")
    }),
    Decoder("open box", checking: { bytes in
      guard let keys = Gate.depthKeys(openBox: SecretBytes(copying: bytes)) else { return }
      precondition(bytes.count == 33 && keys.depth.rawValue == bytes[0])
    }),
    Decoder("padded record", checking: { bytes in
      guard let content = Padding.remove(SecretBytes(copying: bytes)) else { return }
      precondition(Padding.padded(content, count: bytes.count) == SecretBytes(copying: bytes))
    }),
    // The box of a row, of a spool row or of a layer slot.
    Decoder("box", checking: { bytes in
      let cipher = TableCipher(table: "contacts", sealing: secret(7), tokens: secret(7))
      precondition(cipher.open(bytes, row: [1]) == nil, "a box was forged")
    }),
    Decoder("member array", checking: { bytes in
      guard let details = try? GroupDetails(
        id: GroupID(unchecked: [UInt8](repeating: 7, count: GroupID.size)), name: "g",
        createdAt: Timestamp(milliseconds: 0), depthFields: .safe)
      else { return }
      let group = try? Group(details: details, arrays: [bytes])
      precondition(group.map { $0.encodedArrays[0] == bytes } ?? true)
    }),
  ]

  static let frames: [Decoder] = [
    Decoder("frames", checking: receiveFrames), Decoder("relay's session", checking: serveSession),
    Decoder("client's session", checking: followSession),
  ]

  private static func secret(_ byte: UInt8) -> SecretBytes {
    SecretBytes(copying: [UInt8](repeating: byte, count: 32))
  }

  /// The first byte is the size of the file, the rest its stream.
  @Sendable private static func openStream(_ bytes: [UInt8]) {
    guard let size = bytes.first, let key = try? SymmetricKey(secret(7)),
      var opener = try? ChunkOpener(key: key, size: UInt64(size), sha256: FileHash(unchecked: SHA256.hash([])))
    else { return }
    let opened = try? opener.open(Array(bytes.dropFirst()))
    precondition(opened == nil, "a chunk was forged")
  }

  // MARK: Connections

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

  /// In both directions: what a client sends and what a relay sends.
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
