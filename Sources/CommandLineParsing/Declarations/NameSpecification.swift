/// The names under which an option or a flag is given.
public struct NameSpecification: Sendable, ExpressibleByArrayLiteral {
  public enum Element: Sendable, Hashable {
    /// `--` and the property's name in kebab case
    case long
    case customLong(String)
    /// `-` and the first letter of the property's name
    case short
    case customShort(Character)
  }

  let elements: [Element]

  public init(arrayLiteral elements: Element...) {
    self.elements = elements
  }

  public static var long: NameSpecification { [.long] }
  public static var short: NameSpecification { [.short] }
  public static var shortAndLong: NameSpecification { [.short, .long] }
  public static func customLong(_ name: String) -> NameSpecification { [.customLong(name)] }
  public static func customShort(_ name: Character) -> NameSpecification { [.customShort(name)] }

  func names(forProperty property: String) -> [ArgumentName] {
    elements.map { element in
      switch element {
      case .long: .long(kebabCase(property))
      case .customLong(let name): .long(name)
      case .short: .short(property.first ?? "?")
      case .customShort(let name): .short(name)
      }
    }
  }
}

/// One name as it is typed.
enum ArgumentName: Hashable, CustomStringConvertible {
  case long(String)
  case short(Character)

  var description: String {
    switch self {
    case .long(let name): "--\(name)"
    case .short(let name): "-\(name)"
    }
  }

  var isLong: Bool {
    if case .long = self { true } else { false }
  }
}

/// `toFile` → `to-file`
func kebabCase(_ text: String) -> String {
  var result = ""
  for character in text {
    if character.isUppercase {
      if !result.isEmpty { result.append("-") }
      result.append(character.lowercased())
    } else {
      result.append(character)
    }
  }
  return result
}
