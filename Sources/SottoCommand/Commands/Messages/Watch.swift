import CommandLineOutput
import CommandLineParsing
import Sotto
import SottoCore

struct Watch: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Show messages as they come.",
    discussion: """
      Begins with the messages that are still new, and goes on until it is interrupted. What is shown counts as read; \
      with '--ack' a message counts as read only when its id and those of all before it in its conversation have come \
      on standard input, one a line, and is offered again by the next 'sotto watch' until then. The end of standard \
      input ends '--ack'.
      """)

  @OptionGroup var global: GlobalOptions
  @Flag(help: "Messages are confirmed on standard input, one id a line.") var ack = false

  func run() async throws {
    try await global.withProfile(syncing: false) { sotto, output in
      let offers = Offers(sotto, output, marksRead: !ack)
      let events = sotto.events()
      try await offers.begin(with: sotto.messages(onlyNew: true, limit: .max))
      try await sotto.connect()
      guard ack else {
        for await event in events { try await offers.handle(event) }
        return
      }
      try await withThrowingTaskGroup(of: Void.self) { group in
        group.addTask { for await event in events { try await offers.handle(event) } }
        group.addTask { for await line in StandardLines.all() { try await offers.confirm(line) } }
        // Whichever ends first: standard input, or the client.
        try await group.next()
        group.cancelAll()
      }
      output.finish()
    }
  }
}

/// What a watcher has been shown, and what of it is confirmed.
private actor Offers {
  private let sotto: Sotto
  private let output: Output
  private let marksRead: Bool
  /// In the order in which they came; those that are read and every one before them are forgotten.
  private var open: [MessageSummary] = []
  private var confirmed: Set<MessageName> = []
  /// Offered before the first event; one that came meanwhile is told by an event, too.
  private var listed: Set<MessageName> = []
  private var isDisconnected = false

  init(_ sotto: Sotto, _ output: Output, marksRead: Bool) {
    self.sotto = sotto
    self.output = output
    self.marksRead = marksRead
  }

  func begin(with messages: [MessageSummary]) async throws {
    for message in messages {
      listed.insert(MessageName(message))
      try await offer(message)
    }
  }

  func handle(_ event: SottoEvent) async throws {
    switch event {
    case .message(let message):
      if listed.remove(MessageName(message)) == nil { try await offer(message) }
    case .delivery(let id, let delivery):
      output.emit(type: "delivery", ["messageId": .id(id), "delivery": .object(delivery.json)])
    case .contactAdded(let contact):
      output.emit(type: "contactAdded", ["contact": .object(contact.json)])
      output.line("paired with \(shown(contact.name))")
    case .keysChanged(let contact):
      output.emit(type: "keysChanged", ["contact": .object(contact.json)])
      output.line("the keys of \(shown(contact.name)) have changed")
    case .issue(let issue):
      output.emit(type: "issue", issue.json)
      if !output.isJSON { output.note("issue: \(issue.kind.words)", trying: "sotto issues") }
    case .connection(let state):
      show(state)
    case .transfer(let progress):
      output.emit(type: "progress", progress.json)
    }
  }

  private func show(_ state: SottoEvent.ConnectionState) {
    switch state {
    case .connecting: output.emit(type: "connection", ["state": "connecting"])
    case .connected:
      output.emit(type: "connection", ["state": "connected"])
      isDisconnected = false
    case .disconnected(let failure):
      let explanation = Explanation(.relay(failure))
      output.emit(type: "connection", ["state": "disconnected", "code": .string(explanation.code)])
      // To people once, not with every attempt.
      if !output.isJSON, !isDisconnected { output.note(explanation.message, trying: explanation.trying) }
      isDisconnected = true
    }
  }

  private func offer(_ message: MessageSummary) async throws {
    guard message.direction == .incoming else { return }
    open.append(message)
    output.show(message)
    if marksRead { try await confirm([message]) }
  }

  /// A line that names no offered message is answered, not fatal: the consumer may be newer or sloppy.
  func confirm(_ line: String) async throws {
    let named = line.isEmpty ? [] : open.filter { $0.id.description.hasPrefix(line) }
    guard let id = named.first?.id, named.allSatisfy({ $0.id == id }) else {
      return output.emit(type: "notAcknowledged", ["line": .string(line)])
    }
    try await confirm(named)
    output.emit(type: "acknowledged", ["messageId": .id(id)])
  }

  private func confirm(_ messages: [MessageSummary]) async throws {
    confirmed.formUnion(messages.map(MessageName.init))
    let readable = ReadProgress.markable(open, seen: confirmed)
    try await sotto.markRead(readable)
    for last in readable {
      guard let end = open.lastIndex(where: { MessageName($0) == MessageName(last) }) else { continue }
      let done = open[...end].filter { $0.conversation == last.conversation }.map(MessageName.init)
      confirmed.subtract(done)
      open.removeAll { done.contains(MessageName($0)) }
    }
  }
}
