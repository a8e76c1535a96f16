/// Bytes from hexadecimal text of either case. Traps on anything else: test data only.
public func hex(_ text: String) -> [UInt8] {
  let digits = text.utf8.map { UInt8(Character(UnicodeScalar($0)).hexDigitValue!) }
  precondition(digits.count % 2 == 0)
  return stride(from: 0, to: digits.count, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
}

public func hex(_ bytes: some Sequence<UInt8>) -> String {
  bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
}
