import Sotto
import SottoCommand
import SottoCore
import SottoRelayProtocol
import Testing

/// The rule for every refusal: what happened and why in people's words, a code for programs, and a next step where
/// there is one.
@Suite struct ExplanationTests {
  /// What `try:` has to say
  enum NextStep: Equatable {
    case command, help
    /// Waiting, asking the other side or doing without is all there is.
    case nothing
  }

  /// No default: a new case does not compile until it is decided here.
  static func nextStep(_ error: SottoError) -> NextStep {
    switch error {
    case .profileExists, .noProfile, .newerVersion: .command
    case .store(.full), .store(.readOnly), .store(.damaged), .store(.unavailable): .command
    case .store(.keyMissing), .inUse, .locked, .closed, .cancelled: .nothing
    case .notFound(let subject, _): Self.isListed(subject) ? .command : .nothing
    case .ambiguous, .trustNeeded, .notAuthentic, .notForThisDevice: .command
    case .notGroupCapable, .groupHasNoMembers, .groupFull, .alreadyMember, .notAMember: .command
    case .nameTaken, .invalidName, .emptyMessage, .tooLarge, .tooManyAttachments: .help
    case .noRecipients, .noRelay, .relayInUse, .tooOldToRetry: .command
    case .relay(.rateLimited), .relay(.cancelled): .nothing
    case .relay: .command
    case .pairing(.ownInvitation): .nothing
    case .pairing: .command
    case .file(_, .changed): .nothing
    case .file, .nothingInside, .attachmentInFile: .command
    case .malformed(.invitation), .malformed(.bundle): .help
    case .malformed(.relayAddress), .malformed(.pairingFile), .malformed(.recipient): .command
    case .malformed, .attachmentMissing, .attachmentDamaged: .nothing
    }
  }

  private static func isListed(_ subject: SottoError.Subject) -> Bool {
    switch subject {
    case .contact, .recipient, .group, .message, .attachment, .outboxEntry, .issue: true
    case .bundle, .invitation, .relayAddress, .pairingFile: false
    }
  }

  static let simple: [SottoError] = [
    .profileExists(path: "/p"), .noProfile(path: "/p"), .inUse, .locked, .newerVersion,
    .ambiguous("a", choices: [choice("b")]), .notAuthentic, .notForThisDevice, .notGroupCapable("a"),
    .groupHasNoMembers("g"), .groupFull(max: 32), .alreadyMember("a"), .notAMember("a"), .nameTaken("a"), .invalidName,
    .emptyMessage, .tooLarge(limit: 900), .tooManyAttachments(limit: 32), .noRecipients, .noRelay, .relayInUse,
    .tooOldToRetry, .nothingInside,
    .attachmentMissing, .attachmentInFile, .attachmentDamaged, .cancelled,
  ]

  static let relayFailures: [SottoError.RelayFailure] = [
    .unreachable, .unknownHost, .cancelled, .wrongKey, .protocolViolation, .unsupportedVersion,
    .rateLimited(after: 1_500), .refused("x"), .noAnswer,
  ]

  static let detailed: [SottoError] =
    SottoError.TrustReason.allCases.map { .trustNeeded(name: "a", $0) } + relayFailures.map { .relay($0) }
    + SottoError.StoreFailure.allCases.map { .store($0) } + SottoError.PairingFailure.allCases.map { .pairing($0) }
    + SottoError.FileFailure.allCases.map { .file(path: "f", $0) }

  static let bySubject: [SottoError] =
    SottoError.Subject.allCases.map { .notFound($0, "x") } + SottoError.Subject.allCases.map { .malformed($0) }

  static var all: [SottoError] { simple + detailed + bySubject + [.closed] }

  static func choice(_ name: String, id number: Int = 9) -> SottoError.Choice {
    SottoError.Choice(.contact, name: name, id: "0000000\(number)-0000")
  }

  /// Programs tell errors apart by their codes.
  @Test func codesAreUnique() {
    let codes = (Self.simple + Self.detailed).map { Explanation($0).code }
    #expect(Set(codes).count == codes.count)
    #expect(codes.allSatisfy { !$0.isEmpty && $0.allSatisfy { $0.isLetter && $0.isASCII } })
  }

  /// One line: what happened, a colon, why; and none of the words that only programs use.
  @Test func words() {
    for error in Self.all {
      let message = Explanation(error).message
      #expect(message.split(separator: ": ").count == 2, "\(message)")
      #expect(message.first?.isUppercase == false && !message.contains("\n"))
      #expect(!Self.looksLikeCode(message), "\(message)")
      #expect(!message.contains("bundle") && !message.contains("envelope") && !message.contains("slot"), "\(message)")
    }
  }

  /// `likeThis`
  static func looksLikeCode(_ text: String) -> Bool {
    zip(text, text.dropFirst()).contains { $0.isLowercase && $1.isUppercase }
  }

  /// The next step is a command line that can be pasted, of this system or one of the two programs.
  @Test func nextSteps() {
    for error in Self.all {
      let next = Explanation(error).next
      switch Self.nextStep(error) {
      case .nothing: #expect(next == .none, "\(error)")
      case .help: #expect(next == .help, "\(error)")
      case .command:
        guard case .run(let command) = next else {
          Issue.record("\(error) has no next step")
          continue
        }
        let program = command.split(separator: " ").first.map(String.init)
        #expect(["sotto", "sotto-relay", "mkdir", "mv", "ls", "df"].contains(program), "\(command)")
      }
    }
  }

  @Test func refusalsOfRelaysHaveWords() {
    for code in RefusalCode.allCases {
      let message = Explanation(.relay(.refused("\(code)"))).message
      #expect(!message.contains("\(code)") || !Self.looksLikeCode("\(code)"), "\(message)")
      #expect(!Self.looksLikeCode(message), "\(message)")
    }
    let here = Explanation(.relay(.refused("localStore"))).message
    #expect(here == "nothing received: what came could not be stored here")
  }

  @Test func untrustedTextIsEscaped() {
    let name = "\u{1B}[2J\u{202E}x\n"
    let errors: [SottoError] = [
      .notFound(.contact, name), .ambiguous(name, choices: [Self.choice(name)]), .trustNeeded(name: name, .keyChange),
      .notGroupCapable(name), .relay(.refused(name)), .nameTaken(name),
    ]
    let files = SottoError.FileFailure.allCases.map { SottoError.file(path: name + "/" + name, $0) }
    for error in errors + files {
      let explanation = Explanation(error)
      let text = explanation.message + (explanation.trying ?? "")
      #expect(!text.contains("\u{1B}") && !text.contains("\u{202E}") && !text.contains("\n"))
    }
  }

  @Test func ambiguousNames() {
    let ambiguous = Explanation(.ambiguous("an", choices: [Self.choice("anna"), Self.choice("anton")]))
    #expect(ambiguous.message == "'an' is ambiguous: it could be anna, anton")
    #expect(ambiguous.choices == ["anna", "anton"])
    let twins = [
      Self.choice("kim", id: 1), SottoError.Choice(.group, name: "kim", id: "00000002-0000"),
      Self.choice("kimberly"),
    ]
    let sameName = Explanation(.ambiguous("k", choices: twins))
    #expect(sameName.message.hasSuffix("it could be kim (contact 00000001), kim (group 00000002), kimberly"))
    #expect(sameName.choices == ["00000001-0000", "00000002-0000", "kimberly"])
    let message = SottoError.Choice(.message, name: "3f2a", id: "3f2a")
    #expect(Explanation(.ambiguous("3", choices: [message])).trying == "sotto read")
  }

  @Test func details() {
    #expect(Explanation(.relay(.rateLimited(after: 1_500))).message.hasSuffix("2 s"))
    #expect(Explanation(.trustNeeded(name: "it's", .keyChange)).trying == #"sotto contact verify 'it'\''s'"#)
    #expect(Explanation(.trustNeeded(name: "anna", .keyChange)).trying == "sotto contact verify anna")
    #expect(Explanation(.file(path: "a/b c", .notFound)).trying == "ls a")
    #expect(Explanation(.file(path: "/x", .notFound)).trying == "ls /")
    #expect(Explanation(.file(path: "b c", .noFolder)).trying == "mkdir -p 'b c'")
    #expect(Explanation(.file(path: "-x", .noFolder)).trying == "mkdir -p ./-x")
    #expect(Explanation(.file(path: "x", .exists)).trying == "mv -n x x.old")
  }
}
