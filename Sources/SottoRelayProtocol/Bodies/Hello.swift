import SottoWire

/// `versions vector<u16, 16> · maximumBody u32 · extensions`: the first request of a connection, and only the first.
public struct HelloRequest: WireCodable, Equatable, Sendable {
  /// Transport versions, the preferred one first.
  public var versions: [UInt16]
  /// The largest frame body the client takes, in bytes; at least `RelayProtocolLimits.smallestBodyLimit`.
  public var maximumBody: UInt32
  public var extensions: Extensions

  public init(
    versions: [UInt16] = [RelayProtocolLimits.version],
    maximumBody: UInt32 = UInt32(RelayProtocolLimits.bodySize), extensions: Extensions = Extensions()
  ) {
    self.versions = versions
    self.maximumBody = maximumBody
    self.extensions = extensions
  }

  public init(from reader: inout WireReader) throws(WireError) {
    versions = try reader.versions()
    maximumBody = try reader.u32()
    guard maximumBody >= UInt32(RelayProtocolLimits.smallestBodyLimit) else { throw .invalidValue }
    extensions = try Extensions(from: &reader)
  }

  public func encode(to writer: inout WireWriter) {
    writer.versions(versions)
    writer.u32(maximumBody)
    extensions.encode(to: &writer)
  }
}

/// `supported vector<u16, 16> · optional<session> · extensions`. Without a session no version is shared: the relay
/// closes after it.
public struct HelloAnswer: WireCodable, Equatable, Sendable {
  public var supported: [UInt16]
  public var session: RelaySession?
  public var extensions: Extensions

  public init(supported: [UInt16], session: RelaySession?, extensions: Extensions = Extensions()) {
    self.supported = supported
    self.session = session
    self.extensions = extensions
  }

  public init(from reader: inout WireReader) throws(WireError) {
    supported = try reader.versions()
    session = try reader.optional()
    extensions = try Extensions(from: &reader)
  }

  public func encode(to writer: inout WireWriter) {
    writer.versions(supported)
    writer.optional(session)
    extensions.encode(to: &writer)
  }
}

/// `version u16 · limits · challengeKey[32]`: what holds for the rest of the connection.
public struct RelaySession: WireCodable, Equatable, Sendable {
  public var version: UInt16
  public var limits: RelayLimits
  public var challengeKey: ChallengeKey

  public init(version: UInt16, limits: RelayLimits, challengeKey: ChallengeKey) {
    self.version = version
    self.limits = limits
    self.challengeKey = challengeKey
  }

  public init(from reader: inout WireReader) throws(WireError) {
    version = try reader.u16()
    limits = try reader.value()
    challengeKey = try reader.value()
  }

  public func encode(to writer: inout WireWriter) {
    writer.u16(version)
    limits.encode(to: &writer)
    challengeKey.encode(to: &writer)
  }
}

/// `envelope u32 · chunk u32 · object u64 · lifetime u16 hours · ping u16 seconds · silence u16 seconds`
public struct RelayLimits: WireCodable, Equatable, Sendable {
  /// Bytes of one envelope, and of one object chunk: at most what `RelayProtocolLimits` says.
  public var envelopeSize: UInt32
  public var chunkSize: UInt32
  public var objectSize: UInt64
  /// The longest that an undelivered envelope is kept.
  public var lifetimeHours: UInt16
  /// A client that has nothing to say sends a ping after this.
  public var pingSeconds: UInt16
  /// The relay closes a connection that was silent for this long.
  public var silenceSeconds: UInt16

  public init(
    envelopeSize: UInt32 = UInt32(RelayProtocolLimits.envelopeSize),
    chunkSize: UInt32 = UInt32(RelayProtocolLimits.chunkSize),
    objectSize: UInt64 = 5 << 30,
    lifetimeHours: UInt16 = RelayProtocolLimits.lifetimeHours,
    pingSeconds: UInt16 = RelayProtocolLimits.pingSeconds,
    silenceSeconds: UInt16 = RelayProtocolLimits.silenceSeconds
  ) {
    self.envelopeSize = envelopeSize
    self.chunkSize = chunkSize
    self.objectSize = objectSize
    self.lifetimeHours = lifetimeHours
    self.pingSeconds = pingSeconds
    self.silenceSeconds = silenceSeconds
  }

  public init(from reader: inout WireReader) throws(WireError) {
    envelopeSize = try reader.u32()
    chunkSize = try reader.u32()
    objectSize = try reader.u64()
    lifetimeHours = try reader.u16()
    pingSeconds = try reader.u16()
    silenceSeconds = try reader.u16()
    guard chunkSize > 0, pingSeconds > 0, silenceSeconds > 0,
      envelopeSize <= UInt32(RelayProtocolLimits.envelopeSize),
      chunkSize <= UInt32(RelayProtocolLimits.chunkSize)
    else { throw .invalidValue }
  }

  public func encode(to writer: inout WireWriter) {
    writer.u32(envelopeSize)
    writer.u32(chunkSize)
    writer.u64(objectSize)
    writer.u16(lifetimeHours)
    writer.u16(pingSeconds)
    writer.u16(silenceSeconds)
  }
}

extension WireReader {
  fileprivate mutating func versions() throws(WireError) -> [UInt16] {
    let versions = try vector(max: RelayProtocolLimits.versionCount) { (reader: inout WireReader) throws(WireError) in
      try reader.u16()
    }
    guard !versions.isEmpty else { throw .invalidValue }
    guard Set(versions).count == versions.count else { throw .duplicate }
    return versions
  }
}

extension WireWriter {
  fileprivate mutating func versions(_ versions: [UInt16]) {
    vector(versions) { $1.u16($0) }
  }
}
