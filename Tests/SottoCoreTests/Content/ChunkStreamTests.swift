import SottoCore
import SottoCrypto
import TestSupport
import Testing

@Suite struct ChunkStreamTests {
  private let key = SymmetricKey.random(SeededRandom(seed: 3))

  private func file(_ size: Int) -> [UInt8] { SeededRandom(seed: UInt64(size)).bytes(size) }

  private func seal(_ file: [UInt8], from chunk: UInt64 = 0) throws -> (chunks: [[UInt8]], hash: FileHash?) {
    var sealer = try ChunkSealer(key: key, size: UInt64(file.count), startingAt: chunk)
    var position = min(Int(chunk) * Limits.chunk, file.count)
    var chunks: [[UInt8]] = []
    while let count = sealer.nextCount {
      chunks.append(try sealer.seal(Array(file[position..<position + count])))
      position += count
    }
    return (chunks, sealer.fileHash())
  }

  private func open(_ chunks: [[UInt8]], of file: [UInt8]) throws -> [UInt8] {
    var opener = try opener(of: file)
    var result: [UInt8] = []
    for chunk in chunks { result += try opener.open(chunk) }
    try opener.finish()
    return result
  }

  private func opener(of file: [UInt8]) throws -> ChunkOpener {
    try ChunkOpener(
      key: key, size: UInt64(file.count), sha256: try #require(FileHash(SHA256.hash(file))))
  }

  // Around the chunk's size, where Padmé adds bytes and where it adds a chunk of nothing else.
  static let sizes = [0, 1, 9, 65_535, 65_536, 65_537, 131_072, 131_073, 200_001, 2_097_153]

  @Test(arguments: sizes)
  func `a file opens as it was sealed`(_ size: Int) throws {
    let file = file(size)
    let sealed = try seal(file)
    #expect(try open(sealed.chunks, of: file) == file)
    #expect(sealed.hash == FileHash(SHA256.hash(file)))
    #expect(UInt64(sealed.chunks.reduce(0) { $0 + $1.count }) == ChunkStream.sealedSize(for: UInt64(size)))
  }

  @Test func `sizes are those of Padmé plus a tag for each chunk`() throws {
    #expect(ChunkStream.sealedSize(for: 0) == 16)
    #expect(ChunkStream.sealedSize(for: 1) == 17)
    #expect(ChunkStream.sealedSize(for: 65_536) == 65_552)
    // 65,537 = 2¹⁶ + 1: the last 16 − 5 bits are rounded up.
    #expect(ChunkStream.sealedSize(for: 65_537) == 65_536 + 2_048 + 32)
    #expect(ChunkStream.sealedSize(for: 4 << 30) == (4 << 30) + 65_536 * 16)
    #expect(ChunkStream.sealedSize(for: Limits.attachmentSize) == 1 << 40 + (1 << 24) * 16)
    #expect(ChunkStream.sealedSize(for: Limits.attachmentSize + 1) == nil)
    #expect(ChunkStream.sealedSize(for: .max) == nil)
  }

  @Test func `a chunk of nothing but padding is part of the stream`() throws {
    // 2²¹ + 1 bytes: Padmé rounds the last 21 − 5 bits up, to one chunk more than the file itself has.
    let stream = try #require(ChunkStream(size: (1 << 21) + 1))
    #expect(stream.paddedSize == (1 << 21) + (1 << 16))
    #expect(stream.fileRange(ofChunk: 32).count == 1)
    let large = try #require(ChunkStream(size: (1 << 30) + 1))
    #expect(large.chunkCount == (1 << 14) + 512)
    #expect(large.fileRange(ofChunk: large.chunkCount - 1).isEmpty)
  }

  @Test func `ranges of chunks cover stream and file without a gap`() throws {
    for size in Self.sizes {
      let stream = try #require(ChunkStream(size: UInt64(size)))
      var sealedEnd: UInt64 = 0
      var fileEnd: UInt64 = 0
      for chunk in 0..<stream.chunkCount {
        #expect(stream.sealedRange(ofChunk: chunk).lowerBound == sealedEnd)
        #expect(stream.fileRange(ofChunk: chunk).lowerBound == fileEnd)
        sealedEnd = stream.sealedRange(ofChunk: chunk).upperBound
        fileEnd = stream.fileRange(ofChunk: chunk).upperBound
        #expect(stream.chunk(after: sealedEnd) == chunk + 1)
        #expect(stream.chunk(after: sealedEnd - 1) == chunk)
      }
      #expect(sealedEnd == stream.sealedSize)
      #expect(fileEnd == UInt64(size))
    }
  }

  @Test func `nonces are counter and last flag`() throws {
    let file = file(65_537)
    let chunks = try seal(file).chunks
    let first = try AES.GCM.open(
      ciphertextAndTag: chunks[0], using: key, nonce: [UInt8](repeating: 0, count: 12), authenticating: [])
    #expect(first == Array(file[..<65_536]))
    let last = try AES.GCM.open(
      ciphertextAndTag: chunks[1], using: key, nonce: [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1], authenticating: [])
    #expect(last == [file[65_536]] + [UInt8](repeating: 0, count: 2_047))
    #expect(
      try AES.GCM.open(
        ciphertextAndTag: try seal([]).chunks[0], using: key, nonce: [UInt8](repeating: 0, count: 11) + [1],
        authenticating: []) == [])
  }

  @Test func `sealing goes on at any chunk with the same bytes`() throws {
    let file = file(200_001)
    let whole = try seal(file)
    for start in 0...whole.chunks.count {
      let rest = try seal(file, from: UInt64(start))
      #expect(rest.chunks == Array(whole.chunks[start...]))
      #expect((rest.hash != nil) == (start == 0))
    }
    #expect(throws: ChunkStreamError.outOfRange) { try seal(file, from: UInt64(whole.chunks.count) + 1) }
  }

  @Test func `opening goes on at any chunk and still knows the whole`() throws {
    let file = file(200_001)
    let chunks = try seal(file).chunks
    let stream = try #require(ChunkStream(size: UInt64(file.count)))
    for done in 0...chunks.count {
      var opener = try opener(of: file)
      var result: [UInt8] = []
      for chunk in 0..<done {
        let range = stream.fileRange(ofChunk: UInt64(chunk))
        let part = Array(file[Int(range.lowerBound)..<Int(range.upperBound)])
        try opener.resume(past: part)
        result += part
      }
      for chunk in chunks[done...] { result += try opener.open(chunk) }
      try opener.finish()
      #expect(result == file)
    }
    var opener = try opener(of: file)
    var changed = Array(file[..<65_536])
    changed[0] ^= 1
    try opener.resume(past: changed)
    for chunk in chunks[1...] { _ = try opener.open(chunk) }
    #expect(throws: ChunkStreamError.hashMismatch) { try opener.finish() }
    #expect(throws: ChunkStreamError.fileChanged) { try opener.resume(past: []) }
  }

  @Test func `the first wrong chunk is refused`() throws {
    let file = file(200_001)
    let chunks = try seal(file).chunks
    for wrong in chunks.indices {
      var altered = chunks
      altered[wrong][altered[wrong].count / 2] ^= 0x10
      #expect(throws: ChunkStreamError.authenticationFailure(chunk: UInt64(wrong))) { try open(altered, of: file) }
    }
    var swapped = chunks
    swapped.swapAt(0, 1)
    #expect(throws: ChunkStreamError.authenticationFailure(chunk: 0)) { try open(swapped, of: file) }
    var repeated = chunks
    repeated[2] = chunks[1]
    #expect(throws: ChunkStreamError.authenticationFailure(chunk: 2)) { try open(repeated, of: file) }
  }

  @Test func `a truncated stream is refused`() throws {
    let file = file(200_001)
    let chunks = try seal(file).chunks
    #expect(throws: ChunkStreamError.truncated) { try open(chunks.dropLast(), of: file) }
    #expect(throws: ChunkStreamError.truncated) { try open([], of: file) }
    for cut in [0, 1, 15, 16, chunks[3].count - 1] {
      #expect(throws: ChunkStreamError.truncated) { try open(chunks[..<3] + [Array(chunks[3][..<cut])], of: file) }
    }
    // A shorter file under the same key: its last chunk says so, and is none of the longer one.
    let shorter = try seal(Array(file[..<131_072])).chunks
    #expect(throws: ChunkStreamError.authenticationFailure(chunk: 1)) { try open(shorter, of: file) }
  }

  @Test func `an extended stream is refused`() throws {
    let file = file(65_537)
    let chunks = try seal(file).chunks
    #expect(throws: ChunkStreamError.extended) { try open(chunks + [[]], of: file) }
    #expect(throws: ChunkStreamError.extended) { try open([chunks[0], chunks[1] + [0]], of: file) }
  }

  @Test func `padding that is not zero is refused`() throws {
    let sealed = try AES.GCM.seal(
      [7] + [UInt8](repeating: 0, count: 8) + [1], using: key, nonce: [UInt8](repeating: 0, count: 11) + [1],
      authenticating: [])
    // Padmé(9) is 10.
    let file = [7] + [UInt8](repeating: 0, count: 8)
    #expect(throws: ChunkStreamError.paddingNotZero(chunk: 0)) { try open([sealed], of: file) }
  }

  @Test func `an authentic stream of another file is refused at the end`() throws {
    let file = file(100)
    let chunks = try seal(file).chunks
    var opener = try ChunkOpener(key: key, size: 100, sha256: FileHash(unchecked: SHA256.hash([])))
    #expect(try opener.open(chunks[0]) == file)
    #expect(throws: ChunkStreamError.hashMismatch) { try opener.finish() }
  }

  @Test func `a file that changed while it was sealed is noticed`() throws {
    var sealer = try ChunkSealer(key: key, size: 100)
    let count = sealer.nextCount
    #expect(count == 100)
    #expect(throws: ChunkStreamError.fileChanged) { try sealer.seal(file(99)) }
    let hash = sealer.fileHash()
    #expect(hash == nil)
    _ = try sealer.seal(file(100))
    #expect(throws: ChunkStreamError.fileChanged) { try sealer.seal([]) }
  }
}
