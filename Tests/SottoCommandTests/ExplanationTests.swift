import Sotto
import SottoCommand
import Testing

@Suite struct ExplanationTests {
  private static let errors: [SottoError] =
    [
      .profileExists(path: "/p"), .noProfile(path: "/p"), .inUse, .locked, .newerVersion,
      .ambiguous("a", choices: [choice("b")]), .trustNeeded(name: "a", .keyChange),
      .trustNeeded(name: "a", .deviceNotListed),
      .notAuthentic, .notForThisDevice, .notGroupCapable("a"), .groupHasNoMembers("g"), .groupFull(max: 32),
      .alreadyMember("a"), .notAMember("a"), .nameTaken("a"), .invalidName, .emptyMessage, .tooLarge(limit: 1_000),
      .tooManyAttachments(limit: 32), .noRecipients, .noRelay, .attachmentMissing, .attachmentDamaged, .cancelled,
    ] + relayFailures.map { .relay($0) } + storeFailures.map { .store($0) } + pairingFailures.map { .pairing($0) }
    + fileFailures.map { .file(path: "f", $0) }

  private static func choice(_ name: String, id number: Int = 9) -> SottoError.Choice {
    SottoError.Choice(.contact, name: name, id: "0000000\(number)-0000")
  }

  private static let relayFailures: [SottoError.RelayFailure] = [
    .unreachable, .unknownHost, .cancelled, .wrongKey, .protocolViolation, .unsupportedVersion,
    .rateLimited(after: 1_500), .refused("x"), .noAnswer,
  ]

  private static let storeFailures: [SottoError.StoreFailure] = [
    .full, .readOnly, .damaged, .unavailable, .keyMissing,
  ]

  private static let pairingFailures: [SottoError.PairingFailure] = [
    .expired, .ownInvitation, .refused, .cancelled, .tooMany, .unexpectedStep, .noRelay,
  ]

  private static let fileFailures: [SottoError.FileFailure] = [
    .notFound, .notRegular, .unreadable, .unwritable, .exists, .full, .changed,
  ]

  /// Programs tell errors apart by their codes.
  @Test func codesAreUnique() {
    let codes = Self.errors.map { Explanation($0).code }
    #expect(Set(codes).count == codes.count)
    #expect(codes.allSatisfy { !$0.isEmpty && $0.allSatisfy { $0.isLetter && $0.isASCII } })
  }

  /// One line: what happened, a colon, why. The next step is a command that exists.
  @Test func form() {
    let subjects = SottoError.Subject.allCases
    let errors = Self.errors + subjects.map { .notFound($0, "x") } + subjects.map { .malformed($0) }
    for error in errors {
      let explanation = Explanation(error)
      #expect(explanation.message.contains(": "))
      #expect(!explanation.message.contains("\n"))
      #expect(explanation.message.first?.isUppercase == false)
      if let trying = explanation.trying { #expect(trying.hasPrefix("sotto ")) }
    }
  }

  @Test func untrustedTextIsEscaped() {
    let name = "\u{1B}[2J\u{202E}x\n"
    let errors: [SottoError] = [
      .notFound(.contact, name), .ambiguous(name, choices: [Self.choice(name)]), .trustNeeded(name: name, .keyChange),
      .notGroupCapable(name), .relay(.refused(name)), .file(path: name, .notFound), .nameTaken(name),
    ]
    for error in errors {
      let explanation = Explanation(error)
      let text = explanation.message + (explanation.trying ?? "")
      #expect(!text.contains("\u{1B}") && !text.contains("\u{202E}") && !text.contains("\n"))
    }
  }

  @Test func details() {
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
    #expect(Explanation(.relay(.rateLimited(after: 1_500))).message.hasSuffix("2 s"))
    #expect(Explanation(.trustNeeded(name: "it's", .keyChange)).trying == #"sotto contact verify 'it'\''s'"#)
    #expect(Explanation(.trustNeeded(name: "anna", .keyChange)).trying == "sotto contact verify anna")
  }
}
