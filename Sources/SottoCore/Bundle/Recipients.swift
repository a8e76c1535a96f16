/// A device that its account's signed list names with exactly these keys. Nothing is sealed to anything else, and
/// `Recipients.resolve` alone makes one.
public struct ListedDevice: Sendable, Equatable {
  public let keys: PeerKeys

  public var deviceID: DeviceID { keys.deviceID }

  fileprivate init(_ keys: PeerKeys) {
    self.keys = keys
  }
}

/// The devices that a send reaches, and those that get no copy.
public struct Recipients: Sendable, Equatable {
  public enum Refusal: Hashable, Sendable {
    /// No device list of the account is known.
    case noDeviceList
    /// The list is not signed by its list key.
    case listSignatureInvalid
    /// The list does not name the device, or names it with other keys.
    case notListed
  }

  /// Told to the person; they do not keep the others from getting theirs.
  public struct Refused: Hashable, Sendable {
    public let device: DeviceID
    public let reason: Refusal
  }

  /// In the order given, each once.
  public let devices: [ListedDevice]
  public let refused: [Refused]

  /// Checks every device against the list of its account, which the peer's record holds since the pairing. `list`
  /// returns the list for a device, nil where there is none.
  public static func resolve(_ peers: [PeerKeys], list: (DeviceID) -> DeviceList?) -> Recipients {
    var seen: Set<DeviceID> = []
    var devices: [ListedDevice] = []
    var refused: [Refused] = []
    for peer in peers where seen.insert(peer.deviceID).inserted {
      if let reason = refusal(of: peer, list(peer.deviceID)) {
        refused.append(Refused(device: peer.deviceID, reason: reason))
      } else {
        devices.append(ListedDevice(peer))
      }
    }
    return Recipients(devices: devices, refused: refused)
  }

  private static func refusal(of peer: PeerKeys, _ list: DeviceList?) -> Refusal? {
    guard let list else { return .noDeviceList }
    guard (try? list.verify()) != nil else { return .listSignatureInvalid }
    return list.contains(signingKey: peer.signingKey, identityKey: peer.identityKey) ? nil : .notListed
  }

  /// The devices in as many bundles as they need, `Limits.recipients` in each. Throws `groupHasNoMembers` for none.
  public func bundles() throws(BundleError) -> [[ListedDevice]] {
    guard !devices.isEmpty else { throw .groupHasNoMembers }
    return stride(from: 0, to: devices.count, by: Limits.recipients).map {
      Array(devices[$0..<min($0 + Limits.recipients, devices.count)])
    }
  }
}
