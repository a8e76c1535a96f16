/// Arguments that several commands have in common. A group given before the name of a subcommand counts for the
/// subcommand's group of the same type, too.
@propertyWrapper
public struct OptionGroup<Value: ParsableArguments>: GroupDeclaration {
  private let box: ValueBox<Value>

  public init() {
    box = ValueBox(Value())
  }

  public var wrappedValue: Value {
    get { box.parsed("OptionGroup") }
    nonmutating set { box.value = newValue }
  }

  var group: any ParsableArguments { wrappedValue }

  func adopt(_ group: any ParsableArguments) {
    if let group = group as? Value { box.value = group }
  }

  func validate() throws {
    try box.value?.validate()
  }
}

/// An option group whose type is not known to the parser.
protocol GroupDeclaration {
  var group: any ParsableArguments { get }
  /// Takes over the values of a group of the same type; others are ignored.
  func adopt(_ group: any ParsableArguments)
  func validate() throws
}
