import SottoCore
import SottoStore

extension SottoError {
  /// The client's word for an error of the parts below. Each area's own type says more; it is what tests look at.
  init(_ error: any Error) {
    switch error {
    case let error as SottoError: self = error
    case let error as StoreError: self.init(error)
    case let error as BundleError: self.init(error)
    case let error as ContentError: self.init(error)
    case let error as PairingError: self.init(error)
    case let error as GroupError: self.init(error)
    case let failure as RelayFailure: self = .relay(failure)
    case is CancellationError: self = .cancelled
    default: self = .store(.unavailable)
    }
  }

  init(_ error: StoreError) {
    switch error {
    case .inUse: self = .inUse
    case .locked: self = .locked
    case .newerVersion: self = .newerVersion
    case .closed: self = .closed
    case .full: self = .store(.full)
    case .readOnly: self = .store(.readOnly)
    case .missing(.deviceKey), .missing(.gate), .missing(.tokenKey), .wrongDeviceKey: self = .store(.keyMissing)
    case .missing, .damaged: self = .store(.damaged)
    case .notFound, .alreadyExists, .recordTooLarge, .inputOutput, .database: self = .store(.unavailable)
    }
  }
}

extension SottoError {
  init(_ error: InvitationError) {
    if case .unsupportedVersion(let version) = error, version > 0 {
      self = .newerVersion
    } else {
      self = .malformed(.invitation)
    }
  }

  init(_ error: PairingError) {
    self =
      switch error {
      case .expired: .pairing(.expired)
      case .ownInvitation: .pairing(.ownInvitation)
      default: .pairing(.refused)
      }
  }

  init(_ error: ContentError) {
    self =
      switch error {
      case .newerVersion, .criticalExtension: .newerVersion
      case .tooLarge(let limit): .tooLarge(limit: UInt64(limit))
      case .malformedPadding, .malformed: .malformed(.message)
      }
  }

  init(_ error: BundleError) {
    self =
      switch error {
      case .unsupportedVersion, .unsupportedMode, .unsupportedEnvelopeVersion: .newerVersion
      case .malformed, .tooLarge: .malformed(.bundle)
      case .refused(.recipientSlotNotFound, _), .unknownSender, .missingQuantumKeyMaterial: .notForThisDevice
      case .refused: .notAuthentic
      case .groupHasNoMembers: .noRecipients
      case .contentTooLong(let limit): .tooLarge(limit: UInt64(limit))
      case .lookupFailed: .store(.unavailable)
      case .tooManyRecipients, .keyPath, .prekeyBatchSize, .tooManyShards, .sealingFailed: .malformed(.recipient)
      }
  }

  init(_ error: GroupError) {
    self =
      switch error {
      case .groupFull(let limit): .groupFull(max: limit)
      case .notGroupCapable(let name): .notGroupCapable(name)
      case .invalidName: .invalidName
      case .depthNotReadable, .malformedArrays, .sealingFailed: .store(.damaged)
      }
  }
}
