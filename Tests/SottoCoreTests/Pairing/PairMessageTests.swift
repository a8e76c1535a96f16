import SottoCore
import SottoWire
import TestSupport
import Testing

@Suite struct PairMessageTests {
  /// The four messages of one pairing.
  private static func messages(hybrid: Bool) throws -> [PairMessage] {
    var pair = try PairingPair(inviterKEM: hybrid ? FakeKEM() : nil, joinerKEM: hybrid ? FakeKEM() : nil)
    let request = try pair.join.resume().message
    let offer = try pair.toInviter(request).message
    let accept = try pair.toJoiner(offer).message
    return [request, offer, accept, try pair.toInviter(accept).message]
  }

  @Test(arguments: [false, true])
  func hostileBytes(hybrid: Bool) throws {
    for message in try Self.messages(hybrid: hybrid) {
      try assertCanonical(message, mutations: 300)
    }
  }

  @Test func stepsAreNumbered() throws {
    for (index, message) in try Self.messages(hybrid: false).enumerated() {
      #expect(Int(message.step.rawValue) == index + 1)
      #expect(message.encoded().starts(with: [1, UInt8(index + 1)]))
    }
  }

  /// Beside the address and the names in the device lists the sizes are fixed.
  @Test func byteBudgets() throws {
    let (inviter, joiner) = (try PairingParty(seed: 1), try PairingParty(seed: 2))
    let address = 4 + "relay.example.org".count
    func names(_ party: PairingParty) -> Int { address + party.identity.name.text.utf8.count }
    let classical = try Self.messages(hybrid: false).map { $0.encoded().count }
    #expect(classical == [570 + names(joiner), 538 + names(inviter), 67, 35])
    let hybrid = try Self.messages(hybrid: true).map { $0.encoded().count }
    #expect(hybrid == [570 + 1_573 + names(joiner), 538 + 2 * 1_573 + names(inviter), 67 + 1_573, 35])
  }

  @Test func otherVersionsAndSteps() throws {
    var bytes = try Self.messages(hybrid: false)[3].encoded()
    bytes[0] = 2
    #expect(throws: WireError.unsupportedVersion(2)) { try PairMessage(encoded: bytes) }
    bytes[0] = 1
    for step in [0, 5, 0xFF] as [UInt8] {
      bytes[1] = step
      #expect(throws: WireError.unknownTag(step)) { try PairMessage(encoded: bytes) }
    }
  }

  @Test func eachMessageIsItsOwnStepOnly() throws {
    let messages = try Self.messages(hybrid: false).map { $0.encoded() }
    #expect(throws: WireError.unknownTag(2)) { try PairRequest(encoded: messages[1]) }
    #expect(throws: WireError.unknownTag(3)) { try PairOffer(encoded: messages[2]) }
    #expect(throws: WireError.unknownTag(4)) { try PairAccept(encoded: messages[3]) }
    #expect(throws: WireError.unknownTag(1)) { try PairConfirm(encoded: messages[0]) }
  }

  @Test func ciphertextsHaveOneSize() throws {
    let accept = try Self.messages(hybrid: false)[2].encoded()
    let wrong = accept.prefix(34) + [4, 0, 1, 1, 0xAA] + accept.suffix(32)
    #expect(throws: WireError.invalidValue) { try PairMessage(encoded: [UInt8](wrong)) }
  }
}
