import SottoCore
import SottoCrypto
import SottoWire
import TestSupport
import Testing

@Suite struct BundleFileTests {
  let random = SeededRandom(seed: 46)

  private func file(_ sizes: [Int]) throws -> BundleFile {
    try #require(BundleFile(bundles: sizes.map { random.bytes($0) }))
  }

  @Test func headerIsThatOfTheDescription() throws {
    let file = try #require(BundleFile(bundles: [[9, 8, 7, 6], [5]]))
    #expect(file.header() == Array("STTF".utf8) + [1, 0, 2, 4, 9, 8, 7, 6, 1, 5])
  }

  @Test func whatFollowsTheHeaderIsLeftAlone() throws {
    let file = try file([100, 70_000])
    let header = file.header()
    let parsed = try BundleFile.parse(header + random.bytes(1_000))
    #expect(parsed == .complete(file, headerSize: header.count))
  }

  /// A reader that gives what is asked for comes to the end, and is never asked for more than a header can have.
  @Test func askingForMoreEndsWithTheHeader() throws {
    let file = try file([300, 20, 5_000])
    let bytes = file.header() + random.bytes(10)
    var given = 0
    var rounds = 0
    while true {
      let parsed = try BundleFile.parse(Array(bytes.prefix(given)))
      guard case .needsMore(let count) = parsed else {
        #expect(parsed == .complete(file, headerSize: bytes.count - 10))
        break
      }
      #expect(count > given && count <= bytes.count)
      given = count
      rounds += 1
    }
    #expect(rounds <= 8)
  }

  @Test func otherFilesAreTold() {
    #expect(throws: BundleFile.Failure.notABundleFile) { try BundleFile.parse(Array("STTO".utf8)) }
    #expect(throws: BundleFile.Failure.notABundleFile) { try BundleFile.parse([1]) }
    #expect(throws: BundleFile.Failure.notABundleFile) { try BundleFile.parse(Array("STTF".utf8) + [0]) }
    #expect(throws: BundleFile.Failure.unsupportedVersion(2)) { try BundleFile.parse(Array("STTF".utf8) + [2]) }
  }

  @Test func numbersAndSizesAreBounded() throws {
    #expect(BundleFile(bundles: []) == nil)
    #expect(BundleFile(bundles: Array(repeating: [1], count: 33)) == nil)
    #expect(BundleFile(bundles: [[UInt8](repeating: 0, count: Limits.bundle + 1)]) == nil)
    let start = Array("STTF".utf8) + [1]
    #expect(throws: BundleFile.Failure.malformed(.invalidValue)) { try BundleFile.parse(start + [0, 0]) }
    #expect(throws: BundleFile.Failure.malformed(.tooLong(max: 32))) { try BundleFile.parse(start + [0, 33]) }
    #expect(throws: BundleFile.Failure.malformed(.tooLong(max: Limits.bundle))) {
      try BundleFile.parse(start + [0, 1, 0x80, 4, 0, 1])
    }
  }

  @Test func hostileHeadersDoNotTrap() throws {
    let file = try file([20, 30])
    try assertCanonical(file.header()) { bytes in
      guard case .complete(let file, let size) = try BundleFile.parse(bytes) else { throw WireError.truncated }
      return file.header() + bytes[size...]
    }
  }

  @Test func aBundleIsKnownAgainByItsToken() {
    let bundle = random.bytes(50)
    #expect(BundleFile.token(of: bundle) == BundleFile.token(of: bundle))
    #expect(BundleFile.token(of: bundle) != BundleFile.token(of: bundle + [0]))
    #expect(BundleFile.token(of: bundle) == SHA256.hash(Array("sotto/1 bundle file token".utf8) + [0] + bundle))
  }
}
