import SottoCore
import SottoCrypto
import SottoWire

/// Seals the rows of one table and makes their tokens.
package struct TableCipher {
  package let table: String
  private let boxKey: SymmetricKey
  private let tokenKey: SecretBytes

  /// `sealing` and `tokens` are the floor key and the token key; in a conversation both are its own key.
  package init(table: String, sealing: SecretBytes, tokens: SecretBytes) {
    let name = Array(table.utf8)
    self.table = table
    boxKey = HKDF.deriveKey(input: sealing, salt: [], info: Label.tableKey.bytes + name)
    tokenKey = HKDF.deriveKey(input: tokens, salt: [], info: Label.tableToken.bytes + name).secret
  }

  package func token(_ kind: TokenKind, _ key: [UInt8]) -> Token {
    Token(unchecked: Array(HMAC.authenticationCode(for: [kind.rawValue] + key, using: tokenKey).prefix(Token.size)))
  }

  /// What a box is bound to: table, row and the part of the row.
  package func associatedData(row: [UInt8], part: [UInt8]) -> [UInt8] {
    var writer = WireWriter()
    writer.string(table)
    writer.bytes(row)
    writer.bytes(part)
    return writer.finish()
  }

  // MARK: Whole boxes

  /// The part of a row that has one box only
  package static let box = Array("box".utf8)

  /// A box of `content` as it is.
  package func seal(
    _ content: SecretBytes, row: [UInt8], part: [UInt8] = box, random: any RandomSource
  ) throws(StoreError) -> [UInt8] {
    do throws(CryptoError) {
      return try AES.GCM.seal(
        content, using: boxKey, authenticating: associatedData(row: row, part: part), random: random)
    } catch {
      throw .recordTooLarge(max: BoxSize.maximum)
    }
  }

  /// nil where the box is not what was sealed for this row and part.
  package func open(_ box: [UInt8], row: [UInt8], part: [UInt8] = box) -> SecretBytes? {
    try? AES.GCM.openSecret(box, using: boxKey, authenticating: associatedData(row: row, part: part))
  }

  // MARK: Padded records

  package func seal(
    record: some WireCodable, token: Token, size: BoxSize, random: any RandomSource
  ) throws(StoreError) -> [UInt8] {
    try seal(try Padding.pad(record.encodedSecret(), to: size), row: token.bytes, random: random)
  }

  package func open<Record: WireCodable>(
    _: Record.Type = Record.self, _ box: [UInt8], token: Token
  ) throws(StoreError) -> Record {
    guard let padded = open(box, row: token.bytes), let content = Padding.remove(padded),
      let record = try? Record(encoded: content)
    else { throw .damaged(.table(table)) }
    return record
  }
}
