import CommandLineOutput
import SottoRelay
import SottoRelayCommand
import SottoRelayProtocol
import SottoSQLite
import SottoTransport
import Testing

/// Every failure of the relay's program in words, with the next step where there is one.
@Suite struct RelayFailureTests {
  private static let transport: [TransportError] = [
    .badAddress, .unknownHost, .unreachable(98), .timedOut, .handshakeFailed, .wrongProtocol, .wrongPin,
    .untrustedCertificate, .connectionLost, .closed, .cancelled, .badHostKey, .system(13),
  ]
  private static let database: [SQLiteError] = [
    .full, .readOnly, .corrupt, .busy, .cannotOpen, .inputOutput(10), .constraint(19), .tooBig,
    .newerSchema(found: 2, supported: 1), .other(1),
  ]

  private static var all: [CommandFailure] {
    let errors: [RelayError] =
      [.dataFolder(13), .inUse, .badAddress, .notRunning, .noAddress] + transport.map { .transport($0) }
      + database.map { .store($0) }
    let probes: [RelayProbe.Failure] =
      [.badProtocol(.notReady), .unexpected, .damaged] + transport.map { .unreachable($0) }
      + RefusalCode.allCases.map { .refused($0) }
    return errors.map { CommandFailure($0) } + probes.map { CommandFailure($0) }
  }

  @Test func words() {
    for failure in Self.all {
      #expect(failure.message.split(separator: ": ").count == 2, "\(failure.message)")
      #expect(failure.message.first?.isUppercase == false && !failure.message.contains("\n"))
      let looksLikeCode = zip(failure.message, failure.message.dropFirst()).contains {
        $0.isLowercase && $1.isUppercase
      }
      #expect(!looksLikeCode, "\(failure.message)")
      #expect(!failure.code.isEmpty && failure.code.allSatisfy { $0.isLetter && $0.isASCII })
      #expect(failure.exitCode == .failure)
    }
  }

  @Test func nextSteps() {
    for failure in Self.all {
      guard let trying = failure.trying else { continue }
      #expect(trying.hasPrefix("sotto-relay ") || trying.hasPrefix("df "), "\(trying)")
    }
    #expect(CommandFailure(RelayError.noAddress).trying == "sotto-relay run --data DIR")
    #expect(CommandFailure(RelayError.badAddress).trying == "sotto-relay help run")
    #expect(CommandFailure(RelayError.inUse).trying == "sotto-relay address --data DIR")
    #expect(CommandFailure(RelayProbe.Failure.unreachable(.unreachable(111))).trying == "sotto-relay run --data DIR")
  }
}
