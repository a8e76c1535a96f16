import CommandLineParsing
import SottoCore
import SottoRelay

/// Limits that an operator may set below what they are.
struct LimitOptions: ParsableArguments {
  @Option(help: ArgumentHelp("Envelopes that may wait in a mailbox (10000).", valueName: "n"))
  var mailboxEnvelopes: Int?
  @Option(help: ArgumentHelp("Bytes that may wait in a mailbox (268435456).", valueName: "n")) var mailboxBytes: Int?
  @Option(help: ArgumentHelp("Bytes of all objects of a mailbox (8589934592).", valueName: "n")) var objectBytes: Int?
  @Option(help: ArgumentHelp("Days that an envelope is kept (30).", valueName: "n")) var days: Int?
  @Option(help: ArgumentHelp("Pushes a second into one mailbox (20).", valueName: "n")) var pushRate: Int?
  @Option(help: ArgumentHelp("Pushes at once into one mailbox (500).", valueName: "n")) var pushBurst: Int?
  @Option(help: ArgumentHelp("New mailboxes a minute (60).", valueName: "n")) var newMailboxes: Int?
  @Option(help: ArgumentHelp("Connections at a time (10000).", valueName: "n")) var connections: Int?

  func apply(to limits: inout RelayServerLimits) throws {
    try lower(&limits.envelopesPerMailbox, to: mailboxEnvelopes, "--mailbox-envelopes")
    try lower(&limits.bytesPerMailbox, to: mailboxBytes, "--mailbox-bytes")
    try lower(&limits.pushesPerSecond, to: pushRate, "--push-rate")
    try lower(&limits.pushBurst, to: pushBurst, "--push-burst")
    try lower(&limits.newMailboxesPerMinute, to: newMailboxes, "--new-mailboxes")
    try lower(&limits.connections, to: connections, "--connections")
    var objects = Int(clamping: limits.objectBytesPerMailbox)
    try lower(&objects, to: objectBytes, "--object-bytes")
    limits.objectBytesPerMailbox = UInt64(objects)
    limits.objectSize = min(limits.objectSize, limits.objectBytesPerMailbox)
    var lifetime = Int(limits.envelopeLifetime.milliseconds / TimeSpan.days(1).milliseconds)
    try lower(&lifetime, to: days, "--days")
    limits.envelopeLifetime = .days(UInt64(lifetime))
  }

  private func lower(_ limit: inout Int, to value: Int?, _ option: String) throws {
    guard let value else { return }
    guard (1...limit).contains(value) else {
      throw ValidationError("\(option) is at least 1 and at most \(limit)")
    }
    limit = value
  }
}
