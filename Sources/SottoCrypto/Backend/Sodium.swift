import CSodium

enum Sodium {
  private static let initialized: Bool = sodium_init() >= 0

  /// Before any other call: picks the fastest code for this processor and makes the library safe for threads.
  static func start() {
    precondition(initialized, "libsodium did not start")
  }
}
