import Sotto
import SottoCore

/// Names a message: its id is unique within its author's device.
package struct MessageName: Hashable {
  private let author: DeviceID
  private let id: MessageID

  package init(_ message: MessageSummary) {
    author = message.author
    id = message.id
  }
}

/// Marking a message as read marks what came before it in its conversation, too. So a conversation is marked only as
/// far as nothing was passed over.
package enum ReadProgress {
  /// The last message of each conversation up to which all of `unread` were seen. `unread` is in order of arrival and
  /// complete.
  package static func markable(_ unread: [MessageSummary], seen: Set<MessageName>) -> [MessageSummary] {
    var last: [ConversationName: MessageSummary] = [:]
    var stopped: Set<ConversationName> = []
    for message in unread where !stopped.contains(message.conversation) {
      if seen.contains(MessageName(message)) {
        last[message.conversation] = message
      } else {
        stopped.insert(message.conversation)
      }
    }
    return unread.filter { last[$0.conversation].map(MessageName.init) == MessageName($0) }
  }
}
