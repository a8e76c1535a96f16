/// What help says about one argument. A string literal is enough where only an abstract is wanted.
public struct ArgumentHelp: Sendable, ExpressibleByStringInterpolation {
  public var abstract: String
  /// Further sentences, shown on the argument's own help.
  public var discussion: String
  /// Stands for the value in usage lines; the property's name where nil.
  public var valueName: String?
  /// False keeps the argument out of help; it is parsed all the same.
  public var isVisible: Bool

  public init(_ abstract: String = "", discussion: String = "", valueName: String? = nil, isVisible: Bool = true) {
    self.abstract = abstract
    self.discussion = discussion
    self.valueName = valueName
    self.isVisible = isVisible
  }

  public init(stringLiteral value: String) {
    self.init(value)
  }

  public static var hidden: ArgumentHelp { ArgumentHelp(isVisible: false) }
}
