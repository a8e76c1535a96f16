import Sotto
import SottoCommand
import SottoCore
import Testing

@Suite struct IssueWordsTests {
  private func reasonWords(_ reason: String) -> String? {
    IssueSummary(
      id: 1, kind: .unauthorised, reason: reason, messageID: nil, name: nil, at: Timestamp(milliseconds: 0)
    ).reasonWords
  }

  @Test func everyReasonHasWords() throws {
    let reasons =
      DeliveryIssue.Unauthorised.allCases.map { "\($0)" } + DeliveryIssue.Unlisted.allCases.map { "\($0)" }
      + SendFailure.allCases.map { "\($0)" }
    for reason in reasons {
      let words = try #require(reasonWords(reason))
      #expect(words.contains(" ") || reason == "discarded", "\(reason)")
      #expect(!ExplanationTests.looksLikeCode(words), "\(words)")
    }
  }

  @Test func anUnknownOneIsShownHarmless() {
    #expect(reasonWords("\u{1B}[2J") == "\\u{1B}[2J")
  }
}
