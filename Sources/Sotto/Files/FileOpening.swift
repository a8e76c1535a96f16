import SottoCore
import SottoStore

/// A bundle file, opened inside one transaction: what came in it is kept, or known again.
struct FileOpening {
  enum Outcome {
    case opened(Opened)
    /// It is for this device, but not what it claims; the prekey that opened it is gone all the same.
    case refused
  }

  struct Opened {
    /// nil for a greeting, which completes a pairing and shows nothing
    let message: MessageRecord?
    let sender: DeviceID
    let isRepeat: Bool
  }

  let change: OutboxChange
  private var transaction: StoreTransaction { change.transaction }

  init(change: OutboxChange) {
    self.change = change
  }

  /// The first of the bundles that is for this device. Where none is, the most telling reason is thrown.
  func open(_ bundles: [[UInt8]]) throws -> Outcome {
    for bundle in bundles {
      guard let token = FileToken(BundleFile.token(of: bundle)), let known = try transaction.fileTokens.get(token),
        let message = try transaction.message(known.message)?.record
      else { continue }
      return .opened(Opened(message: message, sender: message.key.author, isRepeat: true))
    }
    var refusal = SottoError.notForThisDevice
    for bundle in bundles {
      switch try BundleReading(change: change).open(bundle) {
      case .opened(let opened): return .opened(try keep(opened, in: bundle))
      case .newerVersion: refusal = .newerVersion
      case .malformed: if refusal == .notForThisDevice { refusal = .malformed(.bundle) }
      case .notForThisDevice: break
      case .refused(let issue):
        try change.report(issue)
        return .refused
      }
    }
    throw refusal
  }

  private func keep(_ opened: OpenedBundle, in bundle: [UInt8]) throws -> Opened {
    let envelope: ContentEnvelope
    do throws(ContentError) {
      envelope = try ContentEnvelope(padded: opened.content)
    } catch {
      throw SottoError(error)
    }
    let key = MessageKey(author: opened.sender, id: envelope.messageID)
    if let message = try transaction.message(key)?.record {
      try remember(bundle, key)
      return Opened(message: message, sender: opened.sender, isRepeat: true)
    }
    try ReceivedContent(
      change: change, key: key, sentAt: envelope.sentAt, bundle: opened, content: .success(envelope)
    ).apply()
    try transaction.dedup.put(key, DedupRecord(key: key, handled: nil))
    let message = try transaction.message(key)?.record
    if message != nil { try remember(bundle, key) }
    return Opened(message: message, sender: opened.sender, isRepeat: false)
  }

  private func remember(_ bundle: [UInt8], _ key: MessageKey) throws {
    guard let token = FileToken(BundleFile.token(of: bundle)) else { return }
    try transaction.fileTokens.put(token, FileTokenRecord(message: key))
  }
}
