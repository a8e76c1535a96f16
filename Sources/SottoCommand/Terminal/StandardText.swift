import CommandLineOutput
import CommandLineParsing
import Sotto

/// Text that comes through standard input.
enum StandardText {
  /// All of it, without the newline that ends it. At most `limit` bytes.
  static func read(limit: Int) throws -> String {
    guard let bytes = StandardStreams.readInput(limit: limit) else { throw SottoError.tooLarge(limit: UInt64(limit)) }
    guard var text = String(validating: bytes, as: UTF8.self) else {
      throw CommandFailure(usage: "nothing read: standard input is not UTF-8 text", code: "notText")
    }
    if text.unicodeScalars.last == "\n" { text.unicodeScalars.removeLast() }
    return text
  }

  /// A message's text as it was given: itself, or `-` for standard input.
  static func message(_ argument: String?) throws -> String {
    argument == "-" ? try read(limit: 64 << 10) : argument ?? ""
  }
}
