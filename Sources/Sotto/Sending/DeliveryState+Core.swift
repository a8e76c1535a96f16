import SottoCore

extension DeliveryState {
  init(_ state: OutboxState) {
    self =
      switch state {
      case .queued, .keysPending, .inFlight: .queued
      case .atRelay: .atRelay
      case .stored: .stored
      case .read: .read
      case .failed(let reason): .failed(DeliveryFailure(reason))
      case .sealedToFile: .sealedToFile
      }
  }
}

extension DeliveryFailure {
  init(_ failure: SendFailure) {
    self =
      switch failure {
      case .expired: .expired
      case .unconfirmed: .unconfirmed
      case .unknownMailbox: .unknownMailbox
      case .badAccessKey: .badAccessKey
      case .tooLarge: .tooLarge
      case .malformed: .malformed
      case .refused: .refused
      case .cannotSeal: .cannotSeal
      case .noRelay: .noRelay
      case .attachmentUnavailable: .attachmentUnavailable
      case .deviceNotListed: .deviceNotListed
      case .discarded: .discarded
      }
  }
}
