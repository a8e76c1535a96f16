import SottoCrypto
import SottoStore
import Testing

@Suite struct CreationFaultTests {
  static let steps: [StoreStep] = {
    let folder = TemporaryFolder()
    let faults = CountingFaults()
    _ = try? ProfileStore.create(in: folder.profile, random: SystemRandom(), faults: faults)
    return withExtendedLifetime(folder) { faults.steps }
  }()

  @Test func aDiskThatIsFullForAMomentLeavesNoProfile() throws {
    #expect(Self.steps.contains(.rename))
    for step in Self.steps.samples(stride: 64) {
      let folder = TemporaryFolder()
      let faults = CountingFaults(.fail(at: step, .full))
      #expect(throws: StoreError.full, "step \(step)") {
        _ = try ProfileStore.create(in: folder.profile, random: SystemRandom(), faults: faults)
      }
      try expectUsable(folder, step)
    }
  }

  @Test func aCrashLeavesNoProfileOrAWholeOne() throws {
    for step in Self.steps.samples(stride: 64) {
      let folder = TemporaryFolder()
      let faults = CountingFaults(.crash(at: step))
      _ = try? ProfileStore.create(in: folder.profile, random: SystemRandom(), faults: faults)
      try expectUsable(folder, step)
    }
  }

  /// Else a loss of power could take the whole path with it.
  @Test func everyMissingParentIsMadeDurable() throws {
    let syncs = Self.steps.count { $0 == .sync }
    let folder = TemporaryFolder()
    let faults = CountingFaults()
    _ = try ProfileStore.create(in: "\(folder.path)/one/two/profile", random: SystemRandom(), faults: faults)
    #expect(faults.steps.count { $0 == .sync } == syncs + 2)
  }

  /// Either there is a whole profile, or nothing that keeps the next attempt from making one.
  private func expectUsable(_ folder: TemporaryFolder, _ step: Int) throws {
    let store: ProfileStore
    do {
      store = try ProfileStore.open(folder.profile)
    } catch {
      #expect(error == .notFound, "step \(step)")
      store = try ProfileStore.create(in: folder.profile)
    }
    #expect(try store.read { try $0.contacts.count() } == 0, "step \(step)")
    #expect(TemporaryFolder.names(in: folder.path) == ["profile"], "step \(step)")
    #expect(TemporaryFolder.names(in: folder.profile).filter { $0.hasSuffix(".bak") }.count == 1, "step \(step)")
  }
}
