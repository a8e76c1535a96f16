import SottoCore
import SottoWire

/// How a person's words find a thing: the exact name first, then a prefix that only one name has. Ids by prefix.
package enum NameMatch {
  package static func find<Value>(
    _ query: String, in candidates: [(name: String, value: Value)], subject: SottoError.Subject
  ) throws(SottoError) -> Value {
    let exact = candidates.filter { $0.name == query }
    if !exact.isEmpty { return try only(exact, query) }
    let folded = query.lowercased()
    let prefixed = query.isEmpty ? [] : candidates.filter { $0.name.lowercased().hasPrefix(folded) }
    guard !prefixed.isEmpty else { throw .notFound(subject, query) }
    return try only(prefixed, query)
  }

  /// `query` is the start of an id in hexadecimal, with or without the hyphens of its full form.
  package static func find<ID: Identifier, Value>(
    id query: String, in candidates: [(id: ID, value: Value)], subject: SottoError.Subject
  ) throws(SottoError) -> Value {
    let prefix = digits(query)
    let found = prefix.isEmpty ? [] : candidates.filter { digits($0.id.description).hasPrefix(prefix) }
    guard !found.isEmpty else { throw .notFound(subject, query) }
    return try only(found.map { (name: $0.id.description, value: $0.value) }, query)
  }

  /// An id without its hyphens
  static func digits(_ id: String) -> String {
    id.lowercased().filter { $0 != "-" }
  }

  private static func only<Value>(
    _ found: [(name: String, value: Value)], _ query: String
  ) throws(SottoError) -> Value {
    guard found.count == 1, let first = found.first else {
      throw .ambiguous(query, choices: found.map(\.name))
    }
    return first.value
  }
}
