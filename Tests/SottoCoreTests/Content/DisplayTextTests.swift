import SottoCore
import TestSupport
import Testing

@Suite struct DisplayTextTests {
  @Test(arguments: [
    ("plain text, 100 %", "plain text, 100 %"), ("Köln – 東京 – שלום", "Köln – 東京 – שלום"), ("❤️ 👋🏽", "❤️ 👋🏽"),
    ("\u{1B}[31mred", "\\u{1B}[31mred"), ("a\u{7}\u{8}\u{7F}", "a\\u{7}\\u{8}\\u{7F}"),
    ("\u{9B}31m\u{85}", "\\u{9B}31m\\u{85}"), ("gpj.\u{202E}exe", "gpj.\\u{202E}exe"),
    ("\u{2066}x\u{2069}\u{200F}\u{61C}", "\\u{2066}x\\u{2069}\\u{200F}\\u{61C}"),
    ("Al\u{200B}ice\u{2060}\u{FEFF}\u{AD}", "Al\\u{200B}ice\\u{2060}\\u{FEFF}\\u{AD}"),
    ("a\u{2028}b\u{2029}", "a\\u{2028}b\\u{2029}"), ("a\nb\tc\r", "a\\u{A}b\\u{9}c\\u{D}"),
    ("\u{3164}\u{115F}\u{E0041}", "\\u{3164}\\u{115F}\\u{E0041}"), ("a\r\nb", "a\\u{D}\\u{A}b"),
  ])
  func `a name shows nothing that moves, turns or hides`(_ text: String, _ shown: String) {
    #expect(DisplayText.escaped(text) == shown)
  }

  @Test func `a text keeps its lines and its joiners`() {
    #expect(DisplayText.escaped("a\n\tb\r\u{1B}", as: .paragraphs) == "a\n\tb\\u{D}\\u{1B}")
    #expect(DisplayText.escaped("👩‍👩‍👧 می‌خواهم", as: .paragraphs) == "👩‍👩‍👧 می‌خواهم")
    #expect(DisplayText.escaped("👩‍👧") == "👩\\u{200D}👧")
    #expect(DisplayText.escaped("x\u{202E}y\u{2028}", as: .paragraphs) == "x\\u{202E}y\\u{2028}")
  }

  @Test func `bytes that are no text are shown as bytes`() {
    #expect(DisplayText.escaped(utf8: [0x61, 0xFF, 0xC3, 0xA9, 0xC3, 0x28]) == "a\\x{FF}é\\x{C3}(")
    #expect(DisplayText.escaped(utf8: [0xED, 0xA0, 0x80, 0x1B]) == "\\x{ED}\\x{A0}\\x{80}\\u{1B}")
    #expect(DisplayText.escaped(utf8: Array("日本\n".utf8), as: .paragraphs) == "日本\n")
    #expect(DisplayText.escaped(utf8: []) == "")
  }

  @Test func `no scalar of the control classes comes through`() throws {
    try forAll(seed: 4, runs: 300, generate: { $0.bytes($0.int(0...60)) }, shrink: shrinkBytes) { bytes in
      struct Shown: Error {}
      for scalar in DisplayText.escaped(utf8: bytes).unicodeScalars {
        let isControl = scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value)
        if isControl || scalar.properties.isBidiControl { throw Shown() }
      }
    }
  }
}
