/// Holds a property's value where the parser can reach it through a `Mirror`. A copy of a command shares its boxes with
/// the original, which does no harm: a command is parsed once and run once.
final class ValueBox<Value> {
  var value: Value?

  init(_ value: Value? = nil) {
    self.value = value
  }

  /// Reading before parsing is a mistake of the program, never of its input: parsing refuses a command line that
  /// leaves a required value open.
  func parsed(_ wrapper: String) -> Value {
    guard let value else { preconditionFailure("@\(wrapper) read before the command line was parsed") }
    return value
  }
}

/// How the text of one argument gets into its box, for the three forms a value can have.
struct ValueReader<Value> {
  let isOptional: Bool
  let isRepeating: Bool
  let allValues: [String]
  let read: (String, ValueBox<Value>) throws -> Void
}

extension ValueReader {
  static func transforming(_ transform: @escaping (String) throws -> Value) -> ValueReader {
    ValueReader(isOptional: false, isRepeating: false, allValues: []) { $1.value = try transform($0) }
  }

  static func transforming<Wrapped>(_ transform: @escaping (String) throws -> Wrapped) -> ValueReader
  where Value == Wrapped? {
    ValueReader(isOptional: true, isRepeating: false, allValues: []) { $1.value = .some(try transform($0)) }
  }


  static func single() -> ValueReader where Value: ExpressibleByArgument {
    ValueReader(isOptional: false, isRepeating: false, allValues: Value.allValueStrings) { text, box in
      box.value = try value(text)
    }
  }

  static func optional<Wrapped: ExpressibleByArgument>() -> ValueReader where Value == Wrapped? {
    ValueReader(isOptional: true, isRepeating: false, allValues: Wrapped.allValueStrings) { text, box in
      box.value = .some(try value(text) as Wrapped)
    }
  }

  static func repeating<Element: ExpressibleByArgument>() -> ValueReader where Value == [Element] {
    ValueReader(isOptional: false, isRepeating: true, allValues: Element.allValueStrings) { text, box in
      box.value = (box.value ?? []) + [try value(text)]
    }
  }
}

private func value<Value: ExpressibleByArgument>(_ text: String) throws -> Value {
  guard let value = Value(argument: text) else { throw InvalidValue(reason: nil) }
  return value
}
