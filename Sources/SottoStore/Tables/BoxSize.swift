import SottoCrypto

/// How large a box is made, so that its size says little about its content. Sizes in bytes of the whole box.
package enum BoxSize: Equatable, Sendable {
  /// The smallest of 256 B, 1, 4, 16, 64 KiB that takes the content; above that, the next multiple of 64 KiB
  case steps
  /// One size for all rows
  case exact(Int)

  package static let stepSizes = [256, 1_024, 4_096, 16_384, 65_536]
  /// No record is larger than this, so that a damaged length cannot ask for more.
  package static let maximum = 1 << 24
  /// The length of the content, inside the box
  package static let lengthSize = 4

  /// The box for content of `count` bytes; nil where it does not fit.
  package func size(for count: Int) -> Int? {
    guard count <= Self.maximum else { return nil }
    let needed = count + Self.lengthSize + AES.GCM.overhead
    switch self {
    case .steps:
      let largest = Self.stepSizes[Self.stepSizes.count - 1]
      return Self.stepSizes.first { needed <= $0 } ?? (needed + largest - 1) / largest * largest
    case .exact(let size):
      return needed <= size ? size : nil
    }
  }

  /// Content and zeros in a box
  static func contentSize(ofBox size: Int) -> Int { size - lengthSize - AES.GCM.overhead }

  /// The most content bytes that fit
  package var capacity: Int {
    switch self {
    case .steps: Self.maximum
    case .exact(let size): Self.contentSize(ofBox: size)
    }
  }
}
