import SottoCore

/// Every maximum and every fixed time of the relay protocol. Sizes are bytes.
public enum RelayProtocolLimits {
  /// The one transport version that this code speaks.
  public static let version: UInt16 = 1
  public static let versionCount = 16

  public static let headerSize = 5
  /// Above this a frame is refused before its body is read.
  public static let bodySize = Limits.frame
  /// A peer has to take at least this: a `deliver` frame with the largest envelope.
  public static let smallestBodyLimit = envelopeSize + 1024

  public static let envelopeSize = Limits.envelope
  public static let chunkSize = 64 * 1024
  public static let acknowledgementCount = 256

  public static let exporterLabel = "EXPORTER-sotto-1"
  public static let exporterSize = 32

  public static let lifetimeHours: UInt16 = 720
  public static let pingSeconds: UInt16 = 25
  /// Three pings may be lost.
  public static let silenceSeconds: UInt16 = 3 * pingSeconds
}
