import SottoCore

/// What an operation of the client was refused for. Cases are stable; details are values, never ready-made sentences.
public enum SottoError: Error, Equatable, Sendable {
  // Profile
  case profileExists(path: String)
  case noProfile(path: String)
  /// Another process holds the profile.
  case inUse
  /// A PIN is asked before the profile opens.
  case locked
  case store(StoreFailure)
  /// This client was closed.
  case closed
  /// Something was written by a newer Sotto than this one.
  case newerVersion

  // Names and ids
  case notFound(Subject, String)
  /// What was given names several things; all of them are listed.
  case ambiguous(String, choices: [Choice])

  // Trust
  /// A person has to look before anything is sent.
  case trustNeeded(name: String, TrustReason)
  /// A refusal for authenticity. The reason stays in the person's own list of issues.
  case notAuthentic
  /// A bundle that none of this device's keys opens.
  case notForThisDevice

  // Groups
  case notGroupCapable(String)
  case groupHasNoMembers(String)
  case groupFull(max: Int)
  case alreadyMember(String)
  case notAMember(String)
  /// Another contact or group has it, or one that differs in upper and lower case only.
  case nameTaken(String)
  case invalidName

  // Sending
  case emptyMessage
  /// `limit` in bytes
  case tooLarge(limit: UInt64)
  case tooManyAttachments(limit: Int)
  case noRecipients
  /// Written so long ago that its recipient could take it for a replay.
  case tooOldToRetry

  // Relay
  case noRelay
  /// Others send to the relay that is set, and would not learn of another.
  case relayInUse
  case relay(RelayFailure)

  // Pairing
  case pairing(PairingFailure)

  // Files
  case file(path: String, FileFailure)
  /// The sealed file is a pairing's greeting, which was taken, and shows nothing.
  case nothingInside
  /// Not the structure that was asked for, or damaged.
  case malformed(Subject)
  /// The relay that had it has it no longer.
  case attachmentMissing
  /// It came in a sealed file, and is still there.
  case attachmentInFile
  /// Incomplete, or not what the sender sealed.
  case attachmentDamaged

  case cancelled

  public enum Subject: String, Sendable, CaseIterable {
    case contact, group, message, attachment, outboxEntry, bundle, invitation, relayAddress, pairingFile, recipient
    case issue
  }

  /// One of several things that a name or the start of an id could mean
  public struct Choice: Equatable, Sendable {
    public let subject: Subject
    /// The id again where the thing has no name
    public let name: String
    /// Whole; finds it whatever it is called
    public let id: String

    package init(_ subject: Subject, name: String, id: String) {
      self.subject = subject
      self.name = name
      self.id = id
    }
  }

  public enum TrustReason: String, Sendable, CaseIterable {
    case keyChange, deviceNotListed
  }

  public enum StoreFailure: String, Sendable, CaseIterable {
    case full, readOnly, damaged, unavailable, keyMissing
  }

  public enum FileFailure: String, Sendable, CaseIterable {
    case notFound, notRegular, unreadable, unwritable, exists, full
    /// The path is that of the folder something was to be written to.
    case noFolder, notAFolder
    /// It became shorter or longer while it was read.
    case changed
  }

  public enum RelayFailure: Error, Equatable, Sendable {
    case unreachable
    /// The relay's name has no address.
    case unknownHost
    /// The relay shows another key than its address names.
    case wrongKey
    case protocolViolation
    case unsupportedVersion
    /// `after` in milliseconds
    case rateLimited(after: UInt64)
    case refused(String)
    case noAnswer
    /// The task that asked was cancelled.
    case cancelled
  }

  public enum PairingFailure: String, Sendable, CaseIterable {
    case expired, ownInvitation, refused, cancelled, tooMany, unexpectedStep, noRelay
  }
}

extension SottoError {
  /// The classes that the exit codes of the command line tell apart.
  public enum Class: Sendable {
    case failed, usage, notFound, locked, trustNeeded, rateLimited, inUse, newerVersion
  }

  public var errorClass: Class {
    switch self {
    case .notFound, .ambiguous, .noProfile: .notFound
    case .locked: .locked
    case .trustNeeded, .notAuthentic, .attachmentDamaged: .trustNeeded
    case .relay(.rateLimited): .rateLimited
    case .inUse: .inUse
    case .newerVersion: .newerVersion
    case .invalidName, .emptyMessage, .malformed(.invitation), .malformed(.relayAddress): .usage
    default: .failed
    }
  }
}
