import Glibc

enum Search {
  static func contains(_ content: [UInt8], _ pattern: [UInt8]) -> Bool {
    precondition(!pattern.isEmpty)
    return content.withUnsafeBytes { content in
      pattern.withUnsafeBytes { pattern in
        var start = 0
        while start + pattern.count <= content.count {
          guard let found = memchr(content.baseAddress! + start, Int32(pattern[0]), content.count - start) else {
            return false
          }
          start = content.baseAddress!.distance(to: UnsafeRawPointer(found))
          guard start + pattern.count <= content.count else { return false }
          if memcmp(content.baseAddress! + start, pattern.baseAddress!, pattern.count) == 0 { return true }
          start += 1
        }
        return false
      }
    }
  }
}
