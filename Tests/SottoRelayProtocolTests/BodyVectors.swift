import SottoCore
import SottoRelayProtocol
import SottoWire
import TestSupport

/// The bodies of frames, without frame and tag, and what is inside them.
struct BodyVectors {
  private let samples = Samples()
  private let random = SeededRandom(seed: 0x5078)

  func all() -> [StructureVector] {
    samples.clientFrames.compactMap { requestBody($0.request) } + samples.serverFrames.compactMap(answerBody)
      + parts() + [
        identifier(AccessKeyHash.self), identifier(DeletionKeyHash.self), identifier(ChallengeKey.self),
      ]
  }

  private func vector(_ body: some WireCodable, _ fields: Fields) -> StructureVector {
    StructureVector("\(type(of: body))", body, fields)
  }

  private func requestBody(_ request: Request) -> StructureVector? {
    switch request {
    case .hello(let body): vector(body, request.fields)
    case .open(let body): vector(body, request.fields)
    case .close(let body): vector(body, request.fields)
    case .push(let body): vector(body, request.fields)
    case .acknowledge(let body): vector(body, request.fields)
    case .blank(let body): vector(body, request.fields)
    case .objectPut(let body): vector(body, request.fields)
    case .objectGet(let body): vector(body, request.fields)
    case .objectDelete(let body): vector(body, request.fields)
    case .ping: nil
    }
  }

  private func answerBody(_ frame: ServerFrame) -> StructureVector? {
    switch frame {
    case .answer(_, .hello(let body)): vector(body, Answer.hello(body).fields)
    case .answer(_, .objectStored(let body)): vector(body, Answer.objectStored(body).fields)
    case .answer(_, .objectChunk(let body)): vector(body, Answer.objectChunk(body).fields)
    case .answer(_, .refused(let body, to: _)): vector(body, ["code": "\(body.code)"])
    case .deliver(let body): vector(body, ["arrival": body.arrival, "envelope": hex(body.envelope)])
    case .answer, .error: nil
    }
  }

  private func parts() -> [StructureVector] {
    let session = RelaySession(version: 1, limits: RelayLimits(), challengeKey: random.id())
    let previous = PreviousAccessKey(hash: random.id(), until: Timestamp(milliseconds: 1_800_000_000_000))
    return [
      vector(session, ["version": session.version, "challengeKey": session.challengeKey]),
      vector(
        session.limits,
        [
          "envelope": session.limits.envelopeSize, "chunk": session.limits.chunkSize,
          "object": session.limits.objectSize, "lifetime": session.limits.lifetimeHours,
          "ping": session.limits.pingSeconds, "silence": session.limits.silenceSeconds,
        ]),
      vector(previous, ["hash": previous.hash, "until": previous.until.milliseconds]),
    ]
  }

  private func identifier<ID: Identifier>(_: ID.Type) -> StructureVector {
    let id: ID = random.id()
    return vector(id, ["size": ID.size, "text": id.description])
  }
}
