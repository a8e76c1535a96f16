import SottoCore
import SottoCrypto
import SottoStore
import SottoWire
import TestSupport
import Testing

/// Pins the bytes of a profile. Random bytes come from a seed, so that nonces and fillers are the same each time.
@Suite struct StoreVectorsTests {
  private let random = SeededRandom(seed: 20)

  private func text(_ secret: SecretBytes) -> String { secret.withUnsafeBytes { hex($0) } }

  @Test func committedVectorsHold() throws {
    try checkVectors("store", try gate() + boxes() + spool() + parts() + layers())
  }

  private func gate() throws -> [StructureVector] {
    let device = DeviceKey(secret: random.secret(32))
    let first = SymmetricKey.random(random)
    let keys = Gate.Keys(depthKeys: DepthKeys(first, at: .real), floorKey: .random(random))
    let row = try Gate.make(deviceKey: device, keys: keys, random: random)
    // What is pinned must also open.
    #expect(try Gate.open(row, with: device).floorKey.secret == keys.floorKey.secret)
    let chain = SecretBytes.concatenation(Depth.all.compactMap { keys.depthKeys[$0]?.secret })
    return [
      StructureVector(
        "GateRow", row,
        ["device key": text(device.secret), "K0": text(first.secret), "floor key": text(keys.floorKey.secret)]),
      StructureVector(
        "depth keys K0 to K31", bytes: bytes(chain), ["K31": text(try #require(keys.depthKeys[.deepest]).secret)],
        again: {
          var key = first
          return Depth.all.flatMap { _ in
            defer { key = HKDF.deriveKey(input: key.secret, salt: [], info: Label.depthKey.bytes) }
            return bytes(key.secret)
          }
        }),
    ]
  }

  private func bytes(_ secret: SecretBytes) -> [UInt8] { secret.withUnsafeBytes { Array($0) } }

  /// The place that a box is bound to, as the protocol's chapter says it.
  private func place(_ table: String, _ row: [UInt8]) -> [UInt8] {
    var writer = WireWriter()
    writer.string(table)
    writer.bytes(row)
    writer.bytes(Array("box".utf8))
    return writer.finish()
  }

  private func tableKey(_ floor: SecretBytes, _ table: String) -> SymmetricKey {
    HKDF.deriveKey(input: floor, salt: [], info: Label.tableKey.bytes + Array(table.utf8))
  }

  /// `box` made again from what is in it, with the nonce that it has.
  private func sealed(
    _ plaintext: [UInt8], like box: [UInt8], _ key: SymmetricKey, _ place: [UInt8]
  ) throws -> [UInt8] {
    let nonce = Array(box.prefix(AES.GCM.nonceSize))
    return nonce + (try AES.GCM.seal(plaintext, using: key, nonce: nonce, authenticating: place))
  }

  private func boxes() throws -> [StructureVector] {
    let (floor, tokens) = (random.secret(32), random.secret(32))
    let cipher = TableCipher(table: "contacts", sealing: floor, tokens: tokens)
    let key = ContactID(unchecked: random.bytes(16))
    let token = cipher.token(.row, key.bytes)
    let record = DepthFields.safe
    let box = try cipher.seal(record: record, token: token, size: .steps, random: random)
    #expect(try cipher.open(DepthFields.self, box, token: token) == record)
    return [
      StructureVector(
        "Token", bytes: token.bytes,
        ["table": "contacts", "kind": 0, "logical key": hex(key.bytes), "token key": text(tokens)],
        again: {
          let info = Label.tableToken.bytes + Array("contacts".utf8)
          let tokenKey = HKDF.deriveKey(input: tokens, salt: [], info: info).secret
          return Array(HMAC.authenticationCode(for: [0] + key.bytes, using: tokenKey).prefix(16))
        }),
      StructureVector(
        "box of a record", bytes: box,
        ["table": "contacts", "row": token, "part": "box", "record": hex(record.encoded()), "floor key": text(floor)],
        again: {
          let padded = [0, 0, 0, 9] + record.encoded() + [UInt8](repeating: 0, count: 256 - 28 - 4 - 9)
          return try sealed(padded, like: box, tableKey(floor, "contacts"), place("contacts", token.bytes))
        }),
    ]
  }

  private let depth = Depth.all[3]

  private func spool() throws -> [StructureVector] {
    let depthKeys = DepthKeys(SymmetricKey.random(random), at: .real)
    let floor = random.secret(32)
    let content = random.secret(Spool.contentSize)
    let row = try twice(
      Spool.name, Spool.rowID(256), content, try #require(depthKeys.derived(.spoolRow, at: depth)), floor)
    #expect(row.box.count == Spool.rowSize)
    return [
      StructureVector(
        "spool row", bytes: row.box,
        [
          "row": 256, "depth": depth.rawValue, "K0": text(try #require(depthKeys[.real]).secret),
          "floor key": text(floor), "content": text(content),
        ], again: row.again)
    ]
  }

  /// A slot is too long to be committed: its hash is, and what it is made of.
  private func layers() throws -> [StructureVector] {
    let depthKeys = DepthKeys(SymmetricKey.random(random), at: .real)
    let floor = random.secret(32)
    let content = SecretBytes(copying: (0..<LayerFile.contentSize).map { UInt8($0 % 251) })
    let slot = try twice(
      LayerFile.name, [depth.rawValue], content, try #require(depthKeys.derived(.layerSlot, at: depth)), floor)
    #expect(slot.box.count == LayerFile.slotSize)
    return [
      StructureVector(
        "layer slot, its SHA-256", bytes: SHA256.hash(slot.box),
        [
          "depth": depth.rawValue, "K0": text(try #require(depthKeys[.real]).secret), "floor key": text(floor),
          "content": "byte i is i mod 251", "inner nonce": hex(slot.innerNonce),
          "outer nonce": hex(slot.box.prefix(12)),
        ], again: { SHA256.hash(try slot.again()) })
    ]
  }

  private struct Twice {
    let box: [UInt8]
    let innerNonce: [UInt8]
    let again: () throws -> [UInt8]
  }

  /// `content` under a depth's key, and that under the table's.
  private func twice(
    _ table: String, _ row: [UInt8], _ content: SecretBytes, _ key: SymmetricKey, _ floor: SecretBytes
  ) throws -> Twice {
    let cipher = TableCipher(table: table, sealing: floor, tokens: floor)
    let inner = try AES.GCM.seal(
      content, using: key, authenticating: cipher.associatedData(row: row, part: TableCipher.box), random: random)
    let box = try cipher.seal(SecretBytes(copying: inner), row: row, random: random)
    return Twice(box: box, innerNonce: Array(inner.prefix(AES.GCM.nonceSize))) {
      let inner = try sealed(bytes(content), like: inner, key, place(table, row))
      return try sealed(inner, like: box, tableKey(floor, table), place(table, row))
    }
  }

  private func parts() throws -> [StructureVector] {
    let lockout = Lockout(failures: 6, bootID: random.bytes(16), until: 60_000)
    let anchor = LayerFile.Anchor(name: .random(random), sequence: 1)
    return [
      StructureVector(
        "Lockout", lockout, ["failures": 6, "boot id": hex(lockout.bootID), "until": lockout.until]),
      StructureVector("GateFlags", GateFlags.none, ["pin enabled": "0 at every depth", "layers": "0 at every depth"]),
      StructureVector("LayerFile.Anchor", anchor, ["name": anchor.name, "sequence": anchor.sequence]),
      StructureVector(
        "DepthFields", DepthFields.safe, ["visibleThroughDepth": Int.max, "originDepth": 0]),
    ]
  }
}
