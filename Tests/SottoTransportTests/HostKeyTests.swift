import SottoTransport
import TestSupport
import Testing

#if canImport(Glibc)
  import Glibc
#endif

struct HostKeyTests {
  @Test func theKeyIsMadeOnceAndKept() throws {
    let folder = ScratchFolder()
    let file = folder.path + "/host.key"
    let first = try HostKey.loadOrCreate(file: file)
    let second = try HostKey.loadOrCreate(file: file)
    #expect(first.pin == second.pin)
    #expect(first.pin.count == 32)
    let other = try HostKey.loadOrCreate(file: folder.path + "/other.key")
    #expect(other.pin != first.pin)
    var status = stat()
    #expect(stat(file, &status) == 0)
    #expect(status.st_mode & 0o777 == 0o600)
  }

  @Test func aFileThatIsNoKeyIsRefused() throws {
    let folder = ScratchFolder()
    let file = folder.path + "/host.key"
    let descriptor = open(file, O_WRONLY | O_CREAT, 0o600)
    write(descriptor, "nonsense", 8)
    close(descriptor)
    #expect(throws: TransportError.badHostKey) { try HostKey.loadOrCreate(file: file) }
    #expect(throws: TransportError.self) { try HostKey.loadOrCreate(file: folder.path + "/no/such/folder.key") }
    #expect(throws: TransportError.badHostKey) { try HostKey.load(keyFile: file, certificateFile: file) }
  }

  @Test func listenAddresses() throws {
    #expect(try ListenAddress("127.0.0.1:0") == ListenAddress(host: "127.0.0.1", port: 0))
    #expect(try ListenAddress("[::1]:7443") == ListenAddress(host: "::1", port: 7443))
    #expect(try ListenAddress(":7443").description == ":7443")
    #expect(try ListenAddress("[::]:1").description == "[::]:1")
    for wrong in ["", "localhost", "::1:7443", "1.2.3.4:", "1.2.3.4:70000", "1.2.3.4:-1"] {
      #expect(throws: TransportError.badAddress) { try ListenAddress(wrong) }
    }
  }
}
