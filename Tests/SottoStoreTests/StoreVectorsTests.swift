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
    try checkVectors("store", try gate() + boxes() + layers() + parts())
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
        "depth keys K0 to K31", bytes: chain.withUnsafeBytes { Array($0) },
        ["K31": text(try #require(keys.depthKeys[.deepest]).secret)], reencode: { $0 }),
    ]
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
        ["table": "contacts", "kind": 0, "logical key": hex(key.bytes), "token key": text(tokens)], reencode: { $0 }),
      StructureVector(
        "box of a record", bytes: box,
        ["table": "contacts", "row": token, "part": "box", "record": hex(record.encoded()), "floor key": text(floor)],
        reencode: { $0 }),
    ]
  }

  private func layers() throws -> [StructureVector] {
    let depthKeys = DepthKeys(SymmetricKey.random(random), at: .real)
    let floor = random.secret(32)
    let depth = try #require(Depth(3))
    let content = random.secret(Spool.contentSize)
    let key = try #require(depthKeys.derived(.spoolRow, at: depth))
    let cipher = TableCipher(table: Spool.name, sealing: floor, tokens: floor)
    let place = cipher.associatedData(row: Spool.rowID(256), part: TableCipher.box)
    let inner = SecretBytes(copying: try AES.GCM.seal(content, using: key, authenticating: place, random: random))
    let box = try cipher.seal(inner, row: Spool.rowID(256), random: random)
    #expect(box.count == Spool.rowSize)
    return [
      StructureVector(
        "spool row", bytes: box,
        [
          "row": 256, "depth": 3, "K0": text(try #require(depthKeys[.real]).secret), "floor key": text(floor),
          "content": text(content),
        ], reencode: { $0 })
    ]
  }

  private func parts() throws -> [StructureVector] {
    let lockout = Lockout(failures: 6, bootID: random.bytes(16), until: 60_000)
    let anchor = LayerFile.Anchor(name: .random(random), sequence: 1)
    return [
      StructureVector(
        "Lockout", lockout, ["failures": 6, "boot id": hex(lockout.bootID), "until": lockout.until]),
      StructureVector("GateFlags", GateFlags.none, ["pin enabled": "0 at every depth", "layers": "0 at every depth"]),
      StructureVector("layer anchor", anchor, ["name": anchor.name, "sequence": anchor.sequence]),
      StructureVector(
        "DepthFields", DepthFields.safe, ["visible through depth": Int.max, "origin depth": 0]),
    ]
  }
}
