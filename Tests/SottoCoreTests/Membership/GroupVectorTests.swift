import SottoCore
import SottoCrypto
import TestSupport
import Testing

/// `Tests/Vectors/sotto/group.json`: a group's record and one of its 32 arrays.
@Suite struct GroupVectorTests {
  @Test func committedVectors() throws {
    let random = SeededRandom(seed: 1_004)
    let keyring = TestKeyring(random)
    let contacts = (0..<2).map { _ in ContactID(unchecked: random.bytes(16)) }
    var group = Group(
      details: try GroupDetails(
        id: GroupID(unchecked: random.bytes(16)), name: "Choir",
        createdAt: Timestamp(milliseconds: 1_700_000_000_000), depthFields: .safe), random: random)
    try group.addMembers(contacts, atDepth: .real, keys: keyring, random: random)
    let details = group.details
    let key = hex(keyring.keys[0].secret.withUnsafeBytes { Array($0) })
    try checkVectors(
      "group",
      [
        StructureVector(
          "GroupDetails", details,
          [
            "id": details.id, "name": details.name, "createdAt": details.createdAt.milliseconds,
            "visibleThroughDepth": details.depthFields.visibleThroughDepth,
            "originDepth": details.depthFields.originDepth.rawValue,
          ]),
        StructureVector(
          "member array of depth 0", bytes: group.encodedArrays[0],
          [
            "slotKey": key, "associatedData": hex(keyring.slotAssociatedData(for: group.id)),
            "members": try group.members(atDepth: .real, keys: keyring).map(\.description).joined(separator: " "),
          ]
        ) { try Group(details: details, arrays: [$0]).encodedArrays[0] },
      ])
  }
}
