/// What a property wrapper declares, in the form that parsing, help and completion work on.
struct ArgumentDefinition {
  enum Kind {
    case positional, option, flag
  }

  let property: String
  let kind: Kind
  let names: [ArgumentName]
  let help: ArgumentHelp
  let isOptional: Bool
  let isRepeating: Bool
  let allValues: [String]
  let defaultDescription: String?
  /// Turns text into the property's value and keeps it. A flag gets the empty text.
  let accept: (String) throws -> Void
  let hasValue: () -> Bool

  var valueName: String { help.valueName ?? kebabCase(property) }

  /// The long name where there is one.
  var preferredName: ArgumentName? { names.first(where: \.isLong) ?? names.first }

  /// As errors name it: `--wait <wait>`, `<to>`, `--json`
  var synopsis: String {
    switch kind {
    case .positional: "<\(valueName)>"
    case .option: "\(preferredName?.description ?? "") <\(valueName)>"
    case .flag: preferredName?.description ?? ""
    }
  }
}

extension ArgumentDefinition {
  /// What help says about it, with its values and its default.
  var helpText: String {
    var parts = [help.abstract, help.discussion]
    if !allValues.isEmpty { parts.append("(values: \(allValues.joined(separator: ", ")))") }
    if let value = defaultDescription, !value.isEmpty { parts.append("(default: \(value))") }
    return parts.filter { !$0.isEmpty }.joined(separator: " ")
  }
}

/// A property wrapper that declares one argument.
protocol ArgumentDeclaration {
  func definition(forProperty property: String) -> ArgumentDefinition
}

/// Why a value was not taken; the parser adds which argument it was for.
struct InvalidValue: Error {
  let reason: String?
}
