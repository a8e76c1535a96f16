/// What `help`, `--help`, `--version` and the generators parse into: a text for standard output.
public struct HelpCommand: ParsableCommand {
  public enum Subject: Sendable {
    /// A command's page
    case help
    case version
    /// Completions or the manual
    case generated
  }

  public private(set) var text = ""
  public private(set) var subject = Subject.help

  public init() {}

  init(text: String, subject: Subject = .help) {
    self.text = text
    self.subject = subject
  }

  public func run() {
    print(text)
  }
}
