import SottoCore
import SottoCrypto
import SottoWire
import TestSupport
import Testing

@Suite struct InvitationTests {
  /// Characters of a version 6 QR code at level L in alphanumeric mode (ISO/IEC 18004, table 7).
  private static let version6 = 195

  private static let pin = "aaaqeayeaudaocajbifqydiob4ibceqtcqkrmfyydenbwha5dypq"

  private static func invitation(relay: String? = "sotto://relay.example.org:7443/#\(pin)") throws -> Invitation {
    try PairingParty(seed: 1, relay: relay).invite().invitation
  }

  @Test func carriesWhatTheJoinerNeeds() throws {
    let party = try PairingParty(seed: 1, relay: "sotto://relay.example.org:7443/#\(Self.pin)")
    let window = try party.invite()
    let invitation = window.invitation
    #expect(invitation.relay?.host == "relay.example.org")
    #expect(invitation.relay?.port == 7443)
    #expect(invitation.relay?.pinPrefix == [UInt8](0..<16))
    #expect(invitation.windowKey.bytes == window.windowMailbox.publicKey.rawRepresentation)
    #expect(invitation.windowKey != party.identity.mailboxKey)
    #expect(invitation.expiry == PairingParty.start.adding(.minutes(10)))
    #expect(invitation.joinDeadline == PairingParty.start.adding(.minutes(10)).adding(.hours(24)))
  }

  @Test func textAndBack() throws {
    for relay in ["sotto://relay:443/", "sotto://relay:443/#\(Self.pin)", nil] {
      let invitation = try Self.invitation(relay: relay)
      #expect(try Invitation.parse(invitation.text) == invitation)
      #expect(try Invitation.parse(invitation.text.lowercased()) == invitation)
      // As a terminal wraps it and a mail programme indents it.
      let wrapped = invitation.text.enumerated().map { $0 % 40 == 39 ? "\($1)\r\n \t" : "\($1)" }.joined()
      #expect(try Invitation.parse("  \(wrapped)\n") == invitation)
    }
  }

  /// ISO/IEC 18004 §7.4.4: digits, capitals, and nine others.
  @Test func theTextIsAlphanumericForAQRCode() throws {
    let allowed = Set("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:")
    #expect(try Self.invitation().text.allSatisfy { allowed.contains($0) })
  }

  @Test func byteBudget() throws {
    #expect(try Self.invitation().encoded().count == 91 + "relay.example.org".count)
    // A host of 27 characters is the longest that fits a version 6 code with its pin.
    let longest = String(repeating: "a", count: 27)
    #expect(try Self.invitation(relay: "sotto://\(longest):65535/#\(Self.pin)").text.count == Self.version6)
    #expect(try Self.invitation(relay: "sotto://\(longest)a:65535/#\(Self.pin)").text.count > Self.version6)
    let address = "sotto://[2001:db8:1234:5678::1]:65535/#\(Self.pin)"
    #expect(try Self.invitation(relay: address).text.count <= Self.version6)
  }

  @Test func hostileBytes() throws {
    try assertCanonical(Self.invitation())
    try assertCanonical(Self.invitation(relay: nil))
  }

  @Test func hostileTexts() throws {
    let text = try Self.invitation().text
    #expect(throws: InvitationError.missingPrefix) { try Invitation.parse("") }
    #expect(throws: InvitationError.missingPrefix) { try Invitation.parse("SOTTO") }
    #expect(throws: InvitationError.missingPrefix) { try Invitation.parse(String(text.dropFirst())) }
    #expect(throws: InvitationError.missingPrefix) { try Invitation.parse("https://example.org/\(text)") }
    #expect(throws: InvitationError.invalidText) { try Invitation.parse(text + "1") }
    #expect(throws: InvitationError.invalidText) { try Invitation.parse(text + "=") }
    #expect(throws: InvitationError.invalidText) { try Invitation.parse(text + "ſ") }
    let long = "SOTTO:" + String(repeating: "A", count: 5_000)
    #expect(throws: InvitationError.invalidText) { try Invitation.parse(long) }
    #expect(throws: InvitationError.malformed(.truncated)) { try Invitation.parse("SOTTO:") }
    #expect(throws: InvitationError.unsupportedVersion(2)) { try Invitation.parse("SOTTO:AI") }
    for length in 6..<text.count {
      #expect(throws: InvitationError.self) { try Invitation.parse(String(text.prefix(length))) }
    }
  }

  /// The two secrets of an invitation have nothing in common, with each other or with those of another one.
  @Test func derivedSecrets() throws {
    let invitation = try Self.invitation()
    let secret = invitation.pairingSecret
    #expect(secret.count == 32)
    #expect(secret[0..<16] != SecretBytes(copying: invitation.accessKey.bytes))
    let other = Invitation(
      package: try PairingParty(seed: 1).device.makePackage(at: PairingParty.start).package,
      windowKey: MailboxKey(unchecked: [UInt8](repeating: 1, count: 32)), seed: invitation.seed,
      expiry: invitation.expiry)
    #expect(other.accessKey != invitation.accessKey)
    #expect(other.pairingSecret != secret)
  }

  @Test func printingShowsNoSecret() throws {
    let invitation = try Self.invitation()
    #expect("\(invitation)" == "Invitation(redacted)")
    #expect(!String(reflecting: invitation).contains(invitation.text))
  }
}
