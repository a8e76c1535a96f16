import CommandLineOutput
import Testing

@Suite struct OutputTests {
  private func tried(_ command: String, in context: String = "--profile anna") -> String {
    Output(program: "sotto", isJSON: false, context: context).inContext(command)
  }

  /// What is to be tried is about the profile that was used.
  @Test func commandsGoOnInTheirContext() {
    #expect(tried("sotto status") == "sotto --profile anna status")
    #expect(tried("sotto group add 'a b' CONTACT") == "sotto --profile anna group add 'a b' CONTACT")
    #expect(tried("sotto status", in: "") == "sotto status")
  }

  @Test func othersStayAsTheyAre() {
    for command in ["sotto help send", "sotto help", "sotto version", "sotto-relay address --data DIR", "ls .", "sotto"] {
      #expect(tried(command) == command)
    }
  }
}
