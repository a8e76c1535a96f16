import CommandLineParsing
import Testing

@Suite struct GenerationTests {
  private func text(_ words: String...) throws -> String {
    try #require(try Tool.parseAsRoot(words) as? HelpCommand).text
  }

  @Test func bash() throws {
    let script = try text("--generate-completion-script", "bash")
    #expect(script.contains("'tool/box/retry') path='tool/box/retry' ;;"))
    #expect(script.contains("'tool/box/list' | 'tool/box/ls') path='tool/box/list' ;;"))
    #expect(script.contains(#"'tool/send --wait-for') COMPREPLY=($(compgen -W 'relay stored' -- "$current"))"#))
    #expect(script.contains(#"'tool/send -f' | 'tool/send --file') COMPREPLY=($(compgen -f -- "$current"))"#))
    #expect(script.contains("'tool') COMPREPLY=($(compgen -W 'send box seal help -p --profile --json --help'"))
    #expect(script.hasSuffix("complete -o default -F _tool tool"))
    #expect(!script.contains("--secret"))
  }

  @Test func zsh() throws {
    let script = try text("--generate-completion-script", "zsh")
    #expect(script.hasPrefix("#compdef tool\n"))
    #expect(script.contains("'tool/send') choices=('-p:Where the data lies.' '--profile:Where the data lies.'"))
    #expect(script.contains("'tool/send --wait-for') compadd -- 'relay' 'stored'; return ;;"))
  }

  @Test func fish() throws {
    let script = try text("--generate-completion-script", "fish")
    #expect(
      script.contains(
        "complete -c tool -n 'not __fish_seen_subcommand_from send box seal' -f -a send -d 'Send a message.'"))
    #expect(
      script.contains(
        "complete -c tool -n '__fish_seen_subcommand_from send' -l wait-for -x -a 'relay stored' -d 'How long to wait.'"))
  }

  @Test func manual() throws {
    let page = try text("--generate-manual")
    #expect(page.hasPrefix(".TH TOOL 1 \"\" \"tool 1.2.3\"\n.SH NAME\ntool \\- Does things."))
    #expect(page.contains(".SS \"tool box retry [\\-\\-profile <profile>] [\\-\\-json] <id>\""))
    #expect(page.contains(".TP\n.B \\-\\-wait\\-for <wait\\-for>\nHow long to wait. (values: relay, stored)"))
  }

  @Test func otherShells() {
    #expect(
      reason("--generate-completion-script", "csh")
        == .invalidValue(
          "csh", for: "--generate-completion-script <shell>", expected: "expected bash, zsh, fish"))
    #expect(reason("--generate-completion-script") == .unknownOption("--generate-completion-script", suggestion: nil))
  }
}
