import SottoCore
import SottoWire
import TestSupport
import Testing

@Suite struct CapabilityMarkTests {
  @Test(arguments: [
    (nil, TargetVersion.direct), (AppVersion(1, 8, 99), .direct), (AppVersion(0, 99, 0), .direct),
    (AppVersion(1, 9, 0), .groupCapable), (AppVersion(1, 9, 1), .groupShardCapable),
    (AppVersion(1, 10, 0), .groupShardCapable), (AppVersion(2, 0, 0), .groupShardCapable),
  ])
  func targetVersions(_ mark: AppVersion?, _ target: TargetVersion) {
    #expect(CapabilityMark.resolveTargetVersion(for: mark) == target)
    #expect(target.supportsGroups == (target != .direct))
  }

  @Test func versionsCompareAsNumbers() {
    #expect(AppVersion(1, 10, 0) > AppVersion(1, 9, 9))
    #expect(AppVersion(1, 9, 10) > AppVersion(1, 9, 9))
    #expect(AppVersion(2, 0, 0) > AppVersion(1, 65_535, 65_535))
    #expect(AppVersion.current.description == "1.9.1")
  }

  @Test func aMarkIsRaisedByWhatWasOpenedAndNeverLowered() {
    let first = CapabilityMark.raised(nil, by: AppVersion(1, 9, 0))
    #expect(first == AppVersion(1, 9, 0))
    #expect(CapabilityMark.raised(first, by: AppVersion(1, 9, 1)) == AppVersion(1, 9, 1))
    #expect(CapabilityMark.raised(AppVersion(1, 9, 1), by: AppVersion(1, 2, 0)) == AppVersion(1, 9, 1))
  }

  @Test func onlyWhoHasProvenItJoinsAGroup() throws {
    #expect(throws: GroupError.notGroupCapable(name: "Bob")) {
      try CapabilityMark.checkGroupCapable(nil, name: "Bob")
    }
    try CapabilityMark.checkGroupCapable(AppVersion(1, 9, 0), name: "Bob")
  }

  @Test func decodersMeetHostileInput() throws {
    try assertCanonical(AppVersion(1, 2, 3))
    #expect(AppVersion(1, 9, 1).encoded() == [0, 1, 0, 9, 0, 1])
    try assertCanonical(ManifestRef.none)
    #expect(ManifestRef.none.encoded() == [UInt8](repeating: 0, count: 40))
  }
}
