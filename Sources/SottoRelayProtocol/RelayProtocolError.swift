import SottoWire

/// Why a connection cannot go on. Each of them closes it.
public enum RelayProtocolError: Error, Equatable, Sendable {
  /// A type byte that no version this code knows defines.
  case unknownFrame(UInt8)
  /// A body above the limit, told by its header.
  case frameTooLarge(Int)
  case malformed(WireError)
  /// A frame that this end does not take, or not in this state.
  case unexpectedFrame(FrameType)
  /// The relay speaks none of our versions.
  case unsupportedVersion(supported: [UInt16])
  /// An answer to nothing that was asked, or of another type than asked.
  case unmatchedAnswer
  /// A request before `hello` was answered.
  case notReady
  /// A public key that is no key (a low-order point).
  case badKey
  case closed
}
