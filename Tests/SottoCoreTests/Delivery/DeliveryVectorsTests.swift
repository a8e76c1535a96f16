import SottoCore
import SottoWire
import TestSupport
import Testing

@Suite struct DeliveryVectorsTests {
  private let random = SeededRandom(seed: 61)

  private func issues() -> [DeliveryIssue] {
    let device = DeviceID(unchecked: random.bytes(32))
    return [.unreadable, .heldForNewerVersion, .replayed, .malformedContent, .handlerGaveUp, .downgraded]
      + DeliveryIssue.Unauthorised.allCases.map { .unauthorised($0) }
      + SendFailure.allCases.map { .sendFailed($0) }
      + DeliveryIssue.Unlisted.allCases.map { .deviceNotListed(device, $0) }
  }

  private func entries() -> [OutboxEntry] {
    let start = Timestamp(milliseconds: 1_790_000_000_000)
    let mailbox = MailboxKey(unchecked: random.bytes(32))
    var outbox = OutboxScheduler([
      OutboxEntry(sequence: 1, mailbox: mailbox, terms: .message, createdAt: start),
      OutboxEntry(sequence: 1 << 40, mailbox: mailbox, terms: .pairing, createdAt: start),
      OutboxEntry(sequence: 1 << 41, mailbox: mailbox, terms: .receipt, createdAt: start, state: .keysPending),
    ])
    _ = outbox.take(at: start)
    _ = outbox.handle(.later(after: .seconds(60)), for: 1, at: start, random: random)
    let waiting = outbox[1]
    let later = start.adding(.seconds(60))
    _ = outbox.take(at: later)
    _ = outbox.handle(.accepted(), for: 1, at: later, random: random)
    return [waiting, outbox[1], outbox[1 << 40], outbox[1 << 41]].compactMap(\.self)
  }

  private func vector(_ entry: OutboxEntry) -> StructureVector {
    StructureVector(
      "OutboxEntry", entry,
      [
        "sequence": entry.sequence, "mailbox": entry.mailbox, "neverExpires": entry.terms.neverExpires,
        "awaitsReceipt": entry.terms.awaitsReceipt, "createdAt": entry.createdAt.milliseconds,
        "state": "\(entry.state)", "wasPushed": entry.wasPushed, "attempts": entry.attempts,
        "nextAttempt": entry.nextAttempt.milliseconds, "heldUntil": entry.heldUntil.milliseconds,
        "receiptDeadline": entry.receiptDeadline.map { "\($0.milliseconds)" } ?? "",
      ])
  }

  @Test func `structures are pinned`() throws {
    let handled = HandledMessage(
      sentAt: Timestamp(milliseconds: 1_790_000_000_000), handledAt: Timestamp(milliseconds: 1_790_000_000_500))
    var window = ReplayWindow()
    window.forget(handled)
    let records = [
      StructureVector(
        "HandledMessage", handled,
        ["sentAt": handled.sentAt.milliseconds, "keptUntil": handled.keptUntil.milliseconds]),
      StructureVector("ReplayWindow", window, ["line": window.line?.milliseconds ?? 0]),
      StructureVector("ReplayWindow", ReplayWindow(), ["line": ""]),
    ]
    try checkVectors(
      "delivery",
      OutboxStateTests.all.map { StructureVector("OutboxState", $0, ["state": "\($0)"]) }
        + issues().map { StructureVector("DeliveryIssue", $0, ["issue": "\($0)"]) } + entries().map(vector) + records
        + SendFailure.allCases.map { StructureVector("SendFailure", $0, ["reason": "\($0)"]) }
        + DeliveryIssue.Unauthorised.allCases.map {
          StructureVector("DeliveryIssue.Unauthorised", $0, ["reason": "\($0)"])
        }
        + DeliveryIssue.Unlisted.allCases.map { StructureVector("DeliveryIssue.Unlisted", $0, ["reason": "\($0)"]) })
  }

  @Test func `decoders meet hostile input`() throws {
    for issue in issues() { try assertCanonical(issue, mutations: 100) }
    for entry in entries() { try assertCanonical(entry, mutations: 300) }
    #expect(throws: WireError.unknownTag(8)) { try DeliveryIssue(encoded: [8]) }
  }
}
