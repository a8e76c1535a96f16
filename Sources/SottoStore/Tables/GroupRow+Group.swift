import SottoCore
import SottoCrypto
import SottoWire

extension GroupRow {
  init(_ group: Group, cipher: GroupCipher, random: any RandomSource) throws(StoreError) {
    let token = cipher.outside.token(.row, group.id.bytes)
    let padded = try Padding.pad(group.details.encodedSecret(), to: .exact(Self.innerSize))
    let inner = SecretBytes(copying: try cipher.inside.seal(padded, row: token.bytes, random: random))
    let arrays = group.padded(random: random).encodedArrays.map { SecretBytes(copying: $0) }
    try self.init(token: token, inner: inner, arrays: arrays, cipher: cipher, random: random)
  }

  /// nil for a row that the open depth cannot read: a filler, or nothing of its business.
  func details(_ cipher: GroupCipher) throws(StoreError) -> GroupDetails? {
    guard let inner = cipher.outside.open(box, row: token.bytes) else { throw .damaged(.table(Self.name)) }
    guard let padded = cipher.inside.open(inner.withUnsafeBytes { Array($0) }, row: token.bytes) else { return nil }
    guard let content = Padding.remove(padded), let details = try? GroupDetails(encoded: content) else {
      throw .damaged(.table(Self.name))
    }
    return details
  }

  /// Whether its outside is sound and its inside nobody's, seen from a depth that can open all.
  func isFiller(_ cipher: GroupCipher) -> Bool {
    do throws(StoreError) { return try details(cipher) == nil } catch { return false }
  }

  func group(_ cipher: GroupCipher) throws(StoreError) -> Group? {
    guard let details = try details(cipher) else { return nil }
    guard arrays.count == Self.arraysSize else { throw .damaged(.table(Self.name)) }
    var opened: [[UInt8]] = []
    for depth in Depth.all {
      let box = Self.arrayBox(arrays, at: depth)
      guard let array = cipher.outside.open(box, row: token.bytes, part: [depth.rawValue]) else {
        throw .damaged(.table(Self.name))
      }
      opened.append(array.withUnsafeBytes { Array($0) })
    }
    guard let group = try? Group(details: details, arrays: opened) else { throw .damaged(.table(Self.name)) }
    return group
  }
}
