/// A value given by name: `--name value`, `--name=value`, `-n value`, `-nvalue`.
@propertyWrapper
public struct Option<Value>: ArgumentDeclaration {
  private let box: ValueBox<Value>
  private let names: NameSpecification
  private let help: ArgumentHelp
  private let reader: ValueReader<Value>
  private let defaultDescription: String?
  private let isRequired: Bool

  private init(
    names: NameSpecification, help: ArgumentHelp?, reader: ValueReader<Value>, initial: Value?,
    defaultDescription: String? = nil, isRequired: Bool = false
  ) {
    box = ValueBox(initial)
    self.names = names
    self.help = help ?? ArgumentHelp()
    self.reader = reader
    self.defaultDescription = defaultDescription
    self.isRequired = isRequired
  }

  public var wrappedValue: Value {
    get { box.parsed("Option") }
    nonmutating set { box.value = newValue }
  }

  func definition(forProperty property: String) -> ArgumentDefinition {
    var wasGiven = false
    return ArgumentDefinition(
      property: property, kind: .option, names: names.names(forProperty: property), help: help,
      isOptional: !isRequired, isRepeating: reader.isRepeating, allValues: reader.allValues,
      defaultDescription: defaultDescription,
      accept: { [box, reader] text in
        try reader.read(text, box)
        wasGiven = true
      },
      hasValue: { [isRequired] in wasGiven || !isRequired })
  }
}

extension Option where Value: ExpressibleByArgument {
  /// Required
  public init(name: NameSpecification = .long, help: ArgumentHelp? = nil) {
    self.init(names: name, help: help, reader: .single(), initial: nil, isRequired: true)
  }

  public init(wrappedValue: Value, name: NameSpecification = .long, help: ArgumentHelp? = nil) {
    self.init(
      names: name, help: help, reader: .single(), initial: wrappedValue,
      defaultDescription: wrappedValue.defaultValueDescription)
  }
}

extension Option {
  /// Not required; nil where it is not given
  public init<Wrapped: ExpressibleByArgument>(name: NameSpecification = .long, help: ArgumentHelp? = nil)
  where Value == Wrapped? {
    self.init(names: name, help: help, reader: .optional(), initial: .some(nil))
  }

  /// As often as it is given, at least once
  public init<Element: ExpressibleByArgument>(name: NameSpecification = .long, help: ArgumentHelp? = nil)
  where Value == [Element] {
    self.init(names: name, help: help, reader: .repeating(), initial: nil, isRequired: true)
  }

  /// As often as it is given
  public init<Element: ExpressibleByArgument>(
    wrappedValue: [Element], name: NameSpecification = .long, help: ArgumentHelp? = nil
  ) where Value == [Element] {
    self.init(names: name, help: help, reader: .repeating(), initial: wrappedValue)
  }

  /// Required. What `transform` throws is the reason that is shown.
  public init(
    name: NameSpecification = .long, help: ArgumentHelp? = nil, transform: @escaping (String) throws -> Value
  ) {
    self.init(names: name, help: help, reader: .transforming(transform), initial: nil, isRequired: true)
  }

  /// Not required
  public init<Wrapped>(
    name: NameSpecification = .long, help: ArgumentHelp? = nil, transform: @escaping (String) throws -> Wrapped
  ) where Value == Wrapped? {
    self.init(names: name, help: help, reader: .transforming(transform), initial: .some(nil))
  }
}
