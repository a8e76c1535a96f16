import SottoCore

/// Untrusted text on one line, harmless to a terminal.
package func shown(_ text: String) -> String {
  DisplayText.escaped(text)
}

/// Untrusted text of several lines, each indented, so that none of them looks like a line of ours.
package func shownParagraphs(_ text: String, indent: Int = 2) -> [String] {
  let margin = String(repeating: " ", count: indent)
  return DisplayText.escaped(text, as: .paragraphs).split(separator: "\n", omittingEmptySubsequences: false).map {
    margin + $0
  }
}
