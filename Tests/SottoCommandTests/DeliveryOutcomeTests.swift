import Sotto
import SottoCommand
import SottoCore
import Testing

@Suite struct DeliveryOutcomeTests {
  private func code(_ goal: DeliveryGoal, _ states: DeliveryState...) -> Int32 {
    let deliveries = states.map { state in
      RecipientDelivery(
        device: DeviceID(unchecked: [UInt8](repeating: 1, count: 32)), name: "x", state: state, longTermPath: false,
        isHybrid: true)
    }
    return DeliveryOutcome(deliveries, goal: goal).exitCode.rawValue
  }

  @Test func allReached() {
    #expect(code(.atRelay, .atRelay, .stored, .read) == 0)
    #expect(code(.stored, .stored, .read) == 0)
    #expect(code(.atRelay) == 0)
  }

  @Test func some() {
    #expect(code(.stored, .stored, .atRelay) == 6)
    #expect(code(.atRelay, .atRelay, .queued) == 6)
    #expect(code(.atRelay, .atRelay, .failed(.refused)) == 6)
    #expect(code(.atRelay, .queued, .failed(.refused)) == 6)
  }

  @Test func none() {
    #expect(code(.atRelay, .queued, .queued) == 7)
    #expect(code(.stored, .atRelay) == 7)
    #expect(code(.atRelay, .failed(.unknownMailbox), .failed(.noRelay)) == 1)
  }
}
