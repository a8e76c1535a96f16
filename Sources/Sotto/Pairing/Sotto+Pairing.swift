import SottoCore
import SottoStore

// What both sides of a pairing over a relay have in common.
extension Sotto {
  /// A pair message is taken by the window it came to, or by a pending join. What is refused is reported; only a repeat
  /// of what was done already is not, and needs nothing.
  func receivePairing(_ contents: EnvelopeContents, in mailbox: MailboxKey) throws(SottoError) {
    guard let message = try? PairMessage(encoded: contents.body) else {
      return try commit { try $0.report(.unreadable, messageID: contents.messageID) }
    }
    let isWindow = pairings.windows[mailbox] != nil
    let isTaken =
      if isWindow {
        try receive(message, from: contents.author, inWindow: mailbox)
      } else {
        try receiveJoining(message, from: contents.author)
      }
    guard !isTaken else { return }
    let author = DeviceID(of: contents.author)
    let peer = try profile.read { try $0.peers.get(author) }
    guard isWindow || peer == nil else { return }
    try commit { try $0.report(.unauthorised(.noPairing), messageID: contents.messageID, peer: peer?.deviceID) }
  }

  func closePairings() async {
    for window in Array(pairings.windows.keys) { await cancelPairing(window) }
    for window in Array(pairings.watchers.keys) { pairings.fail(window, .cancelled) }
    for watcher in pairings.greetings.values { watcher.finish() }
    pairings.greetings = [:]
  }

  /// For the inviter this is when the contact exists; for the joiner, when both know what the other can read.
  func greetingCame(from device: DeviceID) {
    guard let watcher = pairings.greetings.removeValue(forKey: device) else { return }
    if let contact = try? view({ view in try view.contact(of: device).map(view.summary) }) {
      watcher.yield(.paired(contact))
    }
    watcher.yield(.greetingsIn)
    watcher.finish()
  }
}
