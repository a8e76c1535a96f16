import SottoCore
import SottoCrypto
import SottoRelayProtocol
import TestSupport
import Testing

/// Both ends' state machines, joined without a network.
struct SessionTests {
  private let random = SeededRandom(seed: 4)
  private let exporter = [UInt8](repeating: 9, count: 32)

  private func server() -> ServerSession {
    ServerSession(limits: RelayLimits(), exporter: exporter, random: random)
  }

  private func receive(_ bytes: [UInt8], by server: inout ServerSession) -> [ServerEvent] {
    var events: [ServerEvent] = []
    bytes.withUnsafeBytes { server.receive($0, into: &events) }
    return events
  }

  /// A client and a server that have greeted each other.
  private func greeted() throws -> (ClientSession, ServerSession) {
    var client = ClientSession()
    var server = server()
    guard case .send(let answer)? = receive(try client.start(), by: &server).first else {
      throw RelayProtocolError.notReady
    }
    #expect(try client.receive(answer).count == 1)
    #expect(client.relay?.version == 1)
    #expect(client.relay?.limits == RelayLimits())
    return (client, server)
  }

  private func refusal(in events: [ServerEvent]) throws -> Refusal? {
    guard case .finish(let bytes)? = events.last else { return nil }
    let frame = try bytes[5...].withUnsafeBytes { try ServerFrame(type: .error, body: $0) }
    if case .error(let refusal) = frame { return refusal }
    return nil
  }

  @Test func nothingGoesBeforeHello() throws {
    var client = ClientSession()
    #expect(throws: RelayProtocolError.notReady) { try client.send(.ping) }
    for request in Samples().clientFrames where request.request.type != .hello {
      var server = server()
      let events = receive(request.encoded(), by: &server)
      #expect(try refusal(in: events)?.code == .badFrame)
      #expect(server.isClosed)
      #expect(receive(request.encoded(), by: &server).isEmpty)
    }
  }

  @Test func helloComesOnce() throws {
    var (client, server) = try greeted()
    #expect(throws: RelayProtocolError.self) { try client.start() }
    let events = receive(ClientFrame(tag: 9, request: .hello(HelloRequest())).encoded(), by: &server)
    #expect(try refusal(in: events)?.code == .badFrame)
  }

  @Test func anUnsupportedVersionIsToldWhichAreSupported() throws {
    var server = server()
    let hello = ClientFrame(tag: 1, request: .hello(HelloRequest(versions: [7, 8])))
    guard case .finish(let answer)? = receive(hello.encoded(), by: &server).first else {
      Issue.record("not finished")
      return
    }
    var client = ClientSession()
    _ = try client.start()
    #expect(throws: RelayProtocolError.unsupportedVersion(supported: [1])) { try client.receive(answer) }
    #expect(throws: RelayProtocolError.closed) { try client.send(.ping) }
  }

  @Test func pingIsAnsweredWithoutTheStore() throws {
    var (client, server) = try greeted()
    let (tag, bytes) = try client.send(.ping)
    guard case .send(let answer)? = receive(bytes, by: &server).first else {
      Issue.record("no answer")
      return
    }
    #expect(try client.receive(answer) == [.answer(tag: tag, .pong)])
    #expect(client.unansweredCount == 0)
  }

  private func open(
    _ key: Curve25519.KeyAgreement.PrivateKey, _ client: inout ClientSession, _ server: inout ServerSession
  ) throws -> [ClientEvent] {
    guard let relay = client.relay else { throw RelayProtocolError.notReady }
    let request = try OpenRequest(mailbox: key, accessKey: random.id(), on: relay, exporter: exporter)
    let (tag, bytes) = try client.send(.open(request))
    let events = receive(bytes, by: &server)
    #expect(events == [.request(ClientFrame(tag: tag, request: .open(request)))])
    guard let answer = server.answer(tag, .opened(pending: 2)) else { return [] }
    return try client.receive(answer)
  }

  @Test func deliveriesNeedAnOpenedMailboxAndComeOnce() throws {
    var (client, server) = try greeted()
    let key = Curve25519.KeyAgreement.PrivateKey(random: random)
    let mailbox = MailboxKey(unchecked: key.publicKey.rawRepresentation)
    func delivery(_ arrival: UInt64) -> Delivery {
      Delivery(
        arrival: arrival, pushID: random.id(), storedAt: Timestamp(milliseconds: 1), mailbox: mailbox, envelope: [1])
    }
    #expect(server.deliver(delivery(1)) == nil)
    #expect(throws: RelayProtocolError.unexpectedFrame(.deliver)) {
      var stranger = client
      _ = try stranger.receive(ServerFrame.deliver(delivery(1)).encoded())
    }
    #expect(try open(key, &client, &server).count == 1)
    let first = delivery(5)
    let frame = server.deliver(first)
    #expect(try client.receive(frame ?? []) == [.deliver(first)])
    #expect(server.deliver(first) == nil)
    #expect(server.deliver(delivery(4)) == nil)
    #expect(server.lastDelivered(from: mailbox) == 5)
    // Opened once more: the line stays.
    #expect(try open(key, &client, &server).count == 1)
    #expect(server.deliver(first) == nil)
    #expect(server.deliver(delivery(6)) != nil)
  }

  @Test func aMailboxIsOpenedOnlyWithItsKeyAndOnItsConnection() throws {
    let key = Curve25519.KeyAgreement.PrivateKey(random: random)
    for spoil in 0..<4 {
      var (client, server) = try greeted()
      let relay = try #require(client.relay)
      var request = try OpenRequest(
        mailbox: key, accessKey: random.id(), on: relay, exporter: spoil == 0 ? random.bytes(32) : exporter)
      if spoil == 1 { request.mailbox = random.id() }
      if spoil == 2 { request.accessKeyHash = random.id() }
      if spoil == 3 { request.proof = random.id() }
      let (tag, bytes) = try client.send(.open(request))
      let events = receive(bytes, by: &server)
      #expect(
        events == [.send(ServerFrame.answer(tag: tag, .refused(Refusal(.badProof), to: .open)).encoded())])
      let close = CloseRequest(mailbox: request.mailbox, accessKeyHash: request.accessKeyHash, proof: request.proof)
      let (closeTag, closeBytes) = try client.send(.close(close))
      #expect(
        receive(closeBytes, by: &server)
          == [.send(ServerFrame.answer(tag: closeTag, .refused(Refusal(.badProof), to: .close)).encoded())])
    }
  }

  @Test func onlyOpenedMailboxesAreAcknowledged() throws {
    var (client, server) = try greeted()
    let key = Curve25519.KeyAgreement.PrivateKey(random: random)
    let mailbox = MailboxKey(unchecked: key.publicKey.rawRepresentation)
    let request = Request.acknowledge(AcknowledgeRequest(mailbox: mailbox, arrivals: [1]))
    var (tag, bytes) = try client.send(request)
    #expect(
      receive(bytes, by: &server)
        == [.send(ServerFrame.answer(tag: tag, .refused(Refusal(.notOpened), to: .acknowledge)).encoded())])
    _ = try open(key, &client, &server)
    (tag, bytes) = try client.send(request)
    #expect(receive(bytes, by: &server) == [.request(ClientFrame(tag: tag, request: request))])
  }

  @Test func whatIsAboveTheLimitsIsAnsweredAndTheConnectionGoesOn() throws {
    var (client, server) = try greeted()
    let push = PushRequest(
      mailbox: random.id(), accessKey: random.id(), pushID: random.id(), deletionKeyHash: random.id(),
      envelope: random.bytes(RelayProtocolLimits.envelopeSize + 1))
    let (tag, bytes) = try client.send(.push(push))
    #expect(
      receive(bytes, by: &server)
        == [.send(ServerFrame.answer(tag: tag, .refused(Refusal(.tooLarge), to: .push)).encoded())])
    #expect(server.isReady)
    var larger = push
    larger.envelope = random.bytes(RelayProtocolLimits.bodySize)
    #expect(throws: RelayProtocolError.self) { try client.send(.push(larger)) }
    #expect(throws: RelayProtocolError.malformed(.tooLong(max: 256))) {
      try client.send(
        .acknowledge(AcknowledgeRequest(mailbox: random.id(), arrivals: Array(repeating: 1, count: 257))))
    }
  }

  @Test func aClientTakesOnlyAnswersItAskedFor() throws {
    for answer in [ServerFrame.answer(tag: 77, .pong), .answer(tag: 2, .pushed(.first))] {
      var (client, _) = try greeted()
      #expect(try client.send(.ping).tag == 2)
      #expect(throws: RelayProtocolError.unmatchedAnswer) { try client.receive(answer.encoded()) }
      #expect(throws: RelayProtocolError.closed) { try client.receive([]) }
    }
  }

  @Test func aTagNamesOneRequestAtATime() throws {
    var (client, server) = try greeted()
    let get = Request.objectGet(ObjectGetRequest(objectID: random.id(), offset: 0))
    let (tag, bytes) = try client.send(get)
    #expect(receive(bytes, by: &server).count == 1)
    #expect(try refusal(in: receive(bytes, by: &server))?.code == .badFrame)
    #expect(server.answer(tag, .objectDeleted) == nil)
  }

  @Test func whatComesBeforeAnErrorIsGood() throws {
    var (client, _) = try greeted()
    let (tag, _) = try client.send(.ping)
    let bytes =
      ServerFrame.answer(tag: tag, .pong).encoded() + ServerFrame.error(Refusal(.busy)).encoded()
      + ServerFrame.answer(tag: tag, .pong).encoded()
    #expect(try client.receive(bytes) == [.answer(tag: tag, .pong), .error(Refusal(.busy))])
    #expect(throws: RelayProtocolError.closed) { try client.receive([1]) }
  }

  @Test func garbageClosesEitherEndAndNeverTraps() throws {
    for seed in 0..<500 as Range<UInt64> {
      let garbage = SeededRandom(seed: seed)
      var (client, server) = try greeted()
      var frames = Samples().clientFrames.map { $0.encoded() } + Samples().serverFrames.map { $0.encoded() }
      for _ in 0..<4 {
        var bytes = garbage.element(of: frames)
        bytes[garbage.int(0...bytes.count - 1)] = UInt8(garbage.int(0...255))
        frames.append(garbage.bytes(garbage.int(0...200)))
        _ = receive(bytes, by: &server)
        _ = try? client.receive(bytes)
      }
      #expect(server.unansweredCount <= 4)
    }
  }
}
