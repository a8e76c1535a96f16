#if canImport(Glibc)
  import Glibc
#endif

enum HostName {
  /// This machine's name for itself, for an address when the relay listens on all interfaces.
  static var own: String {
    var buffer = [CChar](repeating: 0, count: 256)
    guard gethostname(&buffer, buffer.count - 1) == 0, buffer[0] != 0 else { return "localhost" }
    return String(decoding: buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}
