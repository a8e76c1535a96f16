import CQREncode

/// A QR code (ISO/IEC 18004) in half blocks: two rows of modules in one row of text.
package struct QRCode {
  /// Light modules around the code. The standard asks for four; readers are content with two.
  private static let quietZone = 2

  private let width: Int
  private let isDark: [Bool]

  /// nil where `text` is too long for the largest code
  package init?(_ text: String) {
    guard let code = QRcode_encodeString(text, 0, QR_ECLEVEL_L, QR_MODE_8, 1) else { return nil }
    defer { QRcode_free(code) }
    width = Int(code.pointee.width)
    // The lowest bit says whether the module is dark.
    isDark = UnsafeBufferPointer(start: code.pointee.data, count: width * width).map { $0 & 1 == 1 }
  }

  package var columns: Int { width + 2 * Self.quietZone }
  package var rows: Int { (columns + 1) / 2 }

  /// Lines without newlines. Light modules are drawn and dark ones are the background, as it is on most terminals;
  /// `coloured` makes sure of it.
  package func lines(coloured: Bool) -> [String] {
    (0..<rows).map { row in
      let blocks = (0..<columns).map { column in
        switch (isLight(column, 2 * row), isLight(column, 2 * row + 1)) {
        case (true, true): "█"
        case (true, false): "▀"
        case (false, true): "▄"
        case (false, false): " "
        }
      }.joined()
      return coloured ? "\u{1B}[40;37;1m\(blocks)\u{1B}[0m" : blocks
    }
  }

  /// Below the last row nothing is drawn.
  private func isLight(_ column: Int, _ row: Int) -> Bool {
    guard row < columns else { return false }
    let x = column - Self.quietZone
    let y = row - Self.quietZone
    guard (0..<width).contains(x), (0..<width).contains(y) else { return true }
    return !isDark[y * width + x]
  }
}
