/// Members in the order in which they were given; those without a value are left out.
package struct JSONObject: Equatable, Sendable, ExpressibleByDictionaryLiteral {
  package struct Member: Equatable, Sendable {
    package let name: String
    package let value: JSON
  }

  package private(set) var members: [Member]

  package init(dictionaryLiteral elements: (String, JSON?)...) {
    members = elements.compactMap { name, value in value.map { Member(name: name, value: $0) } }
  }

  package static func + (left: JSONObject, right: JSONObject) -> JSONObject {
    var sum = left
    sum.members += right.members
    return sum
  }
}
