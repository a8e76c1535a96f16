import SottoWire

/// Why a relay did not do what it was asked. Below 0x40 the same request may succeed later; from 0x40 on it never will.
public enum RefusalCode: UInt8, CaseIterable, Sendable {
  /// The mailbox holds as many envelopes or bytes as it may.
  case mailboxFull = 0x01
  /// Too many requests of this kind; `retryAfter` says when the next one is taken.
  case rateLimited = 0x02
  /// The relay is stopping, in maintenance, or has more to do than it can.
  case busy = 0x03
  /// The relay's disk is full.
  case storageFull = 0x04
  /// The mailbox's objects together take as much as they may.
  case quotaExceeded = 0x05
  /// As many connections as this relay, or this mailbox, may have.
  case tooManyConnections = 0x06

  /// Envelope, object or chunk is above this relay's limit.
  case tooLarge = 0x40
  /// A body that breaks its own rules.
  case malformed = 0x41
  case unknownMailbox = 0x42
  case badAccessKey = 0x43
  /// The proof does not show possession of the mailbox's key on this connection.
  case badProof = 0x44
  case badDeletionKey = 0x45
  case unknownObject = 0x46
  /// Acknowledged in a mailbox that this connection has not opened.
  case notOpened = 0x47
  /// An object of this id exists with another size, mailbox or deletion key.
  case objectConflict = 0x48
  /// A type that is unknown, above the size limit, or not expected now.
  case badFrame = 0x49
  /// No frame within the time allowed.
  case silence = 0x4A

  public var isTemporary: Bool { rawValue < 0x40 }
}

/// `code u8 · retryAfter u32` in milliseconds; zero says nothing about a time.
public struct Refusal: WireCodable, Error, Equatable, Sendable {
  public var code: RefusalCode
  public var retryAfterMilliseconds: UInt32

  public init(_ code: RefusalCode, retryAfterMilliseconds: UInt32 = 0) {
    self.code = code
    self.retryAfterMilliseconds = retryAfterMilliseconds
  }

  public init(from reader: inout WireReader) throws(WireError) {
    let byte = try reader.u8()
    guard let code = RefusalCode(rawValue: byte) else { throw .unknownTag(byte) }
    self.init(code, retryAfterMilliseconds: try reader.u32())
  }

  public func encode(to writer: inout WireWriter) {
    writer.u8(code.rawValue)
    writer.u32(retryAfterMilliseconds)
  }
}
