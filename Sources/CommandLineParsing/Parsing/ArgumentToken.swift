/// One word of the command line, by its form alone.
enum ArgumentToken: Equatable {
  /// `--`: everything after it is a value.
  case terminator
  case long(name: String, value: String?)
  /// `-abc`: flags, or an option with its value attached.
  case short(String)
  /// Anything else, `-` included: by custom it stands for standard input.
  case value(String)

  init(_ word: String) {
    if word == "--" {
      self = .terminator
    } else if word.hasPrefix("--") {
      let body = word.dropFirst(2)
      if let equals = body.firstIndex(of: "=") {
        self = .long(name: String(body[..<equals]), value: String(body[body.index(after: equals)...]))
      } else {
        self = .long(name: String(body), value: nil)
      }
    } else if word.hasPrefix("-"), word != "-" {
      self = .short(String(word.dropFirst()))
    } else {
      self = .value(word)
    }
  }
}
