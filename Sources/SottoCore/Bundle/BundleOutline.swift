import SottoWire

/// A walk over a bundle's lengths, before anything is copied: version, mode, envelope version, number of slots.
enum BundleOutline {
  static func check(_ bytes: [UInt8]) throws(BundleError) {
    let verdict: BundleError?
    do {
      verdict = try WireReader.decode(bytes) { (reader: inout WireReader) throws(WireError) in
        let verdict = try Self.verdict(&reader)
        try reader.skip(reader.remaining)
        return verdict
      }
    } catch {
      throw .malformed(error)
    }
    if let verdict { throw verdict }
  }

  private static func verdict(_ reader: inout WireReader) throws(WireError) -> BundleError? {
    try reader.expect(Bundle.magic)
    let version = try reader.u8()
    if version > Bundle.version { return .unsupportedVersion(version) }
    guard version == Bundle.version else { throw .unsupportedVersion(version) }
    let mode = BundleMode(byte: try reader.u8())
    guard mode.isSupported else { return .unsupportedMode(mode.byte) }
    try skipContext(&reader)
    try reader.skip(try reader.length(max: .max))
    try reader.skip(Bundle.fingerprintNonceSize + Bundle.fingerprintSize)
    return try reader.bool() ? envelopeVerdict(&reader) : nil
  }

  private static func envelopeVerdict(_ reader: inout WireReader) throws(WireError) -> BundleError? {
    let version = try reader.u8()
    if version > GroupEnvelope.version { return .unsupportedEnvelopeVersion(version) }
    guard version == GroupEnvelope.version else { throw .unsupportedVersion(version) }
    try reader.skip(GroupEnvelope.blindSize + GroupEnvelope.blindNonceSize)
    let count = try reader.nested(byteCount: try reader.length(max: .max)) {
      (reader: inout WireReader) throws(WireError) in
      var count = 0
      while !reader.isAtEnd {
        try reader.skip(1)
        try skipContext(&reader)
        try reader.skip(try reader.length(max: .max))
        count += 1
      }
      return count
    }
    guard count <= Group.slotCount else {
      return .refused(.tooManyRecipients(max: Group.slotCount), usedPrekey: nil)
    }
    return nil
  }

  /// A secrecy context behind its mode byte.
  private static func skipContext(_ reader: inout WireReader) throws(WireError) {
    try reader.skip(try reader.length(max: .max))
    if try reader.bool() { try reader.skip(PrekeyID.size) }
  }
}
