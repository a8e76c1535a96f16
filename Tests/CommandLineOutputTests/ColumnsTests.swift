import CommandLineOutput
import Testing

@Suite struct ColumnsTests {
  @Test func columnsAreAligned() {
    #expect(columns([["a", "bcd", "e"], ["long", "", "x"], ["y", "z"]]) == ["a     bcd  e", "long       x", "y     z"])
    #expect(columns([["a", ""]]) == ["a"])
    #expect(columns([]) == [])
    #expect(columns([[]]) == [""])
  }
}
