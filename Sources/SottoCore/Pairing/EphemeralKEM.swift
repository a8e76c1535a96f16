import SottoCrypto
import SottoWire
import Synchronization

/// The private half of an ML-KEM key pair that serves one exchange. It makes exactly one decapsulation, whoever holds a
/// reference, and is erased by it.
///
/// The key lies in locked memory that no core dump holds. Only a pending join, or a window that waits for files, has it
/// in the sealed store.
public final class EphemeralKEM: Sendable {
  /// Bytes of a provider's handle.
  static let maximumHandle = 1_024

  /// 1,568 bytes, public.
  public let encapsulationKey: [UInt8]
  private let handle: Mutex<LockedSecret?>

  /// `handle` is what the provider finds the private key by: the key itself, or a name for it in a secure element. 1 to
  /// 1,024 bytes.
  public init(handle: SecretBytes, encapsulationKey: [UInt8]) {
    precondition(1...Self.maximumHandle ~= handle.count)
    self.handle = Mutex(LockedSecret(copying: handle))
    self.encapsulationKey = encapsulationKey
  }

  /// Takes the key away from all who hold it, then uses it. A second call throws `keyUnavailable`.
  package func decapsulate(_ ciphertext: [UInt8], by provider: any KEMProvider) throws(KEMError) -> SecretBytes {
    guard let handle = handle.withLock({ $0.take() }) else { throw .keyUnavailable }
    return try provider.decapsulate(ciphertext, handle: handle[0..<handle.count])
  }

  /// For the sealed store; nil once the key is used.
  var storedHandle: SecretBytes? { handle.withLock { handle in handle.map { $0[0..<$0.count] } } }
}

// MARK: Durable form

extension EphemeralKEM {
  /// `optional<bytes<1024> handle>`, secret. A key that is used is absent.
  static func encode(_ kem: EphemeralKEM?, to writer: inout WireWriter) {
    writer.optional(kem?.storedHandle) { handle, writer in writer.secretBytes(handle) }
  }

  /// `encapsulationKey` is the one in the package that the key was made for; without one there is no key.
  static func optional(
    from reader: inout WireReader, encapsulationKey: [UInt8]?
  ) throws(WireError) -> EphemeralKEM? {
    let handle = try reader.optional { (reader: inout WireReader) throws(WireError) in
      try reader.secretBytes(max: maximumHandle)
    }
    guard let handle else { return nil }
    guard let encapsulationKey, handle.count > 0 else { throw .invalidValue }
    return EphemeralKEM(handle: handle, encapsulationKey: encapsulationKey)
  }
}
