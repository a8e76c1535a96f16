import SottoCrypto

/// One depth's member array: 32 slots of 156 bytes, each a sealed contact id or random bytes, in random order.
///
/// With the depth's key the members can be told from filler; without it not even their number.
struct MemberSlots: Hashable, Sendable {
  static let slotSize = AES.GCM.overhead + identifierSize
  /// A contact id and zeros.
  static let identifierSize = 128

  /// Fewer than `Group.slotCount` in a record that was made elsewhere and not filled yet.
  private(set) var slots: [[UInt8]]

  static func filler(_ random: any RandomSource) -> MemberSlots {
    var filler = MemberSlots(slots: [])
    filler.fill(random)
    return filler
  }

  private init(slots: [[UInt8]]) {
    self.slots = slots
  }

  init(encoded bytes: [UInt8]) throws(GroupError) {
    guard bytes.count % Self.slotSize == 0, bytes.count <= Group.arraySize else { throw .malformedArrays }
    slots = stride(from: 0, to: bytes.count, by: Self.slotSize).map { Array(bytes[$0..<$0 + Self.slotSize]) }
  }

  func encoded() -> [UInt8] { Array(slots.joined()) }

  var isFull: Bool { slots.count == Group.slotCount }

  mutating func fill(_ random: any RandomSource) {
    while !isFull { slots.append(random.bytes(Self.slotSize)) }
  }

  /// All that can be done without the key.
  mutating func shuffle(_ random: any RandomSource) {
    var generator = RandomGenerator(random)
    slots.shuffle(using: &generator)
  }

  /// In the order of their ids: the order of the slots means nothing.
  func members(key: SymmetricKey, associatedData: [UInt8]) -> [ContactID] {
    let ids = slots.compactMap { slot -> ContactID? in
      guard let plaintext = try? AES.GCM.open(slot, using: key, authenticating: associatedData),
        plaintext.dropFirst(ContactID.size).allSatisfy({ $0 == 0 })
      else { return nil }
      return ContactID(plaintext.prefix(ContactID.size))
    }
    return Set(ids).sorted()
  }

  /// Every slot anew: the members under fresh nonces, new filler, a new order.
  init(
    members: [ContactID], key: SymmetricKey, associatedData: [UInt8], random: any RandomSource
  ) throws(GroupError) {
    guard members.count <= Group.slotCount else { throw .groupFull(max: Group.slotCount) }
    slots = try members.map { (member) throws(GroupError) in
      let padded = member.bytes + [UInt8](repeating: 0, count: Self.identifierSize - ContactID.size)
      do {
        return try AES.GCM.seal(padded, using: key, authenticating: associatedData, random: random)
      } catch {
        throw .sealingFailed
      }
    }
    fill(random)
    shuffle(random)
  }
}
