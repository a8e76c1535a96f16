import SottoCore
import SottoCrypto
import SottoSQLite

/// The vault's table is never seen smaller than 32 rows: a first launch fills it with random insides in real outsides.
enum VaultFiller {
  static let name = "vault"
  /// Rows come and go in multiples of this.
  static let step = 32
  /// Bytes of a row before both seals
  static let contentSize = 4_096
  static let innerSize = contentSize + AES.GCM.overhead
  static let rowSize = innerSize + AES.GCM.overhead

  static func add(_ session: StoreSession) throws(StoreError) {
    let cipher = session.keys.cipher(name)
    for _ in 0..<step {
      let token = Token.random(session.random)
      let box = try cipher.seal(
        session.random.secret(innerSize), row: token.bytes, random: session.random)
      _ = try session.write(
        "INSERT INTO vault (token, box) VALUES (?, ?)", [.blob(token.bytes), .blob(box)])
    }
  }
}
