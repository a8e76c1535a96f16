import SottoCore
import SottoStore

/// An outbox entry on its way to a relay.
struct Push: Sendable {
  let record: OutboxRecord
  let relay: RelayTarget
  let accessKey: AccessKey
  let envelope: [UInt8]

  var sequence: UInt64 { record.entry.sequence }
}
