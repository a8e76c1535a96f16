import SottoCore
import SottoCrypto

/// The key that `device.key` holds. Alone it opens nothing once a PIN is set.
///
/// The file has 2,048 bytes whatever keeps the key; here the first 32 are the key and the rest is random.
package struct DeviceKey {
  package static let fileSize = 2_048
  package static let size = 32

  package let secret: SecretBytes

  package init(secret: SecretBytes) {
    self.secret = secret
  }

  /// Makes a key and its file.
  init(writing path: String, files: FileSystem, random: any RandomSource) throws(StoreError) {
    let content = random.secret(Self.fileSize)
    try files.create(path) { (file) throws(StoreError) in
      try content.withUnsafeBytes { (bytes) throws(StoreError) in try file.write(bytes) }
    }
    secret = content[0..<Self.size]
  }

  init(reading path: String, files: FileSystem) throws(StoreError) {
    let content: SecretBytes?
    do throws(StoreError) {
      content = try files.read(path, count: Self.fileSize)
    } catch .notFound {
      throw .missing(.deviceKey)
    }
    guard let content else { throw .damaged(.deviceKey) }
    secret = content[0..<Self.size]
  }

  package func derive(_ label: Label, salt: [UInt8]) -> SymmetricKey {
    HKDF.deriveKey(input: secret, salt: salt, info: label.bytes)
  }
}
