/// What `help`, `--help` and `--version` parse into: a text for standard output.
public struct HelpCommand: ParsableCommand {
  public private(set) var text = ""

  public init() {}

  init(text: String) {
    self.text = text
  }

  public func run() {
    print(text)
  }
}
