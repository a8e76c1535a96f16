import SottoCore
import SottoWire
import TestSupport
import Testing

@Suite struct SecrecyContextTests {
  let random = SeededRandom(seed: 33)

  private func forwardSecret(_ isHybrid: Bool) -> SecrecyContext {
    .forwardSecret(
      isHybrid: isHybrid, ephemeral: EphemeralKey(unchecked: random.bytes(65)),
      prekeyID: PrekeyID(unchecked: random.bytes(16)))
  }

  @Test func sizesAndBytes() {
    let context = forwardSecret(true)
    let id = context.prekeyID?.bytes ?? []
    #expect(context.encoded() == [1, 0x40, 65] + context.ephemeralPublicKey + [1] + id)
    #expect(context.encoded().count == 85)
    #expect(SecrecyContext.longTerm(isHybrid: true).encoded() == [3, 0, 0])
    #expect(SecrecyContext.longTerm(isHybrid: false).encoded() == [4, 0, 0])
    #expect(SecrecyContext.group.encoded() == [5, 0, 0])
  }

  @Test func decodersMeetHostileInput() throws {
    for context in [forwardSecret(true), forwardSecret(false), .longTerm(isHybrid: true), .group] {
      try assertCanonical(context)
    }
  }

  @Test(arguments: [UInt8(1), 2])
  func forwardSecretNeedsKeyAndID(_ mode: UInt8) {
    let key = [UInt8](repeating: 4, count: 65)
    let id = [UInt8](repeating: 7, count: 16)
    for bytes in [
      [mode, 0, 0], [mode, 0x40, 65] + key + [0], [mode, 0, 1] + id, [mode, 0x40, 64] + key.dropLast() + [1] + id,
    ] {
      #expect(throws: WireError.invalidValue) { try SecrecyContext(encoded: bytes) }
    }
    #expect(throws: WireError.tooLong(max: 65)) {
      try SecrecyContext(encoded: [mode, 0x40, 66] + key + [0, 1] + id)
    }
  }

  @Test(arguments: [UInt8(3), 4, 5])
  func longTermAndGroupHaveNeither(_ mode: UInt8) {
    let key = [UInt8](repeating: 4, count: 65)
    let id = [UInt8](repeating: 7, count: 16)
    for bytes in [[mode, 0x40, 65] + key + [0], [mode, 0, 1] + id, [mode, 1, 9, 0]] {
      #expect(throws: WireError.invalidValue) { try SecrecyContext(encoded: bytes) }
    }
  }

  /// A byte without a meaning here is kept with whatever it brought.
  @Test(arguments: [UInt8(0), 6, 7, 99, 255])
  func unknownModesAreKept(_ byte: UInt8) throws {
    let bytes: [UInt8] = [byte, 3, 1, 2, 3, 1] + [UInt8](repeating: 7, count: 16)
    let context = try SecrecyContext(encoded: bytes)
    #expect(context.mode == (byte == 6 ? .session : .unsupported(byte)))
    #expect(!context.mode.isSupported)
    #expect(context.encoded() == bytes)
    try assertCanonical(context)
  }

  @Test func everyModeByteSurvives() {
    for byte in UInt8.min...UInt8.max { #expect(BundleMode(byte: byte).byte == byte) }
  }
}
