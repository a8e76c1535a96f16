import Sotto
import SottoCore
import Testing

/// The store fails at the n-th step, then the process is gone: nothing is lost and nothing is there twice.
@Suite struct CrashTests {
  /// More than one message needs on either side.
  private static let steps = 16

  @Test func receivingSurvivesAFailureAtEveryStep() async throws {
    let world = try TestWorld()
    let (alice, first) = try await world.pairedProfiles()
    await first.close()
    let contact = try await alice.onlyContact().id
    for step in 0..<Self.steps {
      let sent = try await alice.send("\(step)", to: .contact(contact))
      _ = try await alice.waitForDelivery(of: sent.messageID, until: .atRelay, timeout: .seconds(20))
      let faults = FailingStore()
      let failing = try world.reopen("bob", environment: .init(storeFaults: faults))
      faults.fail(after: step)
      _ = await failing.sync(timeout: .seconds(1))
      await failing.halt()
      let bob = try world.reopen("bob")
      _ = await bob.sync()
      #expect(try await bob.messages().map(\.text) == (0...step).map(String.init), "step \(step)")
      #expect(try await bob.issues().isEmpty, "step \(step)")
      await bob.close()
      let stored = try await alice.waitForDelivery(of: sent.messageID, until: .stored, timeout: .seconds(20))
      #expect(stored.map(\.state) == [.stored], "step \(step)")
    }
    await alice.close()
  }

  @Test func sendingSurvivesAFailureAtEveryStep() async throws {
    let world = try TestWorld()
    let (first, bob) = try await world.pairedProfiles()
    let contact = try await first.onlyContact().id
    await first.close()
    var expected: [String] = []
    for step in 0..<Self.steps {
      let faults = FailingStore()
      let failing = try world.reopen("alice", environment: .init(storeFaults: faults))
      faults.fail(after: step)
      let isAccepted = (try? await failing.send("\(step)", to: .contact(contact))) != nil
      await failing.halt()
      let alice = try world.reopen("alice")
      _ = await alice.sync()
      let own = try await alice.messages().map(\.text)
      // What was reported as sent is there; what failed is there only where the failure came after the commit.
      if isAccepted { expected.append("\(step)") }
      #expect(own == expected || own == expected + ["\(step)"], "step \(step)")
      expected = own
      await alice.close()
    }
    #expect(expected.last == "\(Self.steps - 1)")
    #expect(try await bob.waitForMessages(expected.count).map(\.text) == expected)
    #expect(try await bob.issues().isEmpty)
    await bob.close()
  }
}
