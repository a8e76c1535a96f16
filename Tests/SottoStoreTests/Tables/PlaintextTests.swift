import SottoCore
import SottoCrypto
import SottoStore
import TestSupport
import Testing

/// Nothing that was put in can be found in any file of the profile.
@Suite struct PlaintextTests {
  let folder = TemporaryFolder()
  let random = SeededRandom(seed: 15)

  @Test func noFileHoldsWhatWasPutIn() throws {
    var values: [(what: String, bytes: [UInt8])] = []
    do {
      let store = try ProfileStore.create(in: folder.profile)
      values = try Samples.fill(store, random)
      // Also while it lies in the write-ahead log.
      expectAbsent(values)
    }
    expectAbsent(values)
  }

  private func expectAbsent(_ values: [(what: String, bytes: [UInt8])]) {
    let names = TemporaryFolder.names(in: folder.profile).filter { !$0.hasSuffix(".bak") && $0 != "objects" }
    for name in names {
      let content = TemporaryFolder.read("\(folder.profile)/\(name)")
      for value in values where value.bytes.count >= 6 {
        // The first bytes are enough to find it, and chance does not make eight.
        let start = Array(value.bytes.prefix(8))
        #expect(!Search.contains(content, start), "\(value.what) in \(name)")
      }
    }
  }
}
