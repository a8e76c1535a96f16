import Dispatch
import Glibc

/// Standard input, line by line, read on a thread of its own: reading blocks.
enum StandardLines {
  static func all() -> AsyncStream<String> {
    AsyncStream { continuation in
      DispatchQueue(label: "standard input").async {
        while let line = readLine() { continuation.yield(line) }
        continuation.finish()
      }
    }
  }
}
