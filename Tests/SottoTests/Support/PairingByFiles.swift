import Sotto
import Testing

/// Carries the five files; both sides have the pair when it returns.
func pairByFiles(_ inviter: Sotto, _ joiner: Sotto) async throws {
  let (invitation, _) = try await inviter.createPairingFile()
  let one = try await joiner.acceptPairingFile(invitation: invitation)
  let two = try await inviter.handlePairingFile(one).bytes
  let three = try await joiner.handlePairingFile(two).bytes
  let four = try await inviter.handlePairingFile(three).bytes
  #expect(try await inviter.contacts().isEmpty)
  let five = try await joiner.handlePairingFile(four).bytes
  guard case .done(let contact) = try await inviter.handlePairingFile(five) else {
    Issue.record("the greeting did not complete the pairing")
    return
  }
  #expect(try await inviter.contacts() == [contact])
}

extension PairingFileStep {
  /// Of the next file; empty where there is none
  fileprivate var bytes: [UInt8] {
    if case .reply(let bytes, _) = self { bytes } else { [] }
  }
}
