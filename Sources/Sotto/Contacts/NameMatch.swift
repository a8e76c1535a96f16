import SottoCore
import SottoWire

/// How a person's words find a thing: the exact name first, then the start of a name that only one has, then the start
/// of an id. Messages and the like have ids only.
package enum NameMatch {
  /// Digits of an id that stand beside names: with fewer, a name that nobody has any more could mean somebody else.
  package static let fewestDigits = 8

  /// As many things as nobody chooses from: looking for more of them ends here.
  static let manyChoices = 32

  package struct Candidate<Value> {
    let choice: SottoError.Choice
    let value: Value

    package init(_ subject: SottoError.Subject, name: String, id: some Identifier, _ value: Value) {
      choice = SottoError.Choice(subject, name: name, id: id.description)
      self.value = value
    }
  }

  package static func find<Value>(
    _ query: String, in candidates: [Candidate<Value>], subject: SottoError.Subject
  ) throws(SottoError) -> Value {
    let exact = candidates.filter { $0.choice.name == query }
    if !exact.isEmpty { return try only(exact, query) }
    let folded = folded(query)
    let prefixed = query.isEmpty ? [] : candidates.filter { Self.folded($0.choice.name).hasPrefix(folded) }
    if !prefixed.isEmpty { return try only(prefixed, query) }
    let digits = digits(query)
    let identified = digits.count < fewestDigits ? [] : candidates.filter { $0.has(idPrefix: digits) }
    guard !identified.isEmpty else { throw .notFound(subject, query) }
    return try only(identified, query)
  }

  /// `query` is the start of an id in hexadecimal, with or without the hyphens of its full form.
  package static func find<ID: Identifier, Value>(
    id query: String, in candidates: [(id: ID, value: Value)], subject: SottoError.Subject
  ) throws(SottoError) -> Value {
    let prefix = digits(query)
    let found = candidates.map { Candidate(subject, name: $0.id.description, id: $0.id, $0.value) }
      .filter { !prefix.isEmpty && $0.has(idPrefix: prefix) }
    guard !found.isEmpty else { throw .notFound(subject, query) }
    return try only(found, query)
  }

  /// Names are told apart without regard to case; canonically equivalent ones are the same to Swift.
  static func areEqual(_ one: String, _ other: String) -> Bool {
    folded(one) == folded(other)
  }

  private static func folded(_ name: String) -> String {
    name.lowercased()
  }

  /// An id without its hyphens
  static func digits(_ id: String) -> String {
    id.lowercased().filter { $0 != "-" }
  }

  private static func only<Value>(_ found: [Candidate<Value>], _ query: String) throws(SottoError) -> Value {
    guard found.count == 1, let first = found.first else {
      throw .ambiguous(query, choices: found.map(\.choice))
    }
    return first.value
  }
}

extension NameMatch.Candidate {
  fileprivate func has(idPrefix digits: String) -> Bool {
    NameMatch.digits(choice.id).hasPrefix(digits)
  }
}
