import SottoCore
import SottoCrypto
import TestSupport
import Testing

/// Through sealing, which is what the cache is for.
@Suite struct PairwiseKeyCacheTests {
  let random = SeededRandom(seed: 32)
  let alice: TestDevice
  let bob: TestDevice
  let content = Array("text".utf8)

  init() throws {
    alice = try TestDevice(random)
    bob = try TestDevice(random)
    alice.pair(with: bob, try TestDevice.material(random))
  }

  private func send() throws {
    let bundle = try alice.sealSingle(content, to: try alice.recipient(bob))
    #expect(try bob.open(bundle).content == content)
  }

  @Test func onePeerCostsOneAgreement() throws {
    for _ in 0..<5 { try send() }
    #expect(alice.cache.agreementCount == 1)
    #expect(bob.cache.agreementCount == 1)
    // The other direction and the classical path have keys of their own, from the same agreement.
    let back = try bob.sealSingle(content, to: try bob.recipient(alice))
    #expect(try alice.open(back).content == content)
    #expect(alice.cache.agreementCount == 1)
  }

  @Test func newMaterialReplacesTheCachedKey() throws {
    try send()
    alice.pair(with: bob, try TestDevice.material(random))
    try send()
    alice.pair(with: bob, nil)
    try send()
    #expect(alice.cache.agreementCount == 1)
  }

  @Test func aPeerWithANewIdentityKeyGetsANewAgreement() throws {
    try send()
    let other = try TestDevice(random)
    alice.pair(with: other, nil)
    // Bob's signing key with another identity key: as after a repeated pairing with changed keys.
    alice.known = [
      PeerKeys(
        signingKey: bob.identity.signingKey, identityKey: other.identity.identityKey, quantum: nil)
    ]
    other.known = [alice.keys(nil)]
    let incoming = try other.sealSingle(content, to: try other.recipient(alice))
    #expect(throws: BundleError.self) { try alice.open(incoming) }
    #expect(alice.cache.agreementCount == 2)
  }

  @Test func forgettingAndLockingDropKeys() throws {
    try send()
    alice.cache.forget(bob.id)
    try send()
    #expect(alice.cache.agreementCount == 2)
    alice.cache.removeAll()
    try send()
    #expect(alice.cache.agreementCount == 3)
  }
}
