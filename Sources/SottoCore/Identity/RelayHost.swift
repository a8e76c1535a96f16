/// The host of a relay in its one canonical spelling, so that equal hosts have equal bytes.
///
/// A domain name in lower case (RFC 1123 §2.1), an IPv4 address as four decimal numbers, or an IPv6 address as
/// RFC 5952 writes it, all groups in hexadecimal, without brackets and without a zone.
enum RelayHost {
  /// Bytes of one label of a domain name (RFC 1035 §2.3.4).
  static let maximumLabel = 63

  /// The canonical spelling of what a person wrote; nil where it is no host.
  static func canonical(_ text: String) -> String? {
    guard !text.isEmpty, text.utf8.count <= Limits.hostName else { return nil }
    if text.utf8.contains(UInt8(ascii: ":")) { return ipv6(text) }
    let labels = text.lowercased().split(separator: ".", omittingEmptySubsequences: false)
    guard let last = labels.last, labels.allSatisfy(isLabel) else { return nil }
    // A name whose last label is a number would be taken for an address by some resolvers, in forms of their own.
    guard last.utf8.allSatisfy(isDigit) || last.hasPrefix("0x") else { return labels.joined(separator: ".") }
    return ipv4(text) == nil ? nil : text
  }

  private static func isLabel(_ label: Substring) -> Bool {
    let bytes = label.utf8
    guard let first = bytes.first, let last = bytes.last, bytes.count <= maximumLabel else { return false }
    guard first != UInt8(ascii: "-"), last != UInt8(ascii: "-") else { return false }
    return bytes.allSatisfy { isDigit($0) || isLowerCase($0) || $0 == UInt8(ascii: "-") }
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }

  private static func isLowerCase(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
  }

  // MARK: Addresses

  private static func ipv4(_ text: some StringProtocol) -> [UInt8]? {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 4 else { return nil }
    var bytes: [UInt8] = []
    for part in parts {
      // A leading zero means octal to some readers.
      guard part.utf8.allSatisfy(isDigit), part.utf8.count == 1 || part.utf8.first != UInt8(ascii: "0"),
        let byte = UInt8(part)
      else { return nil }
      bytes.append(byte)
    }
    return bytes
  }

  private static func ipv6(_ text: String) -> String? {
    let halves = text.split(separator: "::", maxSplits: 2, omittingEmptySubsequences: false)
    guard halves.count <= 2, let head = groups(halves[0], endsAddress: halves.count == 1) else { return nil }
    guard halves.count == 2 else { return head.count == 8 ? ipv6Text(head) : nil }
    // `::` stands for one group of zeros at least.
    guard let tail = groups(halves[1], endsAddress: true), head.count + tail.count < 8 else { return nil }
    return ipv6Text(head + [UInt16](repeating: 0, count: 8 - head.count - tail.count) + tail)
  }

  /// Groups between colons; the last may be an IPv4 address and counts as two.
  private static func groups(_ text: Substring, endsAddress: Bool) -> [UInt16]? {
    guard !text.isEmpty else { return [] }
    var groups: [UInt16] = []
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    for (index, part) in parts.enumerated() {
      if endsAddress, index == parts.count - 1, let bytes = ipv4(part) {
        groups.append(UInt16(bytes[0]) << 8 | UInt16(bytes[1]))
        groups.append(UInt16(bytes[2]) << 8 | UInt16(bytes[3]))
      } else {
        // `UInt16(_:radix:)` takes a sign.
        guard (1...4).contains(part.utf8.count), part.utf8.first != UInt8(ascii: "+"),
          let group = UInt16(part, radix: 16)
        else { return nil }
        groups.append(group)
      }
      guard groups.count <= 8 else { return nil }
    }
    return groups
  }

  /// RFC 5952 §4: shortest groups, lower case, `::` for the longest run of two zero groups or more, the first of two.
  private static func ipv6Text(_ groups: [UInt16]) -> String {
    let run = longestZeroRun(groups)
    func text(_ part: ArraySlice<UInt16>) -> String {
      part.map { String($0, radix: 16) }.joined(separator: ":")
    }
    guard run.count >= 2 else { return text(groups[...]) }
    return text(groups[..<run.lowerBound]) + "::" + text(groups[run.upperBound...])
  }

  private static func longestZeroRun(_ groups: [UInt16]) -> Range<Int> {
    var longest = 0..<0
    var start = 0
    for index in groups.indices {
      if groups[index] != 0 {
        start = index + 1
      } else if index + 1 - start > longest.count {
        longest = start..<index + 1
      }
    }
    return longest
  }
}
