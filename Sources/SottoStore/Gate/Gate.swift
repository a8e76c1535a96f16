import SottoCore
import SottoCrypto
import SottoWire

/// The way from the device key to the keys of a depth.
package enum Gate {
  /// What an open gate yields.
  package struct Keys {
    package let depthKeys: DepthKeys
    package let floorKey: FloorKey

    package init(depthKeys: DepthKeys, floorKey: FloorKey) {
      self.depthKeys = depthKeys
      self.floorKey = floorKey
    }
  }

  // MARK: First launch

  /// The row of a profile without PINs: K0 in the open box, random verifiers, the floor key for every depth.
  package static func make(
    deviceKey: DeviceKey, keys: Keys, random: any RandomSource
  ) throws(CryptoError) -> GateRow {
    let salt = random.bytes(GateRow.saltSize)
    var row = GateRow(
      salt: salt,
      verifiers: Depth.all.map { _ in random.bytes(GateRow.verifierSize) },
      openBox: try openBox(for: keys.depthKeys, deviceKey: deviceKey, salt: salt, random: random),
      publicKeys: [],
      sealedFloorKeys: [],
      lockoutBox: try seal(
        Lockout.none.encodedSecret(), under: deviceKey.derive(.lockoutBox, salt: salt), label: .lockoutBox,
        random: random),
      flagsBox: try seal(
        GateFlags.none.encodedSecret(), under: keys.floorKey.tableKey(flagsName), label: .gateFlags, random: random),
      fill: random.bytes(GateRow.fillSize))
    for depth in Depth.all {
      guard let pair = try keys.depthKeys.keyPair(at: depth) else { continue }
      row.publicKeys.append(pair.publicKey.rawRepresentation)
      row.sealedFloorKeys.append(try seal(keys.floorKey, to: pair.publicKey, at: depth, random: random))
    }
    return row
  }

  // MARK: Opening

  /// Opens a gate that asks for no PIN.
  package static func open(_ row: GateRow, with deviceKey: DeviceKey) throws(StoreError) -> Keys {
    // The lockout box always opens; that it does not says that the device key is another one.
    guard open(row.lockoutBox, under: deviceKey.derive(.lockoutBox, salt: row.salt), label: .lockoutBox) != nil else {
      throw .wrongDeviceKey
    }
    guard let content = open(row.openBox, under: deviceKey.derive(.openBox, salt: row.salt), label: .openBox) else {
      throw .locked
    }
    guard let depthKeys = depthKeys(openBox: content) else { throw .damaged(.gate) }
    return Keys(depthKeys: depthKeys, floorKey: try floorKey(of: row, with: depthKeys))
  }

  private static func floorKey(of row: GateRow, with depthKeys: DepthKeys) throws(StoreError) -> FloorKey {
    let depth = depthKeys.depth
    let sealed = row.sealedFloorKeys[depth.index]
    do throws(CryptoError) {
      guard let pair = try depthKeys.keyPair(at: depth) else { throw .authenticationFailure }
      guard pair.publicKey.rawRepresentation == row.publicKeys[depth.index] else { throw .authenticationFailure }
      var recipient = try HPKE.Recipient(
        privateKey: pair, info: floorInfo(pair.publicKey), encapsulatedKey: Array(sealed.prefix(32)))
      return FloorKey(
        secret: try recipient.openSecret(Array(sealed.dropFirst(32)), authenticating: [depth.rawValue]))
    } catch {
      throw .damaged(.gate)
    }
  }

  // MARK: Parts

  private static let flagsName = "gate flags"

  /// What opens the gate at the shallowest depth of `keys` without a PIN.
  package static func openBox(
    for keys: DepthKeys, deviceKey: DeviceKey, salt: [UInt8], random: any RandomSource
  ) throws(CryptoError) -> [UInt8] {
    let content = SecretBytes.concatenation([SecretBytes(copying: [keys.depth.rawValue]), keys.first.secret])
    return try seal(content, under: deviceKey.derive(.openBox, salt: salt), label: .openBox, random: random)
  }

  /// nil where it is not what an open box holds: `depth u8 ‖ depth key[32]`.
  package static func depthKeys(openBox content: SecretBytes) -> DepthKeys? {
    guard content.count == 1 + 32, let depth = Depth(content.withUnsafeBytes { $0[0] }),
      let key = try? SymmetricKey(content[1..<33])
    else { return nil }
    return DepthKeys(key, at: depth)
  }

  private static func floorInfo(_ key: Curve25519.KeyAgreement.PublicKey) -> [UInt8] {
    Label.floorSeal.bytes + key.rawRepresentation
  }

  private static func seal(
    _ floorKey: FloorKey, to key: Curve25519.KeyAgreement.PublicKey, at depth: Depth, random: any RandomSource
  ) throws(CryptoError) -> [UInt8] {
    var sender = try HPKE.Sender(recipientKey: key, info: floorInfo(key), random: random)
    return sender.encapsulatedKey + (try sender.seal(floorKey.secret, authenticating: [depth.rawValue]))
  }

  private static func seal(
    _ content: SecretBytes, under key: SymmetricKey, label: Label, random: any RandomSource
  ) throws(CryptoError) -> [UInt8] {
    try AES.GCM.seal(content, using: key, authenticating: label.bytes, random: random)
  }

  private static func open(_ box: [UInt8], under key: SymmetricKey, label: Label) -> SecretBytes? {
    try? AES.GCM.openSecret(box, using: key, authenticating: label.bytes)
  }
}
