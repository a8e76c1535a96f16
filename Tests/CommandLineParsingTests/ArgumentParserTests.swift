import CommandLineParsing
import Testing

@Suite struct ArgumentParserTests {
  @Test func positionalsInOrder() throws {
    let send: Send = try parse("send", "anna", "hello")
    #expect(send.to == "anna")
    #expect(send.text == "hello")
    #expect(send.file == [])
    #expect(send.waitFor == .relay)
    #expect(send.repeats == 1)
    #expect(send.even == nil)
  }

  @Test func optionsAnywhere() throws {
    let send: Send = try parse("send", "--file", "a", "anna", "-f", "b", "hello", "--wait-for=stored", "--json")
    #expect(send.to == "anna")
    #expect(send.text == "hello")
    #expect(send.file == ["a", "b"])
    #expect(send.waitFor == .stored)
    #expect(send.shared.json)
  }

  @Test func shortForms() throws {
    for words in [["-n", "7"], ["-n7"], ["-n=7"], ["--count", "7"], ["--count=7"]] {
      let command = try Tool.parseAsRoot(["send", "anna"] + words)
      #expect((command as? Send)?.repeats == 7)
    }
  }

  @Test func shortFlagsCombine() throws {
    let send: Send = try parse("send", "-bf", "x", "anna")
    #expect(send.brief)
    #expect(!send.all)
    #expect(send.file == ["x"])
    #expect(try (parse("send", "-afx", "anna") as Send).file == ["x"])
  }

  @Test func dashIsAValue() throws {
    let send: Send = try parse("send", "anna", "-", "--file", "-")
    #expect(send.text == "-")
    #expect(send.file == ["-"])
  }

  @Test func terminatorEndsOptions() throws {
    let send: Send = try parse("send", "--", "--json", "-x")
    #expect(send.to == "--json")
    #expect(send.text == "-x")
    #expect(!send.shared.json)
    #expect(try (parse("send", "anna", "--", "--") as Send).text == "--")
  }

  @Test func attachedValueMayBeginWithADash() throws {
    #expect(try (parse("send", "anna", "--file=--x") as Send).file == ["--x"])
    #expect(try (parse("send", "anna", "--file=a=b") as Send).file == ["a=b"])
    #expect(try (parse("send", "anna", "--file=") as Send).file == [""])
  }

  @Test func repeatedPositionals() throws {
    let seal: Seal = try parse("seal", "a", "-o", "f", "b", "c")
    #expect(seal.recipients == ["a", "b", "c"])
    #expect(seal.output == "f")
  }

  @Test func lastOfSeveralCounts() throws {
    #expect(try (parse("send", "anna", "-n", "1", "-n", "2") as Send).repeats == 2)
  }

  @Test func missingArguments() {
    #expect(reason("send") == .missingArguments(["<to>"]))
    #expect(reason("seal") == .missingArguments(["<recipients>", "--output <output>"]))
    #expect(reason("seal", "-o", "f") == .missingArguments(["<recipients>"]))
  }

  @Test func missingValues() {
    #expect(reason("send", "anna", "--file") == .missingValue(for: "--file <path>"))
    #expect(reason("send", "anna", "-f", "--json") == .missingValue(for: "--file <path>"))
    #expect(reason("send", "anna", "-f", "--") == .missingValue(for: "--file <path>"))
  }

  @Test func valuesThatDoNotFit() {
    #expect(
      reason("send", "anna", "--wait-for", "tomorrow")
        == .invalidValue("tomorrow", for: "--wait-for <wait-for>", expected: "expected relay, stored"))
    #expect(reason("send", "anna", "-n", "x") == .invalidValue("x", for: "--count <repeats>", expected: nil))
    #expect(
      reason("send", "anna", "-n", "99999999999999999999999")
        == .invalidValue("99999999999999999999999", for: "--count <repeats>", expected: nil))
    #expect(reason("send", "anna", "--even", "3") == .invalidValue("3", for: "--even <even>", expected: "it is odd"))
    #expect(reason("box", "retry", "-1") == .unknownOption("-1", suggestion: nil))
    #expect(reason("box", "retry", "--", "-1") == .invalidValue("-1", for: "<id>", expected: nil))
  }

  @Test func flagsTakeNoValue() {
    #expect(reason("send", "anna", "--json=yes") == .unexpectedValue(for: "--json"))
    #expect(reason("send", "anna", "-a=yes") == .unexpectedValue(for: "-a"))
  }

  @Test func tooManyArguments() {
    #expect(reason("send", "anna", "text", "more") == .unexpectedArgument("more"))
  }

  @Test func unknownOptions() {
    #expect(reason("send", "anna", "--fiel", "x") == .unknownOption("--fiel", suggestion: "--file"))
    #expect(reason("send", "anna", "--jsno") == .unknownOption("--jsno", suggestion: "--json"))
    #expect(reason("send", "anna", "--zzzzzz") == .unknownOption("--zzzzzz", suggestion: nil))
    #expect(reason("send", "anna", "-az") == .unknownOption("-z", suggestion: nil))
    #expect(reason("--fail") == .unknownOption("--fail", suggestion: nil))
  }

  @Test func validation() {
    #expect(reason("send", "anna", "-ab") == .validation("-a and -b exclude each other"))
    #expect(reason("send", "anna", "--profile=") == .validation("the profile has no name"))
  }
}
