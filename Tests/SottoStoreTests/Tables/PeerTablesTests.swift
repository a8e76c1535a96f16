import SottoCore
import SottoCrypto
import SottoStore
import TestSupport
import Testing

@Suite struct PeerTablesTests {
  let folder = TemporaryFolder()
  let random = SeededRandom(seed: 16)
  let store: ProfileStore

  init() throws {
    store = try ProfileStore.create(in: folder.profile)
  }

  @Test func aPeerComesBackWhole() throws {
    var peer = try Samples.peer()
    peer.mark = .current
    peer.namelessSince = Timestamp(milliseconds: 9)
    try store.write { try $0.peers.put(peer.deviceID, peer) }
    let found = try #require(try store.read { try $0.peers.get(peer.deviceID) })
    #expect(found.encoded() == peer.encoded())
  }

  @Test func prekeysAreFoundByPeer() throws {
    let peers: [DeviceID] = [Samples.id(random), Samples.id(random)]
    let prekeys = (0..<6).map { _ in Samples.prekey(random) }
    try store.write { transaction in
      for (index, prekey) in prekeys.enumerated() {
        try transaction.prekeys.put(PrekeyKey(peer: peers[index % 2], id: prekey.id), prekey)
      }
    }
    #expect(try store.read { try $0.prekeys.of(peers[1]).map(\.id) } == [1, 3, 5].map { prekeys[$0].id })
    #expect(try store.read { try $0.prekeys.get(PrekeyKey(peer: peers[1], id: prekeys[0].id)) } == nil)
    try store.write { try $0.prekeys.deleteAll(of: peers[0]) }
    #expect(try store.read { try $0.prekeys.count(of: peers[0]) } == 0)
    #expect(try store.read { try $0.prekeys.count(of: peers[1]) } == 3)
  }

  @Test func outboxEntriesAreFoundByRecipientAndMessageInSequence() throws {
    let recipients: [DeviceID] = [Samples.id(random), Samples.id(random)]
    let sequences: [RowNumber] = try store.write { transaction in
      var sequences: [RowNumber] = []
      for index in 0..<6 {
        let record = Samples.outboxRecord(try transaction.outbox.next(), to: recipients[index % 2], random)
        #expect(try transaction.outbox.put(record.sequence, record) == record.sequence)
        sequences.append(record.sequence)
      }
      return sequences
    }
    #expect(sequences.map(\.rawValue) == Array(1...6))
    try store.read { (reader) throws in
      #expect(try reader.outbox.to(recipients[0]).map(\.sequence) == [sequences[0], sequences[2], sequences[4]])
      let message = try #require(try reader.outbox.get(sequences[3])).messageID
      #expect(try reader.outbox.of(message).map(\.sequence) == [sequences[3]])
    }
    try store.write { try $0.outbox.delete(sequences[5]) }
    #expect(try store.write { try $0.outbox.next() } == RowNumber(rawValue: 7))
  }
}
