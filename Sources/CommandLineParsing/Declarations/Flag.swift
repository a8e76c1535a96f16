/// True where the name is given. Short flags combine: `-ab` is `-a -b`.
@propertyWrapper
public struct Flag: ArgumentDeclaration {
  private let box: ValueBox<Bool>
  private let names: NameSpecification
  private let help: ArgumentHelp

  public init(wrappedValue: Bool, name: NameSpecification = .long, help: ArgumentHelp? = nil) {
    box = ValueBox(wrappedValue)
    names = name
    self.help = help ?? ArgumentHelp()
  }

  public var wrappedValue: Bool {
    get { box.parsed("Flag") }
    nonmutating set { box.value = newValue }
  }

  func definition(forProperty property: String) -> ArgumentDefinition {
    ArgumentDefinition(
      property: property, kind: .flag, names: names.names(forProperty: property), help: help, isOptional: true,
      isRepeating: false, allValues: [], defaultDescription: nil, accept: { [box] _ in box.value = true },
      hasValue: { true })
  }
}
