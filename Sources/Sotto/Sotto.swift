import SottoCore
import SottoCrypto
import SottoStore

/// A device's profile, open: its contacts, groups and conversations, and its connections to relays.
///
/// Every operation that changes something is durable when it returns. One process holds a profile at a time. Nothing
/// is sent or received before `sync`, `connect`, `send` or a pairing asks for it; from then on until `close` the client
/// keeps its connections and repeats what failed.
public actor Sotto {
  let profile: OpenProfile
  let queue: Outbox
  let pool: RelayPool
  /// Told after every commit and every change of a connection: whoever waits for something looks again.
  let changes = Broadcast<Void>(limit: 1)
  let listeners = Broadcast<SottoEvent>(limit: 10_000)

  var receiver: Receiver?
  var pump = PumpState()
  var pairings = OpenPairings()
  var probes: Set<[UInt8]> = []
  /// Between this clock and the relay's, as of what it stored last
  var clockSkew: TimeSpan?
  var lastPrekeyCheck: Timestamp?
  var isClosed = false

  /// Opens the profile at `path`.
  public init(profile path: String, environment: SottoEnvironment = SottoEnvironment()) throws(SottoError) {
    try self.init(OpenProfile.open(path, environment: environment))
  }

  init(_ profile: OpenProfile) throws(SottoError) {
    let queue = try Outbox(profile: profile)
    // What cannot be tidied up now, as on a full disk, is the next time. Reading needs none of it.
    if !profile.store.isReadOnly {
      try? queue.write { try Upkeep(change: $0).run() }
      try? profile.removeStrayObjects()
    }
    self.profile = profile
    self.queue = queue
    pool = RelayPool(environment: profile.environment)
  }

  /// Makes a profile at `path`, which must not exist or be an empty folder, and opens it. Without a relay only files
  /// work.
  public static func createProfile(
    at path: String, relay: RelayAddress? = nil, environment: SottoEnvironment = SottoEnvironment()
  ) throws(SottoError) -> Sotto {
    try Sotto(OpenProfile.create(at: path, relay: relay, environment: environment))
  }

  /// Ends connections and pairing windows, and lets go of the profile. What waits in the outbox stays there; what is
  /// asked from now on throws `closed`.
  public func close() async {
    isClosed = true
    await closePairings()
    stopPump()
    await receiver?.stop()
    receiver = nil
    await pool.closeAll()
    profile.store.close()
    changes.finish()
    listeners.finish()
  }

  /// Ends as if the process were killed: nothing more is written, told or asked for.
  package func halt() async {
    isClosed = true
    stopPump()
    for window in Array(pairings.windows.keys) { pairings.remove(window) }
    await pool.closeAll()
    await receiver?.stop()
    receiver = nil
    profile.store.close()
    changes.finish()
  }

  /// Looks again after each commit and each change of a connection, until `condition` holds.
  package func waitForChange(
    timeout: TimeSpan, until condition: @escaping @Sendable () async -> Bool
  ) async -> Bool {
    await changes.wait(timeout: timeout, clock: SystemClock(), until: condition)
  }

  /// Breaks the connections for pushing; the next push makes new ones.
  package func dropConnections() async {
    await pool.dropAll()
  }

  /// Entries of the outbox that their relays took, of this process
  package var acceptedPushes: Int { pump.accepted }

  /// Where strangers push to, and with what
  package var inboxAddress: (mailbox: MailboxKey, accessKey: AccessKey)? {
    (try? profile.settings()).map { (profile.identity.mailboxKey, $0.accessKey) }
  }

  /// What happens from now on, in order. Each call makes a stream of its own; one that is not read drops the oldest
  /// beyond 10,000.
  public nonisolated func events() -> AsyncStream<SottoEvent> {
    listeners.listen()
  }

  /// One transaction; then its events are told and what it queued is pushed.
  func commit<Result>(_ body: (OutboxChange) throws -> Result) throws(SottoError) -> Result {
    let (result, change) = try queue.write { change in (try body(change), change) }
    publish(change)
    wakePump()
    return result
  }

  /// Tells what has become durable.
  func publish(_ change: OutboxChange) {
    for event in change.events { listeners.send(event) }
    for device in change.greetings { greetingCame(from: device) }
    for window in change.endedJoins { pairings.fail(window, .pairing(.expired)) }
    changes.send(())
  }

  func view<Result>(_ body: (ProfileView<ReadOnly>) throws -> Result) throws(SottoError) -> Result {
    let profile = profile
    return try profile.read { try body(ProfileView($0, profile)) }
  }
}
