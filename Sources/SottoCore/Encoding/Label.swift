/// Separates the domains of every derivation, signature and hash of Sotto's own: `"sotto/1 " + purpose`, then a zero
/// byte. A purpose is used in exactly one place; this file is the list of all of them.
public enum Label: String, CaseIterable, Sendable {
  // Identity
  case deviceName = "device name"
  case keyPackage = "key package"
  case keyPackageHash = "key package hash"
  case deviceList = "device list"
  case deviceListHash = "device list hash"

  // Pairing
  case invitationAccessKey = "invitation access key"
  case invitationSecret = "invitation pairing secret"
  case pairCommitment = "pair commitment"
  case pairRequestMAC = "pair request"
  case pairTranscript = "pair transcript"
  case pairConfirm = "pair confirm"
  case safetyWords = "safety words"
  case safetyWordsSalt = "safety words salt"

  // Key paths (requirement 3)
  case hybridForwardSecretInfo = "key-path forward-secret hybrid"
  case classicalForwardSecretInfo = "key-path forward-secret classical"
  case hybridTransportInfo = "key-path long-term hybrid"
  case classicalTransportInfo = "key-path long-term classical"
  case prekeyBatch = "prekey batch"

  // Bundles
  case bundleSignature = "group bundle"
  case bundleBodyDigest = "group bundle body"
  case bundleSessionKey = "group bundle session key"
  case singleBundleSignature = "single bundle"
  case singleBundleDigest = "single bundle payload"

  // Envelope
  case envelopeSeal = "envelope"
  case envelopeSignature = "envelope signature"

  // Relay
  case mailboxProof = "mailbox proof"
  case accessKeyHash = "access key"
  case deletionKeyHash = "deletion key"

  // Store
  case depthKey = "next depth"
  case depthKeyPair = "depth key pair"
  case floorSeal = "floor key"
  case openBox = "open box"
  case pinVerifier = "pin verifier"
  case lockoutBox = "lockout"
  case gateFlags = "gate flags"
  case tableKey = "table"
  case tableToken = "token"
  case layerSlot = "layer slot"
  case spoolRow = "spool row"
  case groupSlot = "group slot"
  case fileToken = "bundle file token"

  /// The label's bytes: ASCII, ended by a zero byte.
  public var bytes: [UInt8] {
    Array("sotto/1 \(rawValue)".utf8) + [0]
  }
}
