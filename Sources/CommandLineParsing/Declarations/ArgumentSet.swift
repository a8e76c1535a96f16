/// All arguments of one command: its own and those of its option groups, in the order of their declaration.
struct ArgumentSet {
  private(set) var definitions: [ArgumentDefinition] = []
  private(set) var groups: [any GroupDeclaration] = []
  private var indexByName: [ArgumentName: Int] = [:]

  init(of arguments: any ParsableArguments, inheriting inherited: [any ParsableArguments] = []) {
    add(Mirror(reflecting: arguments), inheriting: inherited)
  }

  private mutating func add(_ mirror: Mirror, inheriting inherited: [any ParsableArguments]) {
    for child in mirror.children {
      // A wrapped property `x` is stored as `_x`.
      guard let label = child.label, label.hasPrefix("_") else { continue }
      if let declaration = child.value as? any ArgumentDeclaration {
        add(declaration.definition(forProperty: String(label.dropFirst())))
      } else if let declaration = child.value as? any GroupDeclaration {
        inherited.forEach(declaration.adopt)
        groups.append(declaration)
        add(Mirror(reflecting: declaration.group), inheriting: inherited)
      }
    }
  }

  private mutating func add(_ definition: ArgumentDefinition) {
    for name in definition.names {
      precondition(indexByName[name] == nil, "\(name) is declared twice")
      indexByName[name] = definitions.count
    }
    definitions.append(definition)
  }

  var positionals: [ArgumentDefinition] {
    definitions.filter { $0.kind == .positional }
  }

  subscript(name: ArgumentName) -> ArgumentDefinition? {
    indexByName[name].map { definitions[$0] }
  }

  var names: [ArgumentName] { Array(indexByName.keys) }
}
