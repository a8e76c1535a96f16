/// A type whose properties are arguments: `@Argument`, `@Option`, `@Flag` and `@OptionGroup`.
public protocol ParsableArguments: SendableMetatype {
  init()
  /// Called when all values are in; throws a `ValidationError` where they do not go together.
  mutating func validate() throws
}

extension ParsableArguments {
  public mutating func validate() throws {}
}

/// A command line that parses but makes no sense; the message ends up in a `UsageError`.
public struct ValidationError: Error, Equatable, Sendable, CustomStringConvertible {
  public let message: String

  public init(_ message: String) {
    self.message = message
  }

  public var description: String { message }
}
