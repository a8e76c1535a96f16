/// What `open` found in a file.
public struct OpenedFile: Sendable, Equatable {
  public let message: MessageSummary
  public let attachments: [SavedFile]
  /// It had been opened here before.
  public let isRepeat: Bool

  package init(message: MessageSummary, attachments: [SavedFile], isRepeat: Bool) {
    self.message = message
    self.attachments = attachments
    self.isRepeat = isRepeat
  }
}
