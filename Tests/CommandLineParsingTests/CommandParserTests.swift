import CommandLineParsing
import TestSupport
import Testing

@Suite struct CommandParserTests {
  @Test func sharedOptionsBeforeTheCommand() throws {
    let send: Send = try parse("--profile", "p", "--json", "send", "anna")
    #expect(send.shared.profile == "p")
    #expect(send.shared.json)
    #expect(try (parse("-pq", "send", "anna", "--profile", "r") as Send).shared.profile == "r")
    #expect(try (parse("--json", "box", "-pq", "retry", "3") as Box.Retry).shared.profile == "q")
    #expect(try (parse("--json", "box", "-pq", "retry", "3") as Box.Retry).shared.json)
  }

  @Test func commandsKeepTheirValuesApart() throws {
    let first: Send = try parse("--profile", "p", "send", "anna")
    let second: Send = try parse("send", "anna")
    #expect(first.shared.profile == "p")
    #expect(second.shared.profile == nil)
  }

  @Test func defaultSubcommand() throws {
    #expect(try !(parse("box") as Box.ListEntries).failed)
    #expect(try (parse("box", "--failed") as Box.ListEntries).failed)
    #expect(try (parse("box", "list", "--failed") as Box.ListEntries).failed)
    #expect(try (parse("box", "ls") as Box.ListEntries).filter == nil)
    #expect(try (parse("box", "word") as Box.ListEntries).filter == "word")
    #expect(try (parse("box", "--", "list") as Box.ListEntries).filter == "list")
    #expect(try (parse("box", "--json") as Box.ListEntries).shared.json)
    #expect(reason("box", "--faild") == .unknownOption("--faild", suggestion: "--failed"))
  }

  /// A default without arguments of its own does not swallow a mistyped command.
  @Test func mistypedBesideADefault() throws {
    #expect(reason("shelf", "rerty") == .unknownCommand("rerty", suggestion: "retry"))
    #expect(reason("shelf", "other") == .unknownCommand("other", suggestion: nil))
    #expect(try (parse("shelf", "--wide") as Shelf.Show).wide)
    #expect(try !(parse("shelf") as Shelf.Show).wide)
  }

  @Test func unknownCommands() {
    #expect(reason("sned") == .unknownCommand("sned", suggestion: "send"))
    #expect(reason("hlep") == .unknownCommand("hlep", suggestion: "help"))
    #expect(reason("xylophone") == .unknownCommand("xylophone", suggestion: nil))
    #expect(reason("hiden") == .unknownCommand("hiden", suggestion: nil))
    #expect(reason("") == .unknownCommand("", suggestion: nil))
    #expect(reason("--", "send") == .unknownCommand("--", suggestion: nil))
    #expect(reason() == .missingCommand)
    #expect(reason("--json") == .missingCommand)
  }

  @Test func errorsNameTheCommand() {
    do throws(UsageError) {
      _ = try Tool.parseAsRoot(["box", "retry"])
      Issue.record("parsed")
    } catch {
      #expect(error.command == ["tool", "box", "retry"])
      #expect(error.helpCommand == "tool help box retry")
      #expect(Tool.fullMessage(for: error) == "tool: <id> is missing\ntry: tool help box retry\n")
      #expect(Tool.exitCode(for: error) == .usage)
    }
  }

  @Test func exitCodes() {
    #expect(Tool.exitCode(for: ExitCode(7)).rawValue == 7)
    #expect(Tool.exitCode(for: ValidationError("x")) == .usage)
    #expect(Tool.exitCode(for: Odd()) == .failure)
    #expect(Tool.fullMessage(for: ExitCode(7)) == "")
    #expect(Tool.fullMessage(for: Odd()) == "tool: it is odd\n")
  }

  @Test func version() throws {
    #expect(try (parse("--version") as HelpCommand).text == "1.2.3")
    #expect(reason("send", "--version") == .unknownOption("--version", suggestion: nil))
  }

  /// Whatever the words are: a command or a typed error, never a trap.
  @Test func anyWords() {
    var random = SeededRandom(seed: 11)
    let pieces = [
      "send", "box", "list", "retry", "seal", "help", "anna", "-", "--", "-h", "--help", "--json", "--json=", "--=",
      "--file", "-f", "-fx", "-abf", "-n", "7", "--count=", "-n=", "--profile", "-p", "", " ", "--wait-for=stored",
      "-=", "\u{0}", "é", "👩‍👩‍👧", "-👩‍👩‍👧", "--é=ü", String(repeating: "a", count: 5_000),
      "--" + String(repeating: "b", count: 5_000),
    ]
    var parsed = 0
    for _ in 0..<3_000 {
      let words = (0..<Int.random(in: 0..<7, using: &random)).map { _ in pieces.randomElement(using: &random) ?? "" }
      do throws(UsageError) {
        _ = try Tool.parseAsRoot(words)
        parsed += 1
      } catch {
        #expect(error.command.first == "tool")
        #expect(!error.description.isEmpty)
      }
    }
    #expect(parsed > 100)
  }
}
