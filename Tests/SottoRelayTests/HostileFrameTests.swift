import SottoCore
import SottoRelay
import SottoRelayProtocol
import SottoTransport
import TestSupport
import Testing

/// Frames of strangers in every state of a connection: changed, cut off, crowded. None of them touches a mailbox whose
/// keys the stranger has not.
@Suite(.timeLimit(.minutes(2)))
struct HostileFrameTests {
  private enum State: CaseIterable {
    case beforeHello, greeted, opened
  }

  private let random = SeededRandom(seed: 41)
  private let victim = TestMailbox(seed: 42)
  private let own = TestMailbox(seed: 43)

  /// One of each kind, for the victim's mailbox as far as it names one; none has what it takes.
  private func requests(_ push: PushRequest) -> [Request] {
    let hash = AccessKeyHash(of: own.accessKey)
    let proof = MailboxProof(unchecked: random.bytes(MailboxProof.size))
    var foreign = victim.push(random.bytes(300))
    foreign.accessKey = own.accessKey
    let object = ObjectID(unchecked: random.bytes(ObjectID.size))
    return [
      .hello(HelloRequest()), .ping, .push(foreign),
      .open(OpenRequest(mailbox: victim.address, accessKeyHash: hash, proof: proof)),
      .close(CloseRequest(mailbox: victim.address, accessKeyHash: hash, proof: proof)),
      .acknowledge(AcknowledgeRequest(mailbox: victim.address, arrivals: [1, 2, 3, .max])),
      .blank(
        BlankRequest(
          mailbox: victim.address, pushID: push.pushID,
          deletionKey: DeletionKey(unchecked: random.bytes(DeletionKey.size)))),
      .objectPut(
        ObjectPutRequest(
          mailbox: victim.address, accessKey: own.accessKey, objectID: object, deletionKeyHash: push.deletionKeyHash,
          size: 100, offset: 0, chunk: random.bytes(50))),
      .objectGet(ObjectGetRequest(objectID: object, offset: .max)),
      .objectDelete(
        ObjectDeleteRequest(
          objectID: object, deletionKey: DeletionKey(unchecked: random.bytes(DeletionKey.size)))),
    ]
  }

  private func client(in state: State, of relay: TestRelay) async throws -> TestClient {
    let client = try await TestClient(relay.address, hello: state != .beforeHello)
    if state == .opened { #expect(try await client.open(own) == .opened(pending: 0)) }
    return client
  }

  /// The victim's mailbox holds one envelope, whatever `attack` does, and the relay goes on.
  private func underAttack(_ attack: (TestRelay, PushRequest) async throws -> Void) async throws {
    let relay = try TestRelay()
    let push = victim.push([7, 7, 7])
    let owner = try await TestClient(relay.server)
    _ = try await owner.open(victim)
    #expect(try await owner.ask(.push(push)) == .pushed(.first))
    #expect(try await owner.delivery().envelope == [7, 7, 7])
    try await attack(relay, push)
    #expect(try await owner.deliveriesSoFar().isEmpty)
    try await relay.waitFor { relay.server.connectionCount == 1 }
    let again = try await TestClient(relay.server)
    #expect(try await again.open(victim) == .opened(pending: 1))
    #expect(try await again.delivery().envelope == [7, 7, 7])
    let statistics = try RelayStatistics(dataFolder: relay.folder.path + "/relay")
    #expect(statistics.mailboxes <= 2 && statistics.envelopes == 1 && statistics.objects == 0)
    relay.server.stop()
  }

  @Test func changedFrames() async throws {
    try await underAttack { relay, push in
      for round in 0..<150 {
        let state = State.allCases[round % State.allCases.count]
        let client = try await client(in: state, of: relay)
        var bytes: [UInt8] = state == .beforeHello ? ClientFrame(tag: 1, request: .hello(HelloRequest())).encoded() : []
        var generator = random
        for (index, request) in requests(push).dropFirst().shuffled(using: &generator).enumerated() {
          bytes += ClientFrame(tag: UInt32(100 + index), request: request).encoded()
        }
        for _ in 0..<random.int(1...6) {
          bytes[random.int(0...bytes.count - 1)] = UInt8(truncatingIfNeeded: random.int(0...255))
        }
        // The relay may have closed before all of it was taken; or it waits for the rest of what is a longer frame now.
        try? await client.connection.send(bytes)
        client.connection.close()
      }
    }
  }

  @Test func unchangedFramesWithoutTheKeys() async throws {
    try await underAttack { relay, push in
      for request in requests(push) where request.type != .hello {
        for state in State.allCases {
          let client = try await client(in: state, of: relay)
          guard state != .beforeHello else {
            try? await client.connection.send(ClientFrame(tag: 1, request: request).encoded())
            #expect(await client.end()?.code == .badFrame)
            continue
          }
          let answer = try await client.ask(request)
          switch request.type {
          case .ping: #expect(answer == .pong)
          case .objectGet, .objectDelete: #expect(answer.refusalCode == .unknownObject)
          case .blank: #expect(answer.refusalCode == .badDeletionKey)
          case .acknowledge: #expect(answer.refusalCode == .notOpened)
          case .open, .close: #expect(answer.refusalCode == .badProof)
          default: #expect(answer.refusalCode == .badAccessKey)
          }
          client.connection.close()
        }
      }
    }
  }

  @Test func everyCut() async throws {
    try await underAttack { relay, push in
      let hello = ClientFrame(tag: 1, request: .hello(HelloRequest())).encoded()
      for cut in hello.indices {
        let client = try await client(in: .beforeHello, of: relay)
        try await client.connection.send(Array(hello[..<cut]))
        client.connection.close()
      }
      let frame = ClientFrame(tag: 2, request: requests(push)[5]).encoded()
      for cut in frame.indices {
        let client = try await client(in: .greeted, of: relay)
        try await client.connection.send(Array(frame[..<cut]))
        client.connection.close()
      }
    }
  }

  @Test func hugeLengths() async throws {
    try await underAttack { relay, _ in
      for type in FrameType.allCases {
        for length in [[0xFF, 0xFF, 0xFF, 0xFF], [0x80, 0, 0, 0], [0, 2, 0, 1]] as [[UInt8]] {
          for state in [State.beforeHello, .greeted] {
            let client = try await client(in: state, of: relay)
            try? await client.connection.send([type.rawValue] + length + random.bytes(1_000))
            #expect(await client.end()?.code == .badFrame)
          }
        }
      }
    }
  }

  /// A frame that comes a byte at a time is a frame.
  @Test func aByteAtATime() async throws {
    try await underAttack { relay, _ in
      let connection = try await TransportConnection.connect(
        host: relay.address.host, port: relay.address.port, pin: .full(relay.address.pin ?? []))
      var session = ClientSession()
      for byte in try session.start() { try await connection.send([byte]) }
      while session.relay == nil { _ = try session.receive(try #require(await connection.receive())) }
      let (tag, frame) = try session.send(.ping)
      for byte in frame { try await connection.send([byte]) }
      var events: [ClientEvent] = []
      while events.isEmpty { events = try session.receive(try #require(await connection.receive())) }
      #expect(events == [.answer(tag: tag, .pong)])
      connection.close()
    }
  }

  @Test func thousandsAtOnce() async throws {
    try await underAttack { relay, _ in
      let crowd = try await client(in: .greeted, of: relay)
      let other = try await client(in: .greeted, of: relay)
      var tags: [UInt32] = []
      for number in 0..<3_000 {
        let request: Request = number.isMultiple(of: 3) ? .push(own.push()) : .ping
        tags.append(try await crowd.send(request))
      }
      // One that came later does not wait for the crowd.
      #expect(try await other.ask(.ping) == .pong)
      for (number, tag) in tags.enumerated() {
        let answer = try await crowd.answer(tag)
        #expect(number.isMultiple(of: 3) ? answer.refusalCode == .unknownMailbox : answer == .pong)
      }
      crowd.connection.close()
      other.connection.close()
    }
  }
}
