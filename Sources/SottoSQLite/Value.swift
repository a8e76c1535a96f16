/// What a column holds and a parameter takes.
public enum Value: Equatable, Sendable {
  case null
  case integer(Int64)
  case text(String)
  case blob([UInt8])

  public static func integer(_ value: Int) -> Value { .integer(Int64(value)) }
}
