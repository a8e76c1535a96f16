import SottoCore
import Testing

@Suite struct LabelTests {
  @Test func `labels are unique ASCII that ends in its only zero byte`() {
    let labels = Label.allCases.map(\.bytes)
    #expect(Set(labels).count == labels.count)
    for label in labels {
      #expect(label.starts(with: Array("sotto/1 ".utf8)))
      #expect(label.last == 0 && !label.dropLast().contains(0))
      #expect(label.allSatisfy { $0 < 0x80 })
    }
  }
}
