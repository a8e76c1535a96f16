import CommandLineOutput
import Testing

@Suite struct JSONTests {
  @Test func keepsOrderAndLeavesOutWhatIsMissing() {
    let object: JSONObject = ["type": "x", "b": .number(2), "gone": nil, "a": .array([true, .object([:])])]
    #expect(JSON.object(object).text == #"{"type":"x","b":2,"a":[true,{}]}"#)
    #expect(JSON.object(["a": .number(1)] + ["b": "c"]).text == #"{"a":1,"b":"c"}"#)
  }

  @Test func escapes() {
    #expect(JSON.string("a\"b\\c\n\r\td").text == #""a\"b\\c\n\r\td""#)
    #expect(JSON.string("\u{0}\u{1B}[2J\u{7F}\u{9B}").text == #""\u0000\u001b[2J\u007f\u009b""#)
    #expect(JSON.string("\u{202E}\u{2066}\u{2028}").text == #""\u202e\u2066\u2028""#)
    // A tag character lies outside the basic plane: a pair of surrogates (RFC 8259 §7).
    #expect(JSON.string("\u{E0041}").text == #""\udb40\udc41""#)
    #expect(JSON.string("ünï 👍🏽 漢字").text == "\"ünï 👍🏽 漢字\"")
  }

  @Test func numbers() {
    #expect(JSON.size(.max).text == "9223372036854775807")
    #expect(JSON.count(-1).text == "-1")
  }
}
