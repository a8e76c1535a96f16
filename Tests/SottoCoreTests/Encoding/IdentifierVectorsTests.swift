import SottoCore
import SottoWire
import TestSupport
import Testing

/// `Tests/Vectors/sotto/identifiers.json`: the size of every id and key that is bytes and nothing else.
@Suite struct IdentifierVectorsTests {
  @Test func committedVectors() throws {
    let random = SeededRandom(seed: 1_005)
    func vector<ID: Identifier>(_: ID.Type) -> StructureVector {
      let id = ID(unchecked: random.bytes(ID.size))
      return StructureVector("\(ID.self)", id, ["size": ID.size, "text": id.description])
    }
    let time = Timestamp(milliseconds: 1_790_000_000_123)
    try checkVectors(
      "identifiers",
      [
        vector(DeviceID.self), vector(MessageID.self), vector(GroupID.self), vector(ContactID.self),
        vector(PrekeyID.self), vector(ShardID.self), vector(SigningKey.self), vector(ListKey.self),
        vector(MailboxKey.self), vector(IdentityKey.self), vector(PrekeyPublicKey.self), vector(EphemeralKey.self),
        vector(AccessKey.self), vector(PushID.self), vector(DeletionKey.self), vector(ObjectID.self),
        vector(FileHash.self), StructureVector("Timestamp", time, ["time": time.milliseconds]),
      ])
  }
}
