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
    #expect(shellQuoted("a\u{1B}[m") == #"'a\u{1B}[m'"#)
  }
}
