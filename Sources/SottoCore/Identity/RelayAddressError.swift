/// What is wrong with the text or the parts of a relay's address.
public enum RelayAddressError: Error, Equatable, Sendable {
  /// It does not start with `sotto://`.
  case missingScheme
  /// Neither a domain name nor an IPv4 or IPv6 address; an IPv6 address in text needs brackets.
  case invalidHost
  /// No port, or none in 1 ... 65535.
  case invalidPort
  /// Not the base32 text of 32 bytes.
  case invalidPin
}
