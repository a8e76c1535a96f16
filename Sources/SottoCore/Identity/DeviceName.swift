import SottoCrypto

/// Two words for a device, such as SwiftFox. A label to show: 65,536 of them exist, so it proves nothing.
public struct DeviceName: Hashable, Sendable, CustomStringConvertible {
  public let text: String

  /// SHA-256(label ‖ signing key): byte 0 picks the adjective, byte 1 the noun.
  public init(of signingKey: SigningKey) {
    let hash = SHA256.hash(Label.deviceName.bytes, signingKey.bytes)
    self.init(hash[0], hash[1])
  }

  private init(_ adjective: UInt8, _ noun: UInt8) {
    text = Self.adjectives[Int(adjective)] + Self.nouns[Int(noun)]
  }

  /// One name for each two bytes: the first picks the adjective, the second the noun. A byte left over picks nothing.
  static func names(from bytes: [UInt8]) -> [DeviceName] {
    stride(from: 1, to: bytes.count, by: 2).map { DeviceName(bytes[$0 - 1], bytes[$0]) }
  }

  public var description: String { text }

  /// The two lists of 256 words. No word stands twice, in one list or in both. Their order is part of the protocol.
  package static var wordLists: (adjectives: [String], nouns: [String]) { (adjectives, nouns) }

  static func words(_ list: String) -> [String] {
    list.split(separator: " ").map(String.init)
  }
}
