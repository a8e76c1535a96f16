import CommandLineOutput
import CommandLineParsing
import Sotto
import SottoCore

/// Shows a pairing as it goes on, up to its end or until nothing has come for too long.
struct PairingFollower {
  /// How long the other side's greeting is waited for once the pair is made.
  static let greetingPatience = TimeSpan.seconds(30)

  private let sotto: Sotto
  private let output: Output
  private(set) var contact: ContactSummary?
  private var safetyWords: String?
  private var greetingsIn = false

  init(_ sotto: Sotto, _ output: Output) {
    self.sotto = sotto
    self.output = output
  }

  /// `patience`: how long to wait for the other side; nil where the stream ends by itself.
  mutating func follow(_ progress: AsyncStream<PairingProgress>, patience: TimeSpan?) async throws {
    let (steps, continuation) = AsyncStream.makeStream(of: Step.self)
    let source = Task {
      for await step in progress { continuation.yield(.progress(step)) }
      continuation.yield(.end)
    }
    var timer = patience.map { Self.timer($0, continuation) }
    defer {
      source.cancel()
      timer?.cancel()
    }
    for await step in steps {
      guard case .progress(let progress) = step else { break }
      try show(progress)
      if case .paired = progress {
        timer?.cancel()
        timer = Self.timer(Self.greetingPatience, continuation)
      }
      if greetingsIn { break }
    }
    // Our own greeting is on its way; the other side waits for it.
    _ = await sotto.sync(timeout: .seconds(10))
    try conclude()
  }

  private enum Step: Sendable {
    case progress(PairingProgress)
    case end
  }

  private static func timer(_ span: TimeSpan, _ continuation: AsyncStream<Step>.Continuation) -> Task<Void, Never> {
    Task {
      do {
        try await Task.sleep(for: .milliseconds(Int64(clamping: span.milliseconds)))
        continuation.yield(.end)
      } catch {
        // Cancelled: what was waited for has come.
      }
    }
  }

  mutating func show(_ progress: PairingProgress) throws {
    switch progress {
    case .waiting:
      output.emit(type: "pairing", ["state": "waiting"])
    case .requestReceived(let name):
      output.emit(type: "pairing", ["state": "requestReceived", "peerName": .string(name)])
      if !output.isJSON { output.note("\(shown(name)) answers") }
    case .safetyWords(let words, let name):
      safetyWords = words
      output.emit(type: "pairing", ["state": "safetyWords", "safetyWords": .string(words), "peerName": .string(name)])
      output.line("safety words: \(words)")
    case .paired where contact != nil:
      break
    case .paired(let contact):
      self.contact = contact
      output.emit(type: "pairing", ["state": "paired", "contact": .object(contact.json)])
      output.line("paired with \(shown(contact.name))")
    case .greetingsIn:
      greetingsIn = true
      output.emit(type: "pairing", ["state": "greetingsIn"])
    case .failed(let error):
      throw error
    }
  }

  func conclude() throws {
    guard let contact else {
      output.finish(["paired": false], exitCode: .queued)
      output.note("not paired yet: the other side has not answered", trying: "sotto status")
      throw ExitCode.queued
    }
    output.finish([
      "paired": true, "contact": .object(contact.json), "safetyWords": safetyWords.map(JSON.string),
      "greetingsIn": .bool(greetingsIn),
    ])
    if !greetingsIn {
      output.note("greeting not in yet: until it is, messages go the long-term path", trying: "sotto status")
    } else if !output.isJSON {
      output.note("compare the safety words", trying: "sotto contact verify \(shellQuoted(contact.name))")
    }
  }
}
