import SottoCore

/// Pairings of this process: open windows, and who watches.
struct OpenPairings {
  struct Window {
    var pairing: InviterPairing
    /// Ends the window when its time is over.
    var timer: Task<Void, Never>?
    /// Pushes the offer until it is accepted.
    var offer: Task<Void, Never>?
    /// The other side has proven itself; what that makes of both is not durable yet.
    var completion: PairingEffect?
  }

  var windows: [MailboxKey: Window] = [:]
  /// Watchers of a pairing by its window's mailbox, until the peer is known
  var watchers: [MailboxKey: AsyncStream<PairingProgress>.Continuation] = [:]
  /// Watchers that wait for the greeting of a device
  var greetings: [DeviceID: AsyncStream<PairingProgress>.Continuation] = [:]

  mutating func watch(_ window: MailboxKey) -> AsyncStream<PairingProgress> {
    let (stream, continuation) = AsyncStream.makeStream(of: PairingProgress.self)
    watchers.updateValue(continuation, forKey: window)?.finish()
    return stream
  }

  func tell(_ progress: PairingProgress, to window: MailboxKey) {
    watchers[window]?.yield(progress)
  }

  mutating func remove(_ window: MailboxKey) {
    guard let window = windows.removeValue(forKey: window) else { return }
    window.timer?.cancel()
    window.offer?.cancel()
  }

  mutating func fail(_ window: MailboxKey, _ error: SottoError) {
    guard let watcher = watchers.removeValue(forKey: window) else { return }
    watcher.yield(.failed(error))
    watcher.finish()
  }

  /// The peer is known: the rest of the progress is that of its greeting.
  mutating func await(greetingOf device: DeviceID, for window: MailboxKey) {
    guard let watcher = watchers.removeValue(forKey: window) else { return }
    greetings.updateValue(watcher, forKey: device)?.finish()
  }
}
