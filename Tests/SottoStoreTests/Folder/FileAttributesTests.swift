import Glibc
import SottoCrypto
import SottoStore
import Testing

@Suite struct FileAttributesTests {
  /// On a disk, where file systems keep flags; skipped where this one does not.
  @Test func gateAndLayersAreMarkedAsNotToBeCopied() throws {
    let folder = TemporaryFolder(in: "/tmp")
    _ = try ProfileStore.create(in: folder.profile)
    for name in TemporaryFolder.names(in: folder.profile) + ["."] where name != "objects" {
      let descriptor = open("\(folder.profile)/\(name)", O_RDONLY)
      try #require(descriptor >= 0)
      defer { close(descriptor) }
      guard let flags = FileAttributes.flags(of: descriptor) else { return }
      #expect(flags & 0x40 != 0, "\(name)")
    }
  }
}
