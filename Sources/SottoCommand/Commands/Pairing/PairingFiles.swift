import CommandLineOutput
import CommandLineParsing
import Sotto
import SottoCore

/// A pairing whose messages travel as files: no network on either side.
struct PairingFiles {
  /// A pairing message is a few kilobytes.
  private static let limit = 256 << 10

  private let global: GlobalOptions

  init(_ global: GlobalOptions) {
    self.global = global
  }

  static func read(_ path: String) throws -> [UInt8] {
    try NewFile.read(path, limit: limit)
  }

  /// nil where the file is a later message
  static func invitation(in bytes: [UInt8]) -> String? {
    guard let text = String(validating: bytes, as: UTF8.self) else { return nil }
    let invitation = String(text.filter { !$0.isWhitespace })
    return invitation.uppercased().hasPrefix("SOTTO:") ? invitation : nil
  }

  func invite(writingTo path: String) async throws {
    try OutputFolder.check(forFile: path)
    try await global.withProfile(syncing: false) { sotto, output in
      let (invitation, expiry) = try await sotto.createPairingFile()
      try NewFile.write(Array((invitation + "\n").utf8), to: path)
      output.line("invitation in \(shown(path)), good until \(TimeText.local(expiry))")
      output.finish(["path": .string(path), "invitation": .string(invitation), "expiresAt": .time(expiry)])
    }
  }

  func accept(_ invitation: String, writingTo path: String?) async throws {
    let path = try required(path)
    try OutputFolder.check(forFile: path)
    try await global.withProfile(syncing: false) { sotto, output in
      let message = try await sotto.acceptPairingFile(invitation: invitation)
      try NewFile.write(message, to: path)
      output.line("answer in \(shown(path))")
      output.finish(["path": .string(path), "paired": false])
    }
  }

  func answer(_ bytes: [UInt8], writingTo path: String?) async throws {
    // A step is taken before its answer is written, and not twice; only the greeting has no answer.
    let path = bytes.starts(with: BundleFile.magic) ? path : try required(path)
    if let path { try OutputFolder.check(forFile: path) }
    try await global.withProfile(syncing: false) { sotto, output in
      switch try await sotto.handlePairingFile(bytes) {
      case .reply(let message, let progress):
        let path = try required(path)
        try NewFile.write(message, to: path)
        var follower = PairingFollower(sotto, output)
        if let progress { try follower.show(progress) }
        output.line("answer in \(shown(path))")
        try await conclude(follower.contact, path, sotto, output)
      case .done(let contact):
        output.line("paired with \(shown(contact.name))")
        try await conclude(contact, nil, sotto, output)
      }
    }
  }

  /// Once there is a contact its words are shown on this side, too.
  private func conclude(_ contact: ContactSummary?, _ path: String?, _ sotto: Sotto, _ output: Output) async throws {
    var words: String?
    if let contact { words = try await sotto.contact(named: contact.id.description).safetyWords }
    if let words { output.line("safety words: \(words)") }
    output.finish([
      "path": path.map(JSON.string), "paired": .bool(contact != nil), "contact": contact.map { .object($0.json) },
      "safetyWords": words.map(JSON.string),
    ])
    guard let contact, !output.isJSON else { return }
    output.note("compare the safety words", trying: "sotto contact verify \(shellQuoted(contact.name))")
  }

  private func required(_ path: String?) throws -> String {
    guard let path else { throw ValidationError("the answer needs a file: --to-file names it") }
    return path
  }
}
