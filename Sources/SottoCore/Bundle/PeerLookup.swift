import SottoCrypto

/// What opening a bundle asks of the profile. An error from any of these ends the opening with
/// `BundleError.lookupFailed`, undecided, so that a failing disk is never mistaken for a message for somebody else.
public protocol PeerLookup {
  /// All peers; or the one whose envelope the bundle came in, which then is the only possible sender.
  func peers() throws -> [PeerKeys]
  /// The private half of a prekey that this device made for `peer`; nil where there is none any more.
  func prekey(_ id: PrekeyID, from peer: DeviceID) throws -> P256.KeyAgreement.PrivateKey?
  /// Whether `sender` is a member, at any depth, of a group that is known here; nil where the group is not.
  func isMember(_ sender: DeviceID, of group: GroupID) throws -> Bool?
}
