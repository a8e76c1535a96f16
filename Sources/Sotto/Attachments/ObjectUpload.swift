import SottoCore
import SottoRelayProtocol
import SottoStore

/// One object on its way to the own relay, from wherever the relay has got to.
struct ObjectUpload: Sendable {
  enum Failure: Error, Equatable {
    case later(after: TimeSpan?)
    case noAnswer
    /// The relay will never take it, or the sealed copy is gone.
    case permanent
  }

  let size: UInt64
  private let file: InputFile
  private let object: ObjectID
  private let deletionKeyHash: DeletionKeyHash
  private let owner: MailboxKey
  private let accessKey: AccessKey

  /// nil for a record that names no object at a relay.
  init?(
    _ record: AttachmentRecord, path: String, owner: MailboxKey, accessKey: AccessKey
  ) throws(Failure) {
    guard let object = record.objectID, let deletionKey = record.deletionKey else { return nil }
    do throws(SottoError) {
      file = try InputFile(path: path)
    } catch {
      throw .permanent
    }
    guard file.size == record.size else { throw .permanent }
    size = record.size
    self.object = object
    deletionKeyHash = DeletionKeyHash(of: deletionKey)
    self.owner = owner
    self.accessKey = accessKey
  }

  /// Asks where the relay is, then sends chunk after chunk. `progress` gets the bytes that the relay has.
  func run(on connection: RelayConnection, progress: @Sendable (UInt64) -> Void) async throws(Failure) {
    var stored = try await put([], at: 0, on: connection)
    while stored < size {
      let chunk: [UInt8]
      do throws(SottoError) {
        chunk = try file.read(min(connection.chunkSize, Int(size - stored)), at: stored)
      } catch {
        throw .permanent
      }
      guard !chunk.isEmpty else { throw .permanent }
      let next = try await put(chunk, at: stored, on: connection)
      guard next != stored else { throw .later(after: nil) }
      stored = next
      progress(stored)
    }
  }

  private func put(
    _ chunk: [UInt8], at offset: UInt64, on connection: RelayConnection
  ) async throws(Failure) -> UInt64 {
    let request = ObjectPutRequest(
      mailbox: owner, accessKey: accessKey, objectID: object, deletionKeyHash: deletionKeyHash, size: size,
      offset: offset, chunk: chunk)
    let answer: Answer
    do throws(SottoError.RelayFailure) {
      answer = try await connection.ask(.objectPut(request))
    } catch {
      throw .noAnswer
    }
    switch answer {
    case .objectStored(let progress):
      guard progress.stored <= size else { throw .permanent }
      return progress.stored
    case .refused(let refusal, _) where refusal.code.isTemporary:
      let wait = refusal.retryAfterMilliseconds
      throw .later(after: wait == 0 ? nil : TimeSpan(milliseconds: UInt64(wait)))
    // The inbox is made when it is opened first, which may be after this.
    case .refused(let refusal, _) where refusal.code == .unknownMailbox:
      throw .later(after: nil)
    default:
      throw .permanent
    }
  }
}
