import SottoCore
import TestSupport
import Testing

@Suite struct SafeFileNameTests {
  @Test(arguments: [
    ("photo.jpg", "photo.jpg"), ("Übersicht 2026 – Köln.pdf", "Übersicht 2026 – Köln.pdf"),
    ("../../etc/passwd", "passwd"), ("/etc/cron.d/x", "x"), ("C:\\Users\\a\\b.txt", "b.txt"), ("a/", "a"),
    ("..", "attachment"), (".", "attachment"), ("", "attachment"), ("///", "attachment"), ("   ", "attachment"),
    (".bashrc", "_.bashrc"), (".ssh/authorized_keys", "authorized_keys"), ("a. . ", "a"), (" a", "a"),
    ("con", "_con"), ("NUL.txt", "_NUL.txt"), ("COM1", "_COM1"), ("lpt9.log", "_lpt9.log"), ("COM0", "COM0"),
    (".\u{301}rc", "_.\u{301}rc"), ("con .txt", "_con.txt"), ("COM¹", "_COM¹"), ("a. .txt", "a.txt"),
    ("a\nb\u{1B}[0m.txt", "a_b_[0m.txt"), ("gpj.\u{202E}exe", "gpj._exe"), ("a:b*c?.txt", "a_b_c_.txt"),
    ("a\u{0}.txt", "a_.txt"), ("x\u{200B}y", "x_y"), ("-rf", "_-rf"),
  ])
  func `names become safe`(_ name: String, _ safe: String) {
    #expect(SafeFileName.make(from: name) == safe)
  }

  @Test func `long names keep their extension and whole characters`() {
    let name = SafeFileName.make(from: String(repeating: "é", count: 300) + ".jpeg")
    #expect(name.utf8.count <= 255 && name.utf8.count >= 254)
    #expect(name.hasSuffix("é.jpeg"))
    let noExtension = SafeFileName.make(from: String(repeating: "👋", count: 300))
    #expect(noExtension.utf8.count <= 255 && noExtension.allSatisfy { $0 == "👋" })
    let longExtension = SafeFileName.make(from: "a." + String(repeating: "b", count: 400))
    #expect(longExtension.utf8.count == 255)
  }

  @Test func `numbers stand before the extension`() {
    #expect(SafeFileName.make(from: "photo.jpg", number: 1) == "photo.jpg")
    #expect(SafeFileName.make(from: "photo.jpg", number: 2) == "photo (2).jpg")
    #expect(SafeFileName.make(from: "README", number: 12) == "README (12)")
    let long = SafeFileName.make(from: String(repeating: "x", count: 400) + ".tar", number: 3)
    #expect(long.utf8.count == 255 && long.hasSuffix("x (3).tar"))
  }

  @Test func `whatever comes in, a plain name comes out`() throws {
    try forAll(seed: 6, runs: 500, generate: { $0.bytes($0.int(0...400)) }, shrink: shrinkBytes) { bytes in
      struct Unsafe: Error {}
      let name = SafeFileName.make(from: String(decoding: bytes, as: UTF8.self), number: Int(bytes.first ?? 0))
      let isSafe =
        !name.isEmpty && name.utf8.count <= 255 && name.utf8.first != 0x2E && name.utf8.first != 0x2D
        && !name.utf8.contains(0x2F) && !name.utf8.contains(0) && DisplayText.escaped(name) == name
        && SafeFileName.make(from: name) == name
      if !isSafe { throw Unsafe() }
    }
  }
}
