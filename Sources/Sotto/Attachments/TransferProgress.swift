/// How far an upload or a download is. Bytes of ciphertext.
public struct TransferProgress: Sendable, Equatable {
  public let name: String
  public let done: UInt64
  public let total: UInt64

  package init(name: String, done: UInt64, total: UInt64) {
    self.name = name
    self.done = done
    self.total = total
  }
}
