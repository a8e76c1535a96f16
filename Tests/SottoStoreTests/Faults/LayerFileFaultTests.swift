import SottoCrypto
import SottoStore
import Testing

@Suite struct LayerFileFaultTests {
  let folder = TemporaryFolder()
  let faults = CountingFaults()

  private var layerFiles: [String] {
    TemporaryFolder.names(in: folder.profile).filter { $0.hasSuffix(".bak") }
  }

  private func open() throws -> ProfileStore {
    faults.arm(.none)
    return try ProfileStore.open(folder.profile, random: SystemRandom(), faults: faults)
  }

  @Test func aReplacementHasAnotherNameAndNoByteInCommon() throws {
    let store = try ProfileStore.create(in: folder.profile)
    let old = try #require(layerFiles.first)
    let before = TemporaryFolder.read("\(folder.profile)/\(old)")
    try store.replaceLayerFile()
    let new = try #require(layerFiles.first)
    #expect(layerFiles.count == 1 && new != old)
    let after = TemporaryFolder.read("\(folder.profile)/\(new)")
    #expect(after.count == before.count)
    for slot in 0..<32 {
      let range = slot * 262_200..<slot * 262_200 + 64
      #expect(after[range] != before[range])
    }
    #expect(store.examine().isEmpty)
  }

  @Test func eachFailingStepLeavesOneSoundFile() throws {
    _ = try ProfileStore.create(in: folder.profile)
    let store = try open()
    try store.replaceLayerFile()
    let steps = faults.steps
    #expect(steps.contains(.commit) && steps.last == .remove)
    for step in steps.samples(stride: 16) {
      faults.arm(.fail(at: step, .full))
      #expect(throws: StoreError.full) { try store.replaceLayerFile() }
      faults.arm(.none)
      #expect(!store.examine().contains(.layerFile), "step \(step)")
      // Where only the removal of the old one failed, that is a stray until the next opening.
      #expect(layerFiles.count == (steps[step - 1] == .remove ? 2 : 1), "step \(step)")
    }
  }

  @Test func eachCrashLeavesOneSoundFileAfterOpening() throws {
    _ = try ProfileStore.create(in: folder.profile)
    let steps: [StoreStep] = try {
      let store = try open()
      try store.replaceLayerFile()
      return faults.steps
    }()
    for step in steps.samples(stride: 16) {
      do {
        let store = try open()
        faults.arm(.crash(at: step))
        #expect(throws: CountingFaults.crash) { try store.replaceLayerFile() }
      }
      let store = try open()
      #expect(layerFiles.count == 1, "step \(step)")
      #expect(store.examine().isEmpty, "step \(step)")
    }
  }

  @Test func aStrayLayerFileIsRemovedAndNothingElse() throws {
    _ = try ProfileStore.create(in: folder.profile)
    TemporaryFolder.write([1], to: "\(folder.profile)/0b0e1c52-0000-4000-8000-000000000000.bak")
    TemporaryFolder.write([1], to: "\(folder.profile)/notes.txt")
    _ = try open()
    #expect(layerFiles.count == 1)
    #expect(TemporaryFolder.names(in: folder.profile).contains("notes.txt"))
  }
}
