import Sotto
import SottoCore
import SottoRelay
import Testing

/// Init, pair, send, read: over a real relay.
@Suite struct ThinPathTests {
  @Test func aMessageTravelsFromOneProfileToAnother() async throws {
    let world = try TestWorld()
    let alice = try world.profile("alice")
    let bob = try world.profile("bob")
    let steps = try await pair(alice, bob)
    #expect(steps.inviter.last == .greetingsIn)
    #expect(steps.joiner.last == .greetingsIn)
    #expect(try await alice.contacts().map(\.isHybrid) == [true])

    let name = try await alice.contacts()[0].name
    let sent = try await alice.send("see you at six", to: .named(name))
    #expect(sent.recipients.map(\.longTermPath) == [false])
    let received = try await bob.waitForMessages(1)
    #expect(received.map(\.text) == ["see you at six"])
    #expect(received.first?.id == sent.messageID)

    let deliveries = try await alice.waitForDelivery(of: sent.messageID, until: .stored, timeout: .seconds(20))
    #expect(deliveries.map(\.state) == [.stored])
    await alice.close()
    await bob.close()
  }
}
