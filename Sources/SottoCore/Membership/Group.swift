import SottoCrypto

/// A private group: a local record of its owner, with a member list of its own for each of 32 depths.
///
/// Every change writes all 32 arrays anew: what the acting depth can open gets fresh nonces, fresh filler and a new
/// order, what it cannot gets a new order. The store seals each array in an outer box that every depth can renew, so
/// two copies of the database differ everywhere, whichever depth was changed.
public struct Group: Hashable, Sendable {
  /// Slots of each depth, and recipients of a bundle.
  public static let slotCount = Limits.recipients
  /// Bytes of one depth's array; 5,020 in its outer box.
  public static let arraySize = slotCount * MemberSlots.slotSize

  public var details: GroupDetails
  /// By depth. A record that was restored or imported may have fewer, or shorter ones, until it is padded.
  private var arrays: [MemberSlots]

  public var id: GroupID { details.id }

  /// Without members at any depth.
  public init(details: GroupDetails, random: any RandomSource = SystemRandom()) {
    self.details = details
    arrays = Depth.all.map { _ in MemberSlots.filler(random) }
  }

  /// From the store. An array has a multiple of 156 bytes, at most `arraySize`.
  public init(details: GroupDetails, arrays: [[UInt8]]) throws(GroupError) {
    guard arrays.count <= Depth.count else { throw .malformedArrays }
    self.details = details
    self.arrays = try arrays.map { (bytes) throws(GroupError) in try MemberSlots(encoded: bytes) }
  }

  /// What the store keeps: `Depth.count` arrays of `arraySize` bytes each, once padded.
  public var encodedArrays: [[UInt8]] { arrays.map { $0.encoded() } }

  /// Depth 0
  public var realMemberSlots: [[UInt8]] { arrays.first?.slots ?? [] }
  /// Depth 1
  public var duressMemberSlots: [[UInt8]] { arrays.dropFirst().first?.slots ?? [] }
  /// Depths 2 to 31
  public var deeperMemberSlots: [[[UInt8]]] { arrays.dropFirst(2).map(\.slots) }

  // MARK: Members

  /// The members at one depth, in the order of their ids.
  public func members(atDepth depth: Depth, keys: some DepthKeyring) throws(GroupError) -> [ContactID] {
    guard let key = keys.slotKey(at: depth) else { throw .depthNotReadable(depth) }
    guard arrays.indices.contains(depth.index) else { return [] }
    return arrays[depth.index].members(key: key, associatedData: keys.slotAssociatedData(for: id))
  }

  /// Throws `groupFull` where the depth has `slotCount` others. Adding a member again changes no list.
  public mutating func addMember(
    _ contact: ContactID, atDepth depth: Depth, keys: some DepthKeyring, random: any RandomSource = SystemRandom()
  ) throws(GroupError) {
    try addMembers([contact], atDepth: depth, keys: keys, random: random)
  }

  /// All or none of them.
  public mutating func addMembers(
    _ contacts: [ContactID], atDepth depth: Depth, keys: some DepthKeyring,
    random: any RandomSource = SystemRandom()
  ) throws(GroupError) {
    guard keys.slotKey(at: depth) != nil else { throw .depthNotReadable(depth) }
    try rewrite(keys, random) { $1.formUnion($0 == depth ? contacts : []) }
  }

  public mutating func removeMember(
    _ contact: ContactID, atDepth depth: Depth, keys: some DepthKeyring, random: any RandomSource = SystemRandom()
  ) throws(GroupError) {
    guard keys.slotKey(at: depth) != nil else { throw .depthNotReadable(depth) }
    try rewrite(keys, random) { if $0 == depth { $1.remove(contact) } }
  }

  /// For a contact that is deleted: out of every depth that can be opened here.
  public mutating func removeMemberFromReadableDepths(
    _ contact: ContactID, keys: some DepthKeyring, random: any RandomSource = SystemRandom()
  ) throws(GroupError) {
    try rewrite(keys, random) { $1.remove(contact) }
  }

  /// For a contact that was just hidden. Only at depth 0 nobody can be watching: from there it leaves depths 1 to 31.
  /// From any other depth no list changes, since deeper ones may hold a decoy that was built on purpose. The arrays are
  /// written anew either way.
  public mutating func purgeMembersFromDuressDepths(
    _ contact: ContactID, actingDepth: Depth, keys: some DepthKeyring, random: any RandomSource = SystemRandom()
  ) throws(GroupError) {
    try rewrite(keys, random) { if actingDepth == .real, $0 != .real { $1.remove(contact) } }
  }

  // MARK: Shape

  /// Whether it has the shape of every other group.
  public var isPadded: Bool { arrays.count == Depth.count && arrays.allSatisfy(\.isFull) }

  /// The same members in a full shape. For every group at each start, so that one that nobody changes does not stand
  /// out.
  public func padded(random: any RandomSource = SystemRandom()) -> Group {
    var group = self
    while group.arrays.count < Depth.count { group.arrays.append(.filler(random)) }
    for index in group.arrays.indices where !group.arrays[index].isFull {
      group.arrays[index].fill(random)
      group.arrays[index].shuffle(random)
    }
    return group
  }

  private mutating func rewrite(
    _ keys: some DepthKeyring, _ random: any RandomSource, _ edit: (Depth, inout Set<ContactID>) -> Void
  ) throws(GroupError) {
    let associatedData = keys.slotAssociatedData(for: id)
    var arrays = padded(random: random).arrays
    for depth in Depth.all {
      guard let key = keys.slotKey(at: depth) else {
        arrays[depth.index].shuffle(random)
        continue
      }
      var members = Set(arrays[depth.index].members(key: key, associatedData: associatedData))
      edit(depth, &members)
      arrays[depth.index] = try MemberSlots(
        members: members.sorted(), key: key, associatedData: associatedData, random: random)
    }
    self.arrays = arrays
  }
}
