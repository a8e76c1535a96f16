/// Where a pair message goes.
public struct PairDestination: Hashable, Sendable {
  public enum Relay: Hashable, Sendable {
    /// From a key package, with its full pin.
    case address(RelayAddress)
    /// From an invitation, with half of it.
    case endpoint(RelayEndpoint)
  }

  public let mailbox: MailboxKey
  /// nil where the messages travel as files.
  public let relay: Relay?
  public let accessKey: AccessKey

  /// The inbox of the device.
  init(inboxOf package: KeyPackage) {
    mailbox = package.mailboxKey
    relay = package.relay.map(Relay.address)
    accessKey = package.accessKey
  }

  /// The mailbox made for the invitation.
  init(windowOf invitation: Invitation) {
    mailbox = invitation.windowKey
    relay = invitation.relay.map(Relay.endpoint)
    accessKey = invitation.accessKey
  }
}
