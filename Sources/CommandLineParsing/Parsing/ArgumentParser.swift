/// Parses the words of one command into the values of its arguments.
struct ArgumentParser {
  enum Stop {
    case end
    /// A value where values are names of subcommands; it has not been taken.
    case value
    case help, version
  }

  private let set: ArgumentSet
  private let path: [String]
  private var openPositionals: ArraySlice<ArgumentDefinition>

  init(set: ArgumentSet, path: [String]) {
    self.set = set
    self.path = path
    openPositionals = set.positionals[...]
  }

  /// Takes words off `words` up to where it stopped. `stopsAtValue`: values are names of subcommands.
  /// `stopsAtUnknown`: an option that is not known here is one of the default subcommand.
  mutating func parse(
    _ words: inout ArraySlice<String>, stopsAtValue: Bool, stopsAtUnknown: Bool
  ) throws(UsageError) -> Stop {
    while let word = words.first {
      switch ArgumentToken(word) {
      case .terminator where stopsAtValue:
        return .value
      case .terminator:
        words.removeFirst()
        while let value = words.popFirst() { try acceptPositional(value) }
      case .long(let name, let value):
        if let stop = special(.long(name)) { return stop }
        guard let definition = set[.long(name)] else {
          if stopsAtUnknown { return .value }
          throw unknownOption("--\(name)")
        }
        words.removeFirst()
        try acceptLong(definition, name, value, &words)
      case .short(let cluster):
        if let stop = special(cluster) { return stop }
        if stopsAtUnknown, let first = cluster.first, set[.short(first)] == nil { return .value }
        words.removeFirst()
        try acceptShort(cluster, &words)
      case .value where stopsAtValue:
        return .value
      case .value(let value):
        words.removeFirst()
        try acceptPositional(value)
      }
    }
    return .end
  }

  func requireAll() throws(UsageError) {
    let missing = set.definitions.filter { !$0.hasValue() }
    guard missing.isEmpty else {
      throw UsageError(command: path, reason: .missingArguments(missing.map(\.synopsis)))
    }
  }

  /// Help is there on every command, the version on the program, unless the names are declared otherwise.
  private func special(_ name: ArgumentName) -> Stop? {
    guard set[name] == nil else { return nil }
    switch name {
    case .long("help"), .short("h"): return .help
    case .long("version") where path.count == 1: return .version
    default: return nil
    }
  }

  private func special(_ cluster: String) -> Stop? {
    cluster == "h" ? special(.short("h")) : nil
  }

  private func acceptLong(
    _ definition: ArgumentDefinition, _ name: String, _ attached: String?, _ words: inout ArraySlice<String>
  ) throws(UsageError) {
    if definition.kind == .flag {
      guard attached == nil else { throw UsageError(command: path, reason: .unexpectedValue(for: "--\(name)")) }
      try accept("", for: definition)
    } else if let attached {
      try accept(attached, for: definition)
    } else {
      try accept(nextValue(for: definition, &words), for: definition)
    }
  }

  /// `-a`, `-abc`, `-ovalue`, `-o=value`, `-o value`, and `-abo value`
  private func acceptShort(_ cluster: String, _ words: inout ArraySlice<String>) throws(UsageError) {
    var rest = cluster[...]
    while let letter = rest.popFirst() {
      guard let definition = set[.short(letter)] else { throw unknownOption("-\(letter)") }
      guard definition.kind != .flag else {
        guard rest.first != "=" else { throw UsageError(command: path, reason: .unexpectedValue(for: "-\(letter)")) }
        try accept("", for: definition)
        continue
      }
      if rest.isEmpty {
        try accept(nextValue(for: definition, &words), for: definition)
      } else {
        try accept(String(rest.first == "=" ? rest.dropFirst() : rest), for: definition)
      }
      return
    }
  }

  /// What begins with a dash is no value, so that a forgotten value does not swallow an option; `--name=-x` gives it.
  private func nextValue(
    for definition: ArgumentDefinition, _ words: inout ArraySlice<String>
  ) throws(UsageError) -> String {
    guard let word = words.first, case .value(let value) = ArgumentToken(word) else {
      throw UsageError(command: path, reason: .missingValue(for: definition.synopsis))
    }
    words.removeFirst()
    return value
  }

  private mutating func acceptPositional(_ value: String) throws(UsageError) {
    guard let definition = openPositionals.first else {
      throw UsageError(command: path, reason: .unexpectedArgument(value))
    }
    try accept(value, for: definition)
    if !definition.isRepeating { openPositionals.removeFirst() }
  }

  private func accept(_ value: String, for definition: ArgumentDefinition) throws(UsageError) {
    do {
      try definition.accept(value)
    } catch let error as InvalidValue {
      let values = definition.allValues
      let expected = error.reason ?? (values.isEmpty ? nil : "expected " + values.joined(separator: ", "))
      throw UsageError(command: path, reason: .invalidValue(value, for: definition.synopsis, expected: expected))
    } catch {
      throw UsageError(
        command: path, reason: .invalidValue(value, for: definition.synopsis, expected: "\(error)"))
    }
  }

  private func unknownOption(_ name: String) -> UsageError {
    let candidates = set.names.map(\.description).sorted() + ["--help"]
    return UsageError(command: path, reason: .unknownOption(name, suggestion: nearest(to: name, in: candidates)))
  }
}
