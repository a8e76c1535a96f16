import SottoCore
import SottoRelayProtocol

#if canImport(Glibc)
  import Glibc
#endif

/// What an operator decides. Every value but the first two has a default that is good.
public struct RelayConfiguration: Sendable {
  /// Holds the host key, the database, the objects. Made where it does not exist.
  public var dataFolder: String
  /// `HOST:PORT`; port 0 lets the system choose.
  public var listen: String
  /// The host that clients are told, where it is not the one listened on.
  public var publicHost: String?
  /// A key and certificate from an authority. Without them the relay makes its own key, and its address has a pin.
  public var certificate: CertificateFiles?
  public var limits: RelayServerLimits
  /// Whether the address is written to the data folder, for `sotto-relay address`.
  public var publishesAddress = true
  /// The time of stored things; tests set another.
  public var clock: @Sendable () -> Timestamp
  /// Called when the store could not read or write, but for a full disk, with the number of times since the start. On
  /// the relay's own thread: it must not wait.
  public var storeFailed: @Sendable (Int) -> Void = { _ in }
  /// Bytes free for the data folder; tests set another.
  package var freeSpace: @Sendable (String) -> UInt64

  public init(
    dataFolder: String, listen: String, publicHost: String? = nil,
    certificate: CertificateFiles? = nil, limits: RelayServerLimits = RelayServerLimits(),
    clock: @escaping @Sendable () -> Timestamp = SystemClock.now
  ) {
    self.dataFolder = dataFolder
    self.listen = listen
    self.publicHost = publicHost
    self.certificate = certificate
    self.limits = limits
    self.clock = clock
    freeSpace = DataFolder.freeSpace
  }
}

/// Paths of PEM files.
public struct CertificateFiles: Sendable {
  /// The relay's certificate first, then those that lead to the authority.
  public var chain: String
  public var key: String

  public init(chain: String, key: String) {
    self.chain = chain
    self.key = key
  }
}

public enum SystemClock {
  @Sendable public static func now() -> Timestamp {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return Timestamp(milliseconds: UInt64(max(0, time.tv_sec)) * 1_000 + UInt64(time.tv_nsec / 1_000_000))
  }
}

/// A relay's own limits: what the protocol allows, or less.
public struct RelayServerLimits: Sendable, Equatable {
  // Mailboxes
  public var envelopesPerMailbox = Limits.mailboxEnvelopes
  public var bytesPerMailbox = Limits.mailboxBytes
  public var envelopeSize = Limits.envelope
  public var envelopeLifetime = Limits.relayLifetime
  /// How long a push id is known after its envelope went.
  public var tombstoneLifetime = Limits.pushRepeats
  public var pushesPerSecond = 20
  public var pushBurst = 500
  public var newMailboxesPerMinute = 60
  /// An empty mailbox that nobody opened for this long goes.
  public var idleMailboxLifetime = TimeSpan.days(180)

  // Objects
  public var objectSize = Limits.object
  public var objectBytesPerMailbox = Limits.mailboxObjects
  public var objectLifetime = Limits.objectLifetime
  /// An upload that nobody continues goes after this.
  public var uploadLifetime = TimeSpan.days(8)

  // Connections
  public var connections = 10_000
  /// Of one mailbox; a further one takes the place of the oldest.
  public var receiversPerMailbox = 4
  /// TLS and `hello` together
  public var handshakeTime = Duration.seconds(10)
  public var silence = Duration.seconds(Int(RelayProtocolLimits.silenceSeconds))
  /// Requests of one connection that wait for the store; further ones are left unread.
  public var requestsPerConnection = 64
  /// Requests, and their bytes, of all connections that wait for the store; further ones are refused as `busy`.
  public var waitingRequests = 16_384
  public var waitingBytes = 64 * 1024 * 1024

  // Storage
  /// Bytes of the disk that pushes and objects leave free, so that delivering and deleting always can go on.
  public var reservedSpace: UInt64 = 64 * 1024 * 1024
  /// A commit waits for more pushes at most this long, and takes at most so many.
  public var groupTime = Duration.milliseconds(5)
  public var groupSize = 256

  /// What was accepted is finished within this when the relay stops.
  public var stopTime = Duration.seconds(10)

  public init() {}

  var announced: RelayLimits {
    RelayLimits(
      envelopeSize: UInt32(clamping: min(envelopeSize, RelayProtocolLimits.envelopeSize)),
      objectSize: objectSize,
      lifetimeHours: UInt16(clamping: envelopeLifetime.milliseconds / TimeSpan.hours(1).milliseconds),
      silenceSeconds: UInt16(clamping: max(1, silence.components.seconds)))
  }
}
