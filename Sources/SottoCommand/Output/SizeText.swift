/// Bytes as people read them: `512 B`, `1.2 MB`; powers of 1,000.
package func sizeText(_ bytes: UInt64) -> String {
  guard bytes >= 1_000 else { return "\(bytes) B" }
  var value = Double(bytes)
  for unit in ["kB", "MB", "GB", "TB"] {
    value /= 1_000
    if value < 999.95 || unit == "TB" {
      let tenths = Int((value * 10).rounded())
      return tenths % 10 == 0 ? "\(tenths / 10) \(unit)" : "\(tenths / 10).\(tenths % 10) \(unit)"
    }
  }
  return "\(bytes) B"
}
