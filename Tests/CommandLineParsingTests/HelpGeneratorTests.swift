import CommandLineParsing
import Testing

@Suite struct HelpGeneratorTests {
  private func help(_ words: String...) throws -> String {
    try #require(try Tool.parseAsRoot(words) as? HelpCommand).text
  }

  @Test func ofTheProgram() throws {
    let expected = """
      OVERVIEW: Does things.

      USAGE: tool [--profile <profile>] [--json] <subcommand>

      OPTIONS:
        -p, --profile <profile> Where the data lies.
        --json                  Answer in JSON.
        --version               Show the version.
        -h, --help              Show help.

      SUBCOMMANDS:
        send                    Send a message.
        box                     What waits.
        seal

      See 'tool help <subcommand>' for more.
      """
    #expect(try help("help") == expected)
    #expect(try help("--help") == expected)
    #expect(try help("-h") == expected)
    #expect(try help("--json", "help") == expected)
  }

  @Test func ofACommand() throws {
    let expected = """
      OVERVIEW: Send a message.

      Waits for the relay.

      USAGE: tool send [--profile <profile>] [--json] [--file <path> ...]
                       [--wait-for <wait-for>] [--count <repeats>] [--even <even>]
                       [-a] [-b] <to> [<text>]

      ARGUMENTS:
        <to>                    Who gets it.
        <text>                  What it says; - reads it from standard input.

      OPTIONS:
        -p, --profile <profile> Where the data lies.
        --json                  Answer in JSON.
        -f, --file <path>       A file to send along.
        --wait-for <wait-for>   How long to wait. (values: relay, stored) (default:
                                relay)
        -n, --count <repeats>   How often. (default: 1)
        --even <even>           Even numbers only.
        -a                      All.
        -b                      Brief.
        -h, --help              Show help.
      """
    #expect(try help("help", "send") == expected)
    #expect(try help("send", "--help") == expected)
    #expect(try help("send", "anna", "-h") == expected)
  }

  @Test func ofNestedCommands() throws {
    #expect(try help("help", "box").contains("list (default)"))
    #expect(try help("help", "box", "retry").contains("USAGE: tool box retry [--profile <profile>] [--json] <id>"))
    #expect(try help("box", "retry", "--help") == help("help", "box", "retry"))
    #expect(reason("help", "nonsense") == .unknownCommand("nonsense", suggestion: nil))
    #expect(reason("help", "send", "more") == .unknownCommand("more", suggestion: nil))
  }

  @Test func fitsATerminal() throws {
    for words in [["help"], ["help", "send"], ["help", "box"], ["help", "box", "list"], ["help", "seal"]] {
      let command = try Tool.parseAsRoot(words)
      let text = try #require(command as? HelpCommand).text
      #expect(text.split(separator: "\n").allSatisfy { $0.count <= 80 })
    }
  }
}
