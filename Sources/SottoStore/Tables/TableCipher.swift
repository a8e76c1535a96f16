import SottoCore
import SottoCrypto
import SottoWire

/// Seals the rows of one table and makes their tokens.
package struct TableCipher {
  package let table: String
  /// The key is set once: boxes are many and small.
  private let cipher: AES.GCM.Context
  private let tokenKey: SecretBytes

  /// `sealing` and `tokens` are the floor key and the token key; in a conversation both are its own key.
  package init(table: String, sealing: SecretBytes, tokens: SecretBytes) {
    let name = Array(table.utf8)
    self.table = table
    cipher = AES.GCM.Context(
      key: HKDF.deriveKey(input: sealing, salt: [], info: Label.tableKey.bytes + name))
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
    let data = associatedData(row: row, part: part)
    let nonce = random.bytes(AES.GCM.nonceSize)
    do throws(CryptoError) {
      return try content.withUnsafeBytes { (content) throws(CryptoError) in
        try sealBox(content, nonce: nonce, authenticating: data)
      }
    } catch {
      throw .recordTooLarge(max: BoxSize.maximum)
    }
  }

  private func sealBox(
    _ content: UnsafeRawBufferPointer, nonce: [UInt8], authenticating data: [UInt8]
  ) throws(CryptoError) -> [UInt8] {
    // `Array`'s closures do not carry a typed error through.
    var result = Result<Void, CryptoError>.success(())
    let size = AES.GCM.overhead + content.count
    let box = [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
      let box = UnsafeMutableRawBufferPointer(rebasing: UnsafeMutableRawBufferPointer(buffer)[..<size])
      box.copyBytes(from: nonce)
      count = size
      result = Result { () throws(CryptoError) in
        try cipher.seal(
          content, nonce: UnsafeRawBufferPointer(rebasing: box[..<AES.GCM.nonceSize]), authenticating: data,
          into: UnsafeMutableRawBufferPointer(rebasing: box[AES.GCM.nonceSize...]))
      }
    }
    try result.get()
    return box
  }

  /// nil where the box is not what was sealed for this row and part.
  package func open(_ box: [UInt8], row: [UInt8], part: [UInt8] = box) -> SecretBytes? {
    box.withUnsafeBytes { open($0, row: row, part: part) }
  }

  func open(_ box: UnsafeRawBufferPointer, row: [UInt8], part: [UInt8] = box) -> SecretBytes? {
    guard box.count >= AES.GCM.overhead else { return nil }
    let data = associatedData(row: row, part: part)
    return try? SecretBytes(count: box.count - AES.GCM.overhead) { (content) throws(CryptoError) in
      try cipher.open(
        UnsafeRawBufferPointer(rebasing: box[AES.GCM.nonceSize...]),
        nonce: UnsafeRawBufferPointer(rebasing: box[..<AES.GCM.nonceSize]), authenticating: data, into: content)
    }
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
