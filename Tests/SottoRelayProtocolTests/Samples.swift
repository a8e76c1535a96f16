import SottoCore
import SottoCrypto
import SottoRelayProtocol
import SottoWire
import TestSupport

/// One of each frame, the same at every run.
struct Samples {
  private let random = SeededRandom(seed: 0x5077)

  let clientFrames: [ClientFrame]
  let serverFrames: [ServerFrame]

  init() {
    let mailbox: MailboxKey = random.id()
    let accessKey: AccessKey = random.id()
    let pushID: PushID = random.id()
    let deletionKey: DeletionKey = random.id()
    let object: ObjectID = random.id()
    let proof: MailboxProof = random.id()
    let challenge: ChallengeKey = random.id()
    let hash = AccessKeyHash(of: accessKey)
    let time = Timestamp(milliseconds: 1_800_000_000_000)
    let requests: [Request] = [
      .hello(HelloRequest()),
      .hello(HelloRequest(versions: [2, 1], maximumBody: 70_000)),
      .open(OpenRequest(mailbox: mailbox, accessKeyHash: hash, proof: proof)),
      .open(
        OpenRequest(
          mailbox: mailbox, accessKeyHash: hash,
          previous: PreviousAccessKey(hash: random.id(), until: time.adding(.days(7))), lifetimeHours: 24,
          proof: proof)),
      .close(CloseRequest(mailbox: mailbox, accessKeyHash: hash, proof: proof)),
      .push(
        PushRequest(
          mailbox: mailbox, accessKey: accessKey, pushID: pushID, deletionKeyHash: DeletionKeyHash(of: deletionKey),
          expiryHours: 720, urgency: .normal, envelope: random.bytes(80))),
      .push(
        PushRequest(
          mailbox: mailbox, accessKey: accessKey, pushID: pushID, deletionKeyHash: DeletionKeyHash(of: deletionKey),
          expiryHours: 1, urgency: .silent, envelope: [])),
      .acknowledge(AcknowledgeRequest(mailbox: mailbox, arrivals: [1, 2, 300])),
      .blank(BlankRequest(mailbox: mailbox, pushID: pushID, deletionKey: deletionKey)),
      .objectPut(
        ObjectPutRequest(
          mailbox: mailbox, accessKey: accessKey, objectID: object, deletionKeyHash: DeletionKeyHash(of: deletionKey),
          size: 1_000, offset: 900, chunk: random.bytes(40))),
      .objectGet(ObjectGetRequest(objectID: object, offset: 128, length: 65_536)),
      .objectDelete(ObjectDeleteRequest(objectID: object, deletionKey: deletionKey)),
      .ping,
    ]
    clientFrames = requests.enumerated().map { ClientFrame(tag: UInt32($0.offset) + 1, request: $0.element) }
    let session = RelaySession(version: 1, limits: RelayLimits(), challengeKey: challenge)
    let answers: [Answer] = [
      .hello(HelloAnswer(supported: [1], session: session)),
      .hello(HelloAnswer(supported: [1], session: nil)),
      .opened(pending: 3), .closed, .pushed(.first), .pushed(.repeat), .acknowledged, .blanked,
      .objectStored(ObjectProgress(stored: 940)),
      .objectChunk(ObjectChunk(size: 1_000, chunk: random.bytes(40))), .objectDeleted, .pong,
      .refused(Refusal(.rateLimited, retryAfterMilliseconds: 50), to: .push),
      .refused(Refusal(.unknownMailbox), to: .push),
      .refused(Refusal(.badProof), to: .open),
    ]
    serverFrames =
      answers.enumerated().map { .answer(tag: UInt32($0.offset) + 1, $0.element) } + [
        .deliver(
          Delivery(arrival: 7, pushID: pushID, storedAt: time, mailbox: mailbox, envelope: random.bytes(80))),
        .error(Refusal(.badFrame)),
        .error(Refusal(.busy, retryAfterMilliseconds: 5_000)),
      ]
  }
}

extension SeededRandom {
  func id<ID: Identifier>() -> ID { ID(unchecked: bytes(ID.size)) }
}

/// Decodes one whole frame and encodes it again.
func reencodeFrame(_ bytes: [UInt8]) throws -> [UInt8] {
  var encoded: [[UInt8]] = []
  var parser = FrameParser()
  try bytes.withUnsafeBytes { buffer in
    try parser.receive(buffer) { (type, body) throws(RelayProtocolError) in
      encoded.append(
        type.isRequest
          ? try ClientFrame(type: type, body: body).encoded() : try ServerFrame(type: type, body: body).encoded())
    }
  }
  guard encoded.count == 1, parser.pendingCount == 0 else { throw WireError.trailingBytes }
  return encoded[0]
}
