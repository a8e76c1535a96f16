import SottoCommand
import Testing

@Suite struct TextFormTests {
  @Test func sizes() {
    let expected: [(UInt64, String)] = [
      (0, "0 B"), (999, "999 B"), (1_000, "1 kB"), (1_234, "1.2 kB"), (999_949, "999.9 kB"), (999_950, "1 MB"),
      (1_500_000, "1.5 MB"), (150_000_000, "150 MB"), (4_294_967_296, "4.3 GB"),
    ]
    for (bytes, text) in expected { #expect(sizeText(bytes) == text) }
    #expect(sizeText(.max).hasSuffix(" TB"))
  }
}
