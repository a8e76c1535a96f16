import Sotto
import SottoCore
import Testing

/// Exactly, then by an unambiguous prefix.
@Suite struct NameMatchTests {
  private let people = [(name: "Ann", value: 1), (name: "Anna", value: 2), (name: "Ben", value: 3)]

  private func find(_ query: String) throws(SottoError) -> Int {
    try NameMatch.find(query, in: people, subject: .contact)
  }

  @Test func theExactNameCountsBeforeAPrefix() throws {
    #expect(try find("Ann") == 1)
    #expect(try find("Anna") == 2)
  }

  @Test func aPrefixCountsWhereOneNameHasIt() throws {
    #expect(try find("b") == 3)
    #expect(throws: SottoError.ambiguous("an", choices: ["Ann", "Anna"])) { try find("an") }
    #expect(throws: SottoError.notFound(.contact, "carl")) { try find("carl") }
    #expect(throws: SottoError.notFound(.contact, "")) { try find("") }
  }

  @Test func twoOfOneNameAreBothTold() {
    let twins = [(name: "Kim", value: 1), (name: "Kim", value: 2)]
    #expect(throws: SottoError.ambiguous("Kim", choices: ["Kim", "Kim"])) {
      try NameMatch.find("Kim", in: twins, subject: .contact)
    }
  }

  @Test func idsMatchWithAndWithoutHyphens() throws {
    let ids = [0x11, 0x12].map { byte in MessageID(unchecked: [UInt8(byte)] + Array(repeating: 0xAB, count: 15)) }
    let messages = ids.map { (id: $0, value: $0) }
    for query in ["11", "11ABABab-ab", ids[0].description] {
      #expect(try NameMatch.find(id: query, in: messages, subject: .message) == ids[0])
    }
    #expect(throws: SottoError.ambiguous("1", choices: ids.map(\.description))) {
      try NameMatch.find(id: "1", in: messages, subject: .message)
    }
    #expect(throws: SottoError.notFound(.message, "-")) {
      try NameMatch.find(id: "-", in: messages, subject: .message)
    }
  }
}
