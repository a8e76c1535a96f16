/// A value given by its position. Those of a command are filled in the order of their declaration.
@propertyWrapper
public struct Argument<Value>: ArgumentDeclaration {
  private let box: ValueBox<Value>
  private let help: ArgumentHelp
  private let reader: ValueReader<Value>
  private let defaultDescription: String?
  private let isRequired: Bool

  private init(
    help: ArgumentHelp?, reader: ValueReader<Value>, initial: Value?,
    defaultDescription: String? = nil, isRequired: Bool = false
  ) {
    box = ValueBox(initial)
    self.help = help ?? ArgumentHelp()
    self.reader = reader
    self.defaultDescription = defaultDescription
    self.isRequired = isRequired
  }

  public var wrappedValue: Value {
    get { box.parsed("Argument") }
    nonmutating set { box.value = newValue }
  }

  func definition(forProperty property: String) -> ArgumentDefinition {
    var wasGiven = false
    return ArgumentDefinition(
      property: property, kind: .positional, names: [], help: help,
      isOptional: !isRequired, isRepeating: reader.isRepeating, allValues: reader.allValues,
      defaultDescription: defaultDescription,
      accept: { [box, reader] text in
        try reader.read(text, box)
        wasGiven = true
      },
      hasValue: { [isRequired] in wasGiven || !isRequired })
  }
}

extension Argument where Value: ExpressibleByArgument {
  /// Required
  public init(help: ArgumentHelp? = nil) {
    self.init(help: help, reader: .single(), initial: nil, isRequired: true)
  }

  public init(wrappedValue: Value, help: ArgumentHelp? = nil) {
    self.init(
      help: help, reader: .single(), initial: wrappedValue,
      defaultDescription: wrappedValue.defaultValueDescription)
  }
}

extension Argument {
  /// Not required; nil where it is not given
  public init<Wrapped: ExpressibleByArgument>(help: ArgumentHelp? = nil)
  where Value == Wrapped? {
    self.init(help: help, reader: .optional(), initial: .some(nil))
  }

  /// One or more
  public init<Element: ExpressibleByArgument>(help: ArgumentHelp? = nil)
  where Value == [Element] {
    self.init(help: help, reader: .repeating(), initial: nil, isRequired: true)
  }

  /// As often as it is given
  public init<Element: ExpressibleByArgument>(
    wrappedValue: [Element], help: ArgumentHelp? = nil
  ) where Value == [Element] {
    self.init(help: help, reader: .repeating(), initial: wrappedValue)
  }

  /// Required. What `transform` throws is the reason that is shown.
  public init(
    help: ArgumentHelp? = nil, transform: @escaping (String) throws -> Value
  ) {
    self.init(help: help, reader: .transforming(transform), initial: nil, isRequired: true)
  }

  /// Not required
  public init<Wrapped>(
    help: ArgumentHelp? = nil, transform: @escaping (String) throws -> Wrapped
  ) where Value == Wrapped? {
    self.init(help: help, reader: .transforming(transform), initial: .some(nil))
  }
}
