import SottoCommand
import Testing

@Suite struct QRCodeTests {
  /// An invitation of usual length, base32 in capitals, fits a terminal of 80 × 24 with a row to spare.
  @Test func anInvitationFitsATerminal() throws {
    let invitation = "SOTTO:" + String(repeating: "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567", count: 6).prefix(186)
    let code = try #require(QRCode(invitation))
    #expect(code.columns == 45)
    #expect(code.rows == 23)
    let lines = code.lines(coloured: false)
    #expect(lines.count == 23)
    #expect(lines.allSatisfy { $0.count == 45 })
    #expect(lines[0] == String(repeating: "█", count: 45))
  }

  /// The finder pattern of the upper left corner (ISO/IEC 18004 §6.3.3).
  @Test func finderPattern() throws {
    let lines = try #require(QRCode("SOTTO")).lines(coloured: false)
    #expect(lines[1].hasPrefix("██ ▄▄▄▄▄ █"))
    #expect(lines[2].hasPrefix("██ █   █ █"))
    #expect(lines[3].hasPrefix("██ █▄▄▄█ █"))
  }

  @Test func colour() throws {
    let code = try #require(QRCode("SOTTO"))
    #expect(code.lines(coloured: true).allSatisfy { $0.hasPrefix("\u{1B}[40;37;1m") && $0.hasSuffix("\u{1B}[0m") })
  }

  @Test func tooLong() {
    #expect(QRCode(String(repeating: "x", count: 10_000)) == nil)
    #expect(QRCode("") == nil)
  }
}
