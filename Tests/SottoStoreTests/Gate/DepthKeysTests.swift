import SottoCore
import SottoCrypto
import SottoStore
import TestSupport
import Testing

@Suite struct DepthKeysTests {
  let first = SymmetricKey.random(SeededRandom(seed: 7))

  @Test func eachKeyIsDerivedFromTheOneAbove() throws {
    let all = DepthKeys(first, at: .real)
    for depth in Depth.all {
      let deeper = DepthKeys(try #require(all[depth]), at: depth)
      for other in Depth.all { #expect(deeper[other] == (other < depth ? nil : all[other])) }
    }
    for depth in Depth.all.dropLast() {
      let key = try #require(all[depth])
      let next = HKDF.deriveKey(input: key.secret, salt: [], info: Label.depthKey.bytes)
      #expect(all[try #require(depth.next)] == next)
    }
  }

  @Test func derivedKeysDifferByPurposeAndDepth() {
    let keys = DepthKeys(first, at: .real)
    var seen: [SymmetricKey] = []
    for depth in Depth.all {
      for label in [Label.layerSlot, .spoolRow, .groupSlot, .depthKeyPair] {
        if let key = keys.derived(label, at: depth) { seen.append(key) }
      }
    }
    #expect(seen.count == 4 * 32)
    #expect(Set(seen.map { $0.secret.withUnsafeBytes { hex($0) } }).count == seen.count)
  }
}
