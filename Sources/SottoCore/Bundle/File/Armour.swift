/// A bundle file as text that survives mail and chat: a begin line, base64 in lines of 64, an end line.
///
/// Reading accepts either line ending and white space around the whole, nothing else.
public enum Armour {
  public static let beginLine = "-----BEGIN SOTTO BUNDLE-----"
  public static let endLine = "-----END SOTTO BUNDLE-----"
  static let lineLength = 64

  public enum Failure: Error, Equatable, Sendable {
    case tooLarge(max: Int)
    /// No begin line first, or no end line last.
    case missingBoundary
    /// Not base64 in full lines as it is written here.
    case malformed
  }

  /// Throws `tooLarge` where the text would have more than `Limits.armour` bytes.
  public static func encode(_ file: [UInt8]) throws(Failure) -> String {
    let size = textSize(of: file.count)
    guard size <= Limits.armour else { throw .tooLarge(max: Limits.armour) }
    let body = Base64.encode(file)
    var text = Array(beginLine.utf8) + [newline]
    text.reserveCapacity(size)
    for start in stride(from: 0, to: body.count, by: lineLength) {
      text += body[start..<min(start + lineLength, body.count)]
      text.append(newline)
    }
    text += Array(endLine.utf8) + [newline]
    return String(decoding: text, as: UTF8.self)
  }

  public static func decode(_ text: String) throws(Failure) -> [UInt8] {
    guard text.utf8.count <= Limits.armour else { throw .tooLarge(max: Limits.armour) }
    var lines = lines(of: Array(text.utf8))
    while lines.first?.allSatisfy(isSpace) == true { lines.removeFirst() }
    while lines.last?.allSatisfy(isSpace) == true { lines.removeLast() }
    guard lines.count >= 2, lines.first?.elementsEqual(beginLine.utf8) == true,
      lines.last?.elementsEqual(endLine.utf8) == true
    else { throw .missingBoundary }
    let body = lines.dropFirst().dropLast()
    guard let last = body.last, 1...lineLength ~= last.count, body.dropLast().allSatisfy({ $0.count == lineLength }),
      let bytes = Base64.decode(body.flatMap { $0 })
    else { throw .malformed }
    return bytes
  }

  /// Whether a file's start is armour and not a file as it is.
  public static func isArmour(_ start: some Collection<UInt8>) -> Bool {
    start.drop(while: isSpace).starts(with: beginLine.utf8)
  }

  private static let newline = UInt8(ascii: "\n")

  private static func isSpace(_ byte: UInt8) -> Bool { [0x20, 0x09, 0x0A, 0x0D].contains(byte) }

  private static func lines(of text: [UInt8]) -> [ArraySlice<UInt8>] {
    text.split(separator: newline, omittingEmptySubsequences: false).map {
      $0.last == UInt8(ascii: "\r") ? $0.dropLast() : $0
    }
  }

  private static func textSize(of count: Int) -> Int {
    let body = (count + 2) / 3 * 4
    return beginLine.utf8.count + endLine.utf8.count + 2 + body + (body + lineLength - 1) / lineLength
  }
}
