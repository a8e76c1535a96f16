import CommandLineOutput
import Testing

@Suite struct ShellQuotedTests {
  @Test func plainWordsStayAsTheyAre() {
    for text in ["anna", "a/b.c", "out_2", "a-b"] { #expect(shellQuoted(text) == text) }
  }

  @Test func othersAreQuoted() {
    #expect(shellQuoted("") == "''")
    #expect(shellQuoted("a b") == "'a b'")
    #expect(shellQuoted("it's") == #"'it'\''s'"#)
    #expect(shellQuoted("$(x)") == "'$(x)'")
    #expect(shellQuoted("-rf") == "'-rf'")
  }

  /// What a terminal would act on is written so that the shell makes it again.
  @Test func invisibleOnesCanBePasted() {
    #expect(shellQuoted("a\u{1B}[m") == #"$'a\u001B[m'"#)
    #expect(shellQuoted("it's\n") == #"$'it\'s\u000A'"#)
    #expect(shellQuoted("\\\u{202E}\u{E0041}") == #"$'\\\u202E\U000E0041'"#)
  }
}
