/// A type that an argument's text can be turned into.
public protocol ExpressibleByArgument {
  /// nil where the text is not a value of this type
  init?(argument: String)
  /// All values, where there are few; help and errors list them.
  static var allValueStrings: [String] { get }
  /// How a default value is shown in help.
  var defaultValueDescription: String { get }
}

extension ExpressibleByArgument {
  public static var allValueStrings: [String] { [] }
  public var defaultValueDescription: String { "\(self)" }
}

extension ExpressibleByArgument where Self: RawRepresentable, RawValue: ExpressibleByArgument {
  public init?(argument: String) {
    guard let rawValue = RawValue(argument: argument) else { return nil }
    self.init(rawValue: rawValue)
  }

  public var defaultValueDescription: String { rawValue.defaultValueDescription }
}

extension ExpressibleByArgument where Self: CaseIterable & RawRepresentable, RawValue == String {
  public static var allValueStrings: [String] { allCases.map(\.rawValue) }
}

extension ExpressibleByArgument where Self: LosslessStringConvertible {
  public init?(argument: String) {
    self.init(argument)
  }
}

extension String: ExpressibleByArgument {}
extension Int: ExpressibleByArgument {}
extension UInt16: ExpressibleByArgument {}
extension UInt32: ExpressibleByArgument {}
extension UInt64: ExpressibleByArgument {}
extension Double: ExpressibleByArgument {}
