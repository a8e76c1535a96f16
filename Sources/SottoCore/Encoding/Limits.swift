/// Every maximum of the protocol in one place. Counts and bytes are plain integers; the unit stands in the comment.
///
/// A decoder checks these before it allocates. A relay may be configured below its own defaults, never above.
public enum Limits {
  // MARK: Encoding

  /// Decoded bytes of one bundle: 32 slots with their prekey batches and shard sections around the largest content
  /// need about 180 KiB.
  public static let bundle = 256 * 1024
  /// Bytes of armoured text: a bundle in base64 with room for small attachments; larger ones travel as files.
  public static let armour = 1024 * 1024

  // MARK: Identity and pairing

  /// Bytes of a relay's host name (RFC 1035 §2.3.4, as text).
  public static let hostName = 253
  /// Bytes of a group's name.
  public static let groupName = 128
  /// Bytes of a nickname that the owner gives to a contact.
  public static let nickname = 128
  /// Devices in an account's list; a person has a handful.
  public static let listedDevices = 32
  /// Peers that answered an invitation whose greeting has not come; an invitation costs a person's act, so few wait.
  public static let halfPairedPeers = 64
  /// How long an invitation is good unless its maker says otherwise.
  public static let invitationLifetime = TimeSpan.minutes(10)
  /// The same for pairing by files, which people carry.
  public static let fileInvitationLifetime = TimeSpan.hours(24)
  /// How long after the invitation's expiry the joiner still waits for the last message.
  public static let pendingJoinGrace = TimeSpan.hours(24)
  /// How long replaced key material still opens what was sealed before the replacement came: the replay window.
  public static let previousKeyMaterial = TimeSpan.days(60)

  // MARK: Prekeys and bundles

  /// Devices of one group bundle, members of a group, slots of a group record.
  public static let recipients = 32
  /// Keys in one prekey batch, at least 1.
  public static let prekeysPerBatch = 30
  /// Keys of the batch that a device makes for a peer.
  public static let prekeyBatchSize = 15
  /// A peer's stock at or below which a new batch is made.
  public static let prekeyRefill = 5
  /// Keys of a batch in a bundle of several slots, where all slots must have one length.
  public static let prekeysPerFileSlot = 5
  public static let prekeyLifetime = TimeSpan.days(30)
  /// Age at which a batch is replaced although keys are left: a week before it expires.
  public static let prekeyBatchAge = TimeSpan.days(21)
  /// How long an expired private half still opens what was on its way.
  public static let prekeyGrace = TimeSpan.days(14)
  /// How long an unproven batch rides on bundles again.
  public static let prekeyBatchRepeats = TimeSpan.days(7)
  /// How often it goes alone where no bundle takes it along.
  public static let prekeyBatchAlone = TimeSpan.days(1)
  /// Bundles that carried the unproven batch and whose receipts prove it: the last ones.
  public static let prekeyBatchCarriers = 32
  /// How far ahead the issuer's clock may be. A key that seems to live longer than its private half would make
  /// messages that nobody can open.
  public static let prekeyClockTolerance = TimeSpan.days(1)
  /// Bytes of the ephemeral key of a mode that is not known here: room for a KEM's.
  public static let unknownEphemeralKey = 4_096
  /// Entries of each shard array of a slot, filler included.
  public static let shardTier = 256
  /// Bytes of a slot's shard section: three arrays of the largest tier need 51,221.
  public static let shardSection = 64 * 1024
  /// Bundles at the start of one file: a thousand devices.
  public static let fileBundles = 32

  // MARK: Envelope and relay

  /// Bytes of a sealed envelope: the largest content, padded, fits with what is around it.
  public static let envelope = 64 * 1024
  /// Least bytes of an envelope's sealed plaintext, so that control messages look like short texts.
  public static let envelopePlaintextMinimum = 512
  /// Bytes of a frame: an envelope or an object chunk with its header, and no more memory per connection.
  public static let frame = 128 * 1024
  public static let mailboxEnvelopes = 10_000
  /// Bytes of all envelopes that wait in a mailbox.
  public static let mailboxBytes = 256 * 1024 * 1024
  /// Bytes of one object.
  public static let object: UInt64 = 5 * 1024 * 1024 * 1024
  /// Bytes of all objects of a mailbox.
  public static let mailboxObjects: UInt64 = 8 * 1024 * 1024 * 1024
  /// How long a relay keeps an envelope; the sender's expiry is this or less.
  public static let relayLifetime = TimeSpan.days(30)
  public static let objectLifetime = TimeSpan.days(90)
  /// How long a relay knows a push id again: longer than a sender retries.
  public static let pushRepeats = TimeSpan.days(8)

  // MARK: Delivery

  /// How long an entry waits to be accepted by its relay.
  public static let outboxLifetime = TimeSpan.days(7)
  /// When an entry that never expires and has no receipt is pushed anew: before its relay drops it, after twenty-five
  /// of thirty days.
  public static func repushTime(of lifetime: TimeSpan) -> TimeSpan {
    TimeSpan(milliseconds: lifetime.milliseconds / 6 * 5)
  }
  /// Signed sender times further behind than this are replays. Longer than an honest message can be on its way:
  /// seven days in the outbox and thirty at the relay.
  public static let replayWindow = TimeSpan.days(60)
  /// Age of a message up to which a person may have it sent again: later it could reach its recipient, after another
  /// seven days here and thirty at the relay, outside the replay window.
  public static let retryAge = TimeSpan.days(23)
  /// First delay before a retry; it doubles from there.
  public static let retryFirst = TimeSpan.seconds(5)
  public static let retryMaximum = TimeSpan.hours(1)
  /// The longest time to wait that a relay is believed: longer than any message waits for it.
  public static let relayHold = TimeSpan.days(7)
  /// Message ids in one receipt content: 256 × 17 bytes fit one size band.
  public static let receiptEntries = 256
  /// Runs of an application's handler for one message.
  public static let handlerAttempts = 5
  /// Envelopes of a newer version that are left at the relay.
  public static let heldEnvelopes = 100
  /// Delivery issues that are kept; the oldest makes room.
  public static let issues = 1_000
  /// How far the sender's clock may be off before its time is marked.
  public static let clockTolerance = TimeSpan.minutes(10)

  // MARK: Content

  /// Bytes of padded content: with a bundle and an envelope around it, and Padmé's steps, below `envelope`.
  public static let paddedContent = 49_120
  /// Padded content is a multiple of this many bytes.
  public static let contentBand = 160
  /// Bytes of a message's text. The envelope around it sets the true bound.
  public static let messageText = paddedContent
  public static let attachments = 32
  /// Bytes of an attachment's file name: what Linux file systems allow.
  public static let fileName = 255
  /// Bytes of a media type (RFC 6838 §4.2: 127 on each side of the slash).
  public static let mediaType = 255
  /// Bytes of an attachment's file: far above any relay's quota, and far below where sums of sizes could overflow.
  public static let attachmentSize: UInt64 = 1 << 40
  /// Plaintext bytes of one chunk of an attachment.
  public static let chunk = 64 * 1024
  /// Bytes of a classification label's id.
  public static let labelID = 64
  /// Bytes of a classification label's name.
  public static let labelName = 128
  /// Highest rank of a classification label.
  public static let labelRank: UInt8 = 7
}
