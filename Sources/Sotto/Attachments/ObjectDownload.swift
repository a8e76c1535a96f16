import SottoCore
import SottoRelayProtocol

/// One object on its way from its sender's relay into the profile, from wherever the last attempt got to.
struct ObjectDownload: Sendable {
  enum Failure: Error, Equatable {
    case relay(SottoError.RelayFailure)
    /// The relay does not have it any more.
    case missing
    /// It is not what the message describes.
    case damaged
    case file(SottoError)
  }

  /// Consecutive attempts that brought nothing before it is given up for now
  static let attempts: UInt32 = 5

  let object: ObjectID
  /// Bytes of the chunk stream, by the message
  let size: UInt64
  let path: String

  /// Appends to the file at `path` until it has `size` bytes, then makes it durable.
  func run(
    from relay: RelayTarget, pool: RelayPool, environment: SottoEnvironment, progress: (UInt64) -> Void
  ) async throws(Failure) {
    let file: PartialFile
    do throws(SottoError) {
      file = try PartialFile(path: path)
    } catch {
      throw .file(error)
    }
    guard file.size <= size else { throw .damaged }
    var failures: UInt32 = 0
    while file.size < size {
      do throws(Failure) {
        let chunk = try await fetch(at: file.size, from: relay, pool: pool)
        do throws(SottoError) { try file.append(chunk) } catch { throw Failure.file(error) }
        failures = 0
        progress(file.size)
      } catch .relay(let failure) {
        failures += 1
        guard failures < Self.attempts, Self.mayPass(failure) else { throw .relay(failure) }
        do {
          try await environment.clock.sleep(for: RetrySchedule.delay(after: failures, random: environment.random))
        } catch {
          throw .relay(.cancelled)
        }
      }
    }
    do throws(SottoError) { try file.makeDurable() } catch { throw .file(error) }
  }

  /// Another relay, and one that does not keep to the protocol, is no other a moment later.
  private static func mayPass(_ failure: SottoError.RelayFailure) -> Bool {
    switch failure {
    case .cancelled, .wrongKey, .protocolViolation, .unsupportedVersion: false
    case .unreachable, .unknownHost, .rateLimited, .refused, .noAnswer: true
    }
  }

  private func fetch(at offset: UInt64, from relay: RelayTarget, pool: RelayPool) async throws(Failure) -> [UInt8] {
    let answer: Answer
    do throws(SottoError.RelayFailure) {
      let connection = try await pool.connection(to: relay, for: .download)
      let length = UInt32(clamping: min(UInt64(connection.chunkSize), size - offset))
      answer = try await connection.ask(
        .objectGet(ObjectGetRequest(objectID: object, offset: offset, length: length)))
    } catch {
      throw .relay(error)
    }
    switch answer {
    case .objectChunk(let chunk):
      guard chunk.size == size, !chunk.chunk.isEmpty, UInt64(chunk.chunk.count) <= size - offset else { throw .damaged }
      return chunk.chunk
    case .refused(let refusal, _) where refusal.code == .unknownObject:
      throw .missing
    case .refused(let refusal, _):
      throw .relay(.init(refusal))
    default:
      throw .relay(.protocolViolation)
    }
  }
}
