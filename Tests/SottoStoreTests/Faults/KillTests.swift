import Glibc
import SottoCore
import SottoCrypto
import SottoStore
import TestSupport
import Testing

/// A real process, killed as it writes.
@Suite struct KillTests {
  let folder = TemporaryFolder()

  @Test func whatWasReportedSurvivesAKill() throws {
    _ = try ProfileStore.create(in: folder.profile)
    let conversation = ConversationID.contact(ContactID(unchecked: [UInt8](repeating: 9, count: 16)))
    let random = SeededRandom(seed: 17)
    for _ in 0..<8 {
      let probe = try ProbeProcess(arguments: [folder.profile])
      // At least one write, and then a point in the middle of something.
      let reported = probe.read(lines: 1 + Int(random.next() % 20))
      probe.kill()
      #expect(reported > 0)
      let store = try ProfileStore.open(folder.profile)
      try store.read { (reader) throws in
        let messages = try #require(try reader.messages(in: conversation)?.count())
        #expect(messages >= reported)
        #expect(try reader.issues.count() == messages)
      }
      #expect(store.examine().isEmpty)
      #expect(TemporaryFolder.names(in: folder.profile).filter { $0.hasSuffix(".bak") }.count == 1)
    }
  }
}

/// The probe beside this test's own program, with its output in a pipe.
private final class ProbeProcess {
  private var id: pid_t = 0
  private let output: UnsafeMutablePointer<FILE>

  init(arguments: [String]) throws {
    var own = [CChar](repeating: 0, count: 4_096)
    let count = readlink("/proc/self/exe", &own, own.count - 1)
    let path = String(decoding: own.prefix(max(count, 0)).map { UInt8(bitPattern: $0) }, as: UTF8.self)
    let program = path.split(separator: "/", omittingEmptySubsequences: false).dropLast().joined(separator: "/")
      + "/StoreKillProbe"

    var ends: [Int32] = [0, 0]
    try #require(pipe(&ends) == 0)
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, ends[1], 1)
    var list = ([program] + arguments).map { strdup($0) } + [nil]
    defer { for pointer in list { free(pointer) } }
    try #require(posix_spawn(&id, program, &actions, nil, &list, environ) == 0, "\(program) cannot be started")
    close(ends[1])
    output = try #require(fdopen(ends[0], "r"))
  }

  deinit { fclose(output) }

  /// Waits for so many lines; the number in the last one.
  func read(lines: Int) -> Int {
    var last = 0
    var line = [CChar](repeating: 0, count: 64)
    for _ in 0..<lines where fgets(&line, Int32(line.count), output) != nil { last = Int(atol(line)) }
    return last
  }

  func kill() {
    Glibc.kill(id, SIGKILL)
    var status: Int32 = 0
    waitpid(id, &status, 0)
  }
}
