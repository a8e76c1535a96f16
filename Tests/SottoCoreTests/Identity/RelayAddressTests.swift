import SottoCore
import SottoWire
import TestSupport
import Testing

@Suite struct RelayAddressTests {
  private static let pin = [UInt8](0..<32)
  private static let pinText = "aaaqeayeaudaocajbifqydiob4ibceqtcqkrmfyydenbwha5dypq"

  @Test func textAndBack() throws {
    let address = try RelayAddress("sotto://relay.example.org:7443/#\(Self.pinText)")
    #expect(address.host == "relay.example.org")
    #expect(address.port == 7443)
    #expect(address.pin == Self.pin)
    #expect(address.description == "sotto://relay.example.org:7443/#\(Self.pinText)")
  }

  @Test(arguments: [
    ("sotto://Relay.Example.ORG:443", "sotto://relay.example.org:443/"),
    ("SOTTO://relay:443/", "sotto://relay:443/"),
    ("sotto://relay:443#AAAQEAYEAUDAOCAJBIFQYDIOB4IBCEQTCQKRMFYYDENBWHA5DYPQ", "sotto://relay:443/#\(pinText)"),
    ("sotto://192.0.2.1:443/", "sotto://192.0.2.1:443/"),
    ("sotto://[2001:DB8:0:0:1:0:0:1]:443/", "sotto://[2001:db8::1:0:0:1]:443/"),
    ("sotto://[::]:1/", "sotto://[::]:1/"),
    ("sotto://[::1]:65535/", "sotto://[::1]:65535/"),
    ("sotto://[fe80::]:443/", "sotto://[fe80::]:443/"),
    ("sotto://[::ffff:192.0.2.1]:443/", "sotto://[::ffff:c000:201]:443/"),
    ("sotto://[1:2:3:4:5:6:0:8]:443/", "sotto://[1:2:3:4:5:6:0:8]:443/"),
    ("sotto://[1:0:0:4:0:0:0:8]:443/", "sotto://[1:0:0:4::8]:443/"),
    ("sotto://a-b.c0:443/", "sotto://a-b.c0:443/"),
  ])
  func spellings(_ text: String, _ canonical: String) throws {
    let address = try RelayAddress(text)
    #expect(address.description == canonical)
    #expect(try RelayAddress(canonical) == address)
    #expect(try RelayAddress(encoded: address.encoded()) == address)
  }

  @Test(arguments: [
    "", " ", "-a", "a-", "a..b", ".a", "a.", "a_b", "ä.example", "a b", "1.2.3", "1.2.3.4.5", "1.2.3.256",
    "01.2.3.4", "1.2.3.0x4", "0x7f000001", "12345", "[::1", "::1", "[1]", "[1:2:3:4:5:6:7]",
    "[1:2:3:4:5:6:7:8:9]", "[1::2::3]", "[1:2:3:4:5:6:7::8]", "[:::]", "[fe80::1%eth0]", "[+1::]", "[12345::]",
    "[::1.2.3]", "[1.2.3.4::]", "a/b", "user@host", String(repeating: "a", count: 64),
    String(repeating: "abc.", count: 63) + "de",
  ])
  func noHost(_ host: String) {
    #expect(throws: RelayAddressError.invalidHost) { try RelayAddress("sotto://\(host):443/") }
  }

  @Test(arguments: ["a", "a:", "a:0", "a:65536", "a:+1", "a:1x", "a:443/x"])
  func noPort(_ text: String) {
    #expect(throws: RelayAddressError.invalidPort) { try RelayAddress("sotto://\(text)") }
  }

  @Test func noScheme() {
    for text in ["", "relay:443", "https://relay:443/", "sotto:/relay:443"] {
      #expect(throws: RelayAddressError.missingScheme) { try RelayAddress(text) }
    }
    #expect(throws: RelayAddressError.invalidHost) { try RelayAddress(String(repeating: "sotto://", count: 1_000)) }
  }

  @Test func noPin() {
    // Short, long, a character of another alphabet, padding, and bits at the end that are not zero.
    let wrong = [
      "", "aaaa", Self.pinText + "aa", "1" + Self.pinText.dropFirst(), Self.pinText + "====",
      Self.pinText.dropLast() + "r", "#" + Self.pinText,
    ]
    for pin in wrong {
      #expect(throws: RelayAddressError.invalidPin) { try RelayAddress("sotto://relay:443/#\(pin)") }
    }
    #expect(throws: RelayAddressError.invalidPin) { try RelayAddress(host: "relay", port: 443, pin: [1, 2, 3]) }
  }

  @Test func encoding() throws {
    try assertCanonical(RelayAddress("sotto://relay.example.org:7443/#\(Self.pinText)"))
    try assertCanonical(RelayAddress("sotto://[2001:db8::1]:443/"))
    let endpoint = RelayEndpoint(try RelayAddress("sotto://relay.example.org:7443/#\(Self.pinText)"))
    #expect(endpoint.pinPrefix == [UInt8](0..<16))
    try assertCanonical(endpoint)
  }

  /// Another spelling of a host would be another encoding of the same relay.
  @Test func onlyTheCanonicalSpellingDecodes() {
    for host in ["Relay", "2001:DB8::1", "[::1]", "0:0:0:0:0:0:0:1", "", "a."] {
      var writer = WireWriter()
      writer.string(host)
      writer.u16(443)
      writer.bool(false)
      let bytes = writer.finish()
      #expect(throws: WireError.invalidValue) { try RelayAddress(encoded: bytes) }
    }
  }
}
