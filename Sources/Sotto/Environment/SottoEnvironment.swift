import SottoCore
import SottoCrypto
import SottoStore

/// What the client takes from outside. The defaults are what the product uses; tests replace them.
public struct SottoEnvironment: Sendable {
  public var random: any RandomSource
  public var connector: any RelayConnector
  public var clock: any SottoClock
  /// Does ML-KEM for pairings; without one they end classical.
  public var kem: (any KEMProvider)?
  /// How long an answer of a relay may take.
  public var answerTimeout: TimeSpan
  public var connectTimeout: TimeSpan
  /// Makes steps of the store fail; tests set it.
  package var storeFaults: (any StoreFaults)?

  public init(
    random: any RandomSource = SystemRandom(), clock: any SottoClock = SystemClock(),
    connector: any RelayConnector = TLSConnector(), kem: (any KEMProvider)? = SoftwareKEM(),
    answerTimeout: TimeSpan = .seconds(20), connectTimeout: TimeSpan = .seconds(10)
  ) {
    self.random = random
    self.clock = clock
    self.connector = connector
    self.kem = kem
    self.answerTimeout = answerTimeout
    self.connectTimeout = connectTimeout
  }
}

extension SottoEnvironment {
  package init(
    clock: any SottoClock = SystemClock(), answerTimeout: TimeSpan = .seconds(20), storeFaults: any StoreFaults
  ) {
    self.init(clock: clock, answerTimeout: answerTimeout)
    self.storeFaults = storeFaults
  }
}
