import SottoCore
import SottoCrypto
import TestSupport
import Testing

@Suite struct RecipientsTests {
  let random = SeededRandom(seed: 44)

  private func devices(_ count: Int) throws -> [TestDevice] {
    try (0..<count).map { _ in try TestDevice(random) }
  }

  private func resolve(_ devices: [TestDevice], _ list: (DeviceID) -> DeviceList?) -> Recipients {
    Recipients.resolve(devices.map { $0.keys(nil) }, list: list)
  }

  private func lists(of devices: [TestDevice]) -> [DeviceID: DeviceList] {
    Dictionary(uniqueKeysWithValues: devices.map { ($0.id, $0.list) })
  }

  @Test func listedDevicesComeInOrderAndOnce() throws {
    let devices = try devices(3)
    let lists = lists(of: devices)
    let recipients = resolve(devices + [devices[0]]) { lists[$0] }
    #expect(recipients.devices.map(\.deviceID) == devices.map(\.id))
    #expect(recipients.refused.isEmpty)
  }

  @Test func othersGetNoCopyAndAReason() throws {
    let devices = try devices(3)
    let recipients = resolve(devices) { id in
      switch id {
      case devices[0].id: devices[0].list
      case devices[1].id: devices[0].list
      default: nil
      }
    }
    #expect(recipients.devices.map(\.deviceID) == [devices[0].id])
    #expect(recipients.refused.map(\.device) == [devices[1].id, devices[2].id])
    #expect(recipients.refused.map(\.reason) == [.notListed, .noDeviceList])
  }

  @Test func aListThatNobodySignedListsNobody() throws {
    let device = try devices(1)[0]
    var bytes = device.list.encoded()
    bytes[bytes.count - 1] ^= 1
    let forged = try DeviceList(encoded: bytes)
    #expect(resolve([device]) { _ in forged }.refused.map(\.reason) == [.listSignatureInvalid])
  }

  @Test func aListedDeviceWithAnotherIdentityKeyIsNotListed() throws {
    let devices = try devices(2)
    let mixed = PeerKeys(
      signingKey: devices[0].identity.signingKey, identityKey: devices[1].identity.identityKey, quantum: nil)
    let recipients = Recipients.resolve([mixed]) { _ in devices[0].list }
    #expect(recipients.devices.isEmpty)
    #expect(recipients.refused.map(\.reason) == [.notListed])
  }

  @Test func nobodyIsAnError() {
    #expect(throws: BundleError.groupHasNoMembers) { try resolve([]) { _ in nil }.bundles() }
  }

  @Test(arguments: [(1, [1]), (32, [32]), (33, [32, 1]), (70, [32, 32, 6])])
  func manyDevicesNeedSeveralBundles(_ count: Int, _ sizes: [Int]) throws {
    let devices = try devices(count)
    let lists = lists(of: devices)
    let recipients = resolve(devices) { lists[$0] }
    #expect(try recipients.bundles().map(\.count) == sizes)
    #expect(try recipients.bundles().flatMap { $0 } == recipients.devices)
  }
}
