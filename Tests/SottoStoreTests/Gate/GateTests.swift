import SottoCore
import SottoCrypto
import SottoStore
import TestSupport
import Testing

@Suite struct GateTests {
  let random = SeededRandom(seed: 6)

  private func make(at depth: Depth = .real) throws -> (row: GateRow, device: DeviceKey, keys: Gate.Keys) {
    let device = DeviceKey(secret: random.secret(32))
    let real = DepthKeys(SymmetricKey.random(random), at: .real)
    let key = try #require(real[depth])
    // Public keys of all depths come from the real one; the open box may hold a deeper key.
    let keys = Gate.Keys(depthKeys: real, floorKey: .random(random))
    var row = try Gate.make(deviceKey: device, keys: keys, random: random)
    if depth != .real {
      let deeper = Gate.Keys(depthKeys: DepthKeys(key, at: depth), floorKey: keys.floorKey)
      row.openBox = try Gate.openBox(for: deeper.depthKeys, deviceKey: device, salt: row.salt, random: random)
    }
    return (row, device, keys)
  }

  @Test func aFirstGateOpensAtTheRealDepth() throws {
    let (row, device, keys) = try make()
    #expect(row.encoded().count == 8_192)
    #expect(row.publicKeys.count == 32 && Set(row.publicKeys).count == 32)
    let opened = try Gate.open(row, with: device)
    #expect(opened.depthKeys.depth == .real)
    #expect(opened.floorKey.secret == keys.floorKey.secret)
    for depth in Depth.all { #expect(opened.depthKeys[depth] == keys.depthKeys[depth]) }
  }

  @Test(arguments: [1, 7, 31] as [UInt8])
  func everyDepthReachesTheFloorAndNothingAbove(_ raw: UInt8) throws {
    let depth = try #require(Depth(raw))
    let (row, device, keys) = try make(at: depth)
    let opened = try Gate.open(row, with: device)
    #expect(opened.depthKeys.depth == depth)
    #expect(opened.floorKey.secret == keys.floorKey.secret)
    for other in Depth.all {
      #expect(opened.depthKeys[other] == (other < depth ? nil : keys.depthKeys[other]))
    }
  }

  @Test func randomBytesInTheOpenBoxAskForAPIN() throws {
    var (row, device, _) = try make()
    row.openBox = random.bytes(GateRow.openBoxSize)
    #expect(throws: StoreError.locked) { try Gate.open(row, with: device) }
  }

  @Test func anotherDeviceKeyIsNamed() throws {
    let (row, _, _) = try make()
    #expect(throws: StoreError.wrongDeviceKey) {
      try Gate.open(row, with: DeviceKey(secret: random.secret(32)))
    }
  }

  @Test func aChangedFloorKeyOrPublicKeyIsDamage() throws {
    let (row, device, _) = try make()
    for index in [0, 31, 32, 79] {
      var changed = row
      changed.sealedFloorKeys[0][index] ^= 1
      #expect(throws: StoreError.damaged(.gate)) { try Gate.open(changed, with: device) }
    }
    var changed = row
    changed.publicKeys[0][3] ^= 1
    #expect(throws: StoreError.damaged(.gate)) { try Gate.open(changed, with: device) }
  }
}
