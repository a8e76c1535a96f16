import SottoCrypto
import SottoWire

/// Finds a row without saying what it is about: a MAC of its logical key. 16 bytes.
struct Token: Identifier {
  static let size = 16
  let bytes: [UInt8]
  init(unchecked bytes: [UInt8]) { self.bytes = bytes }

  /// What fillers have in its place
  static func random(_ random: any RandomSource) -> Token {
    Token(unchecked: random.bytes(size))
  }
}

/// Which of a row's tokens: one of a kind is never one of another.
enum TokenKind: UInt8 {
  case row = 0
  case firstIndex = 1
  case secondIndex = 2
}
