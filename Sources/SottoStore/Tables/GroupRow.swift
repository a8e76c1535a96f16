import SottoCore
import SottoCrypto
import SottoWire

/// A group as it lies in its row: one box for what it is, sealed twice, and 32 boxes for its arrays, whose slots are
/// sealed each. A filler has the same boxes with random insides.
struct GroupRow {
  static let name = "groups"
  /// Bytes of the box of the details
  static let boxSize = 512
  static let innerSize = boxSize - AES.GCM.overhead
  /// Bytes of one depth's array of slots, and of its box
  static let arraySize = Group.arraySize
  static let arrayBoxSize = arraySize + AES.GCM.overhead
  static let arraysSize = Depth.count * arrayBoxSize

  let token: Token
  let box: [UInt8]
  /// The 32 boxes one after the other
  let arrays: [UInt8]

  init(token: Token, box: [UInt8], arrays: [UInt8]) {
    self.token = token
    self.box = box
    self.arrays = arrays
  }

  static func filler(_ cipher: GroupCipher, _ random: any RandomSource) throws(StoreError) -> GroupRow {
    try GroupRow(
      token: .random(random), inner: random.secret(innerSize),
      arrays: Depth.all.map { _ in random.secret(arraySize) }, cipher: cipher, random: random)
  }

  init(
    token: Token, inner: SecretBytes, arrays: [SecretBytes], cipher: GroupCipher, random: any RandomSource
  ) throws(StoreError) {
    self.token = token
    box = try cipher.outside.seal(inner, row: token.bytes, random: random)
    var boxes: [UInt8] = []
    for (depth, array) in zip(Depth.all, arrays) {
      boxes += try cipher.outside.seal(array, row: token.bytes, part: [depth.rawValue], random: random)
    }
    self.arrays = boxes
  }

  /// `arrays` has its full size.
  static func arrayBox(_ arrays: [UInt8], at depth: Depth) -> [UInt8] {
    let start = depth.index * arrayBoxSize
    return Array(arrays[start..<start + arrayBoxSize])
  }
}

/// The keys of the group table: the outside of every box, and the inside of the details of groups that all depths may
/// see.
struct GroupCipher {
  let outside: TableCipher
  let inside: TableCipher

  init(_ keys: StoreKeys) {
    outside = keys.cipher(GroupRow.name)
    inside = keys.cipher("group details")
  }
}
