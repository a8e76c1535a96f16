/// Gives `body` the bytes of an array, with the error type kept.
func withInput<Result>(
  _ bytes: [UInt8], _ body: (UnsafeRawBufferPointer) throws(CryptoError) -> Result
) throws(CryptoError) -> Result {
  try bytes.withUnsafeBufferPointer { (buffer) throws(CryptoError) -> Result in
    try body(UnsafeRawBufferPointer(buffer))
  }
}

/// An array whose `count` bytes are all written by `fill`.
func makeBytes(
  count: Int, fill: (UnsafeMutableRawBufferPointer) throws(CryptoError) -> Void
) throws(CryptoError) -> [UInt8] {
  var failure: CryptoError?
  let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
    do throws(CryptoError) {
      try fill(UnsafeMutableRawBufferPointer(start: buffer.baseAddress, count: count))
      initialized = count
    } catch {
      failure = error
    }
  }
  if let failure { throw failure }
  return bytes
}

extension UnsafeRawBufferPointer {
  /// As C functions take it. For buffers that are not empty; only those have an address.
  var octets: UnsafePointer<UInt8> {
    guard let baseAddress else { preconditionFailure("an empty buffer has no address") }
    return baseAddress.assumingMemoryBound(to: UInt8.self)
  }
}

extension UnsafeMutableRawBufferPointer {
  /// As C functions take it. For buffers that are not empty; only those have an address.
  var octets: UnsafeMutablePointer<UInt8> {
    guard let baseAddress else { preconditionFailure("an empty buffer has no address") }
    return baseAddress.assumingMemoryBound(to: UInt8.self)
  }
}

extension UnsafeMutableBufferPointer<UInt8> {
  var octets: UnsafeMutablePointer<UInt8> { UnsafeMutableRawBufferPointer(self).octets }
}
