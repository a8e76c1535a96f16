import SottoCrypto
import SottoWire

/// What an inviter shows to one other person, as text or as a QR code. Whoever knows it may answer it, once.
///
/// `u8 1 · optional<RelayEndpoint> · windowKey[32] · seed[16] · packageHash[16] · expiry u32 seconds · extensions`:
/// 91 bytes and the host's name with a pinned relay. Its text is `SOTTO:` and upper-case base32.
public struct Invitation: WireCodable, Equatable, Sendable {
  static let version: UInt8 = 1
  public static let seedSize = 16
  /// Bytes of the package hash. A package that fits is a second preimage: 2^128 work.
  public static let packageHashSize = 16
  /// Characters that are looked at; a longer text is no invitation.
  static let maximumText = 4_096
  private static let prefix = "SOTTO:"

  /// The inviter's relay; nil where the messages travel as files.
  public let relay: RelayEndpoint?
  /// The mailbox that was made for this invitation. It dies with it.
  public let windowKey: MailboxKey
  /// 16 bytes that the mailbox's access key and the pairing secret derive from.
  public let seed: SecretBytes
  /// The first 16 bytes of the hash of the inviter's key package.
  public let packageHash: [UInt8]
  /// Whole seconds since 1970.
  public let expirySeconds: UInt32
  public let extensions: Extensions

  /// `seed` has 16 bytes. The expiry is cut to whole seconds.
  package init(package: KeyPackage, windowKey: MailboxKey, seed: SecretBytes, expiry: Timestamp) {
    precondition(seed.count == Self.seedSize)
    relay = package.relay.map(RelayEndpoint.init)
    self.windowKey = windowKey
    self.seed = seed
    packageHash = [UInt8](package.hash().prefix(Self.packageHashSize))
    expirySeconds = UInt32(clamping: expiry.milliseconds / 1_000)
    extensions = Extensions()
  }

  public var expiry: Timestamp { Timestamp(milliseconds: UInt64(expirySeconds) * 1_000) }

  /// When the joiner stops to wait: an answer may be on its way for a while after the window has closed.
  public var joinDeadline: Timestamp { expiry.adding(Limits.pendingJoinGrace) }

  /// What a push into the window's mailbox must show. HKDF(seed, salt = window key, label), 16 bytes
  public var accessKey: AccessKey {
    AccessKey(unchecked: derive(.invitationAccessKey, count: AccessKey.size).withUnsafeBytes { [UInt8]($0) })
  }

  /// Proves that a request comes from somebody who was shown the invitation. HKDF(seed, salt = window key, label),
  /// 32 bytes
  package var pairingSecret: SecretBytes { derive(.invitationSecret, count: 32) }

  private func derive(_ label: Label, count: Int) -> SecretBytes {
    HKDF.derive(input: seed, salt: windowKey.bytes, info: label.bytes, count: count)
  }

  func isHash(of package: KeyPackage) -> Bool {
    package.hash().prefix(Self.packageHashSize).elementsEqual(packageHash)
  }

  public init(from reader: inout WireReader) throws(WireError) {
    let version = try reader.u8()
    guard version == Self.version else { throw .unsupportedVersion(version) }
    relay = try reader.optional()
    windowKey = try reader.value()
    seed = try reader.secret(Self.seedSize)
    packageHash = try reader.fixed(Self.packageHashSize)
    expirySeconds = try reader.u32()
    extensions = try Extensions(from: &reader)
  }

  public func encode(to writer: inout WireWriter) {
    writer.u8(Self.version)
    writer.optional(relay)
    writer.value(windowKey)
    writer.secret(seed)
    writer.fixed(packageHash)
    writer.u32(expirySeconds)
    writer.value(extensions)
  }
}

// MARK: Text

extension Invitation {
  /// Only characters of a QR code's alphanumeric mode. Secret: it is shown to the one person it is for.
  public var text: String { Self.prefix + Base32.encode(encoded(), upperCased: true) }

  /// Reads what a person pasted: letters of either case, spaces and line breaks anywhere.
  public static func parse(_ text: String) throws(InvitationError) -> Invitation {
    guard text.utf8.count <= maximumText else { throw .invalidText }
    let characters = text.uppercased().utf8.filter { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }
    guard characters.starts(with: prefix.utf8) else { throw .missingPrefix }
    guard let bytes = Base32.decode(characters.dropFirst(prefix.utf8.count)) else { throw .invalidText }
    do {
      return try Invitation(encoded: bytes)
    } catch .unsupportedVersion(let version) {
      throw .unsupportedVersion(version)
    } catch {
      throw .malformed(error)
    }
  }
}

extension Invitation: CustomStringConvertible {
  public var description: String { "Invitation(redacted)" }
}
