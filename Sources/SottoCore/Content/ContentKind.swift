/// What a content envelope carries. The numbers are those of the encoding.
///
/// This version reads the bodies of `message` and `receipt`; the others are known by number only.
public enum ContentKind: UInt8, CaseIterable, Sendable {
  case message = 1
  case reaction = 2
  case broadcast = 3
  case edit = 4
  case deletion = 5
  case receipt = 6
  case settings = 7
  case callKey = 8
  case locationRequest = 9
}
