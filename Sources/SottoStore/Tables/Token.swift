import SottoCrypto
import SottoWire

/// Finds a row without saying what it is about: a MAC of its logical key. 16 bytes.
package struct Token: Identifier {
  package static let size = 16
  package let bytes: [UInt8]
  package init(unchecked bytes: [UInt8]) { self.bytes = bytes }

  /// What fillers have in its place
  package static func random(_ random: any RandomSource) -> Token {
    Token(unchecked: random.bytes(size))
  }
}

/// Which of a row's tokens: one of a kind is never one of another.
package enum TokenKind: UInt8 {
  case row = 0
  case firstIndex = 1
  case secondIndex = 2
}
