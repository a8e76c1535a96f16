import SottoCrypto

/// `u32 length · content · zeros`, so that the box has one of few sizes.
package enum Padding {
  package static func pad(_ content: SecretBytes, to size: BoxSize) throws(StoreError) -> SecretBytes {
    guard let box = size.size(for: content.count) else { throw .recordTooLarge(max: size.capacity) }
    return padded(content, count: box - AES.GCM.overhead)
  }

  /// `count` bytes in all, which take the content and its length.
  package static func padded(_ content: SecretBytes, count: Int) -> SecretBytes {
    SecretBytes(count: count) { buffer in
      buffer.storeBytes(of: UInt32(content.count).bigEndian, as: UInt32.self)
      content.withUnsafeBytes {
        UnsafeMutableRawBufferPointer(rebasing: buffer[BoxSize.lengthSize...]).copyMemory(from: $0)
      }
    }
  }

  /// nil where the length is none, or what follows the content is not zero.
  package static func remove(_ padded: SecretBytes) -> SecretBytes? {
    guard padded.count >= BoxSize.lengthSize else { return nil }
    let count = padded.withUnsafeBytes { Int(UInt32(bigEndian: $0.loadUnaligned(as: UInt32.self))) }
    let end = BoxSize.lengthSize + count
    guard end <= padded.count, padded.withUnsafeBytes({ $0[end...].allSatisfy { $0 == 0 } }) else { return nil }
    return padded[BoxSize.lengthSize..<end]
  }
}
