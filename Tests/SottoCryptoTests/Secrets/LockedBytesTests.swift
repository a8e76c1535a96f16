import SottoCrypto
import TestSupport
import Testing

@Suite struct LockedBytesTests {
  @Test func keepsWhatItWasGiven() {
    for size in [0, 1, 64, 4_096, 10_000] {
      let secret = SeededRandom(seed: UInt64(size)).secret(size)
      #expect(LockedBytes(copying: secret).secret == secret)
    }
  }

  @Test func printingShowsNoSecret() {
    let bytes = LockedBytes(copying: SecretBytes(copying: [0xAB, 0xCD, 0xEF]))
    #expect("\(bytes)" == "LockedBytes(redacted)")
    #expect(String(reflecting: bytes) == "LockedBytes(redacted)")
    var dumped = ""
    dump(bytes, to: &dumped)
    #expect(!dumped.contains("171"))
  }
}
