import CommandLineParsing
import Sotto

extension ExitCode {
  static let notFound = ExitCode(3)
  static let locked = ExitCode(4)
  static let trustNeeded = ExitCode(5)
  /// Some recipients have it, others not.
  static let partly = ExitCode(6)
  static let queued = ExitCode(7)
  static let rateLimited = ExitCode(8)
  static let inUse = ExitCode(9)
  static let newerVersion = ExitCode(10)

  init(_ errorClass: SottoError.Class) {
    self =
      switch errorClass {
      case .failed: .failure
      case .usage: .usage
      case .notFound: .notFound
      case .locked: .locked
      case .trustNeeded: .trustNeeded
      case .rateLimited: .rateLimited
      case .inUse: .inUse
      case .newerVersion: .newerVersion
      }
  }
}
