import Sotto
import SottoCore
import Testing

/// Exactly, then by an unambiguous prefix.
@Suite struct NameMatchTests {
  private let people = ["Ann", "Anna", "Ben"].enumerated().map { index, name in person(name, index + 1) }

  private static func person(_ name: String, _ number: Int) -> NameMatch.Candidate<Int> {
    NameMatch.Candidate(.contact, name: name, id: id(number), number)
  }

  /// "000001ab-abab-…"
  private static func id(_ number: Int) -> ContactID {
    ContactID(unchecked: [0, 0, UInt8(number)] + Array(repeating: 0xAB, count: 13))
  }

  private static func choice(_ name: String, _ number: Int) -> SottoError.Choice {
    SottoError.Choice(.contact, name: name, id: id(number).description)
  }

  private func find(_ query: String) throws(SottoError) -> Int {
    try NameMatch.find(query, in: people, subject: .contact)
  }

  @Test func theExactNameCountsBeforeAPrefix() throws {
    #expect(try find("Ann") == 1)
    #expect(try find("Anna") == 2)
  }

  @Test func aPrefixCountsWhereOneNameHasIt() throws {
    #expect(try find("b") == 3)
    #expect(throws: SottoError.ambiguous("an", choices: [Self.choice("Ann", 1), Self.choice("Anna", 2)])) {
      try find("an")
    }
    #expect(throws: SottoError.notFound(.contact, "carl")) { try find("carl") }
    #expect(throws: SottoError.notFound(.contact, "")) { try find("") }
  }

  @Test func twoOfOneNameAreBothToldAndFoundByTheirIDs() throws {
    let twins = [Self.person("Kim", 1), Self.person("Kim", 2)]
    #expect(throws: SottoError.ambiguous("Kim", choices: [Self.choice("Kim", 1), Self.choice("Kim", 2)])) {
      try NameMatch.find("Kim", in: twins, subject: .contact)
    }
    for query in [Self.id(2).description, "000002ab", "000002AB-ab"] {
      #expect(try NameMatch.find(query, in: twins, subject: .contact) == 2)
    }
  }

  @Test func anIDCountsAfterEveryNameAndWithEightDigitsOnly() throws {
    #expect(throws: SottoError.notFound(.contact, "000002a")) { try find("000002a") }
    let named = people + [Self.person("000002ab and more", 4)]
    #expect(try NameMatch.find("000002ab", in: named, subject: .contact) == 4)
    #expect(try NameMatch.find("000002abab", in: named, subject: .contact) == 2)
  }

  @Test func idsMatchWithAndWithoutHyphens() throws {
    let ids = [0x11, 0x12].map { byte in MessageID(unchecked: [UInt8(byte)] + Array(repeating: 0xAB, count: 15)) }
    let messages = ids.map { (id: $0, value: $0) }
    for query in ["11", "11ABABab-ab", ids[0].description] {
      #expect(try NameMatch.find(id: query, in: messages, subject: .message) == ids[0])
    }
    let choices = ids.map { SottoError.Choice(.message, name: $0.description, id: $0.description) }
    #expect(throws: SottoError.ambiguous("1", choices: choices)) {
      try NameMatch.find(id: "1", in: messages, subject: .message)
    }
    #expect(throws: SottoError.notFound(.message, "-")) {
      try NameMatch.find(id: "-", in: messages, subject: .message)
    }
  }
}
