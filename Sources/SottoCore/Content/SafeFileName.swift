/// Makes a file name out of untrusted text: one line, at most 255 bytes of UTF-8; never a path, never hidden, never an
/// option of a command, never a device of some system.
public enum SafeFileName {
  private static let fallback = "attachment"

  /// The part after the last separator of either kind, with what is unsafe in it replaced by `_`.
  public static func make(from name: String) -> String {
    guard let lastPart = name.unicodeScalars.split(whereSeparator: { $0 == "/" || $0 == "\\" }).last else {
      return fallback
    }
    var scalars = String.UnicodeScalarView()
    for scalar in lastPart { scalars.append(isSafe(scalar) ? scalar : "_") }
    let trimmed = trim(String(scalars))
    guard !trimmed.isEmpty else { return fallback }
    // Hidden, an option of a command, or a device. By code point: a mark on the dot does not make the file visible.
    let isUnsafe = trimmed.unicodeScalars.first.map { $0 == "." || $0 == "-" } ?? false || isReserved(trimmed)
    return shortened(isUnsafe ? "_" + trimmed : trimmed, adding: "")
  }

  /// The same with a number, for when a file of that name exists: `photo (2).jpg`.
  public static func make(from name: String, number: Int) -> String {
    number <= 1 ? make(from: name) : shortened(make(from: name), adding: " (\(number))")
  }

  private static func isSafe(_ scalar: Unicode.Scalar) -> Bool {
    // Characters that other systems' file names cannot have, and all that DisplayText would escape.
    !"<>:\"|?*/\\".unicodeScalars.contains(scalar) && DisplayText.escaped(String(scalar)) == String(scalar)
  }

  /// Without white space around it and dots behind it, which some systems drop on their own.
  private static func trim(_ name: String) -> String {
    var scalars = name.unicodeScalars.drop { $0.properties.isWhitespace }
    while let last = scalars.last, last == "." || last.properties.isWhitespace { scalars.removeLast() }
    return String(scalars)
  }

  /// Names that are devices on Windows, with any extension.
  private static func isReserved(_ name: String) -> Bool {
    let stem = trim(String(name.prefix { $0 != "." })).uppercased()
    if ["CON", "PRN", "AUX", "NUL"].contains(stem) { return true }
    return stem.count == 4 && (stem.hasPrefix("COM") || stem.hasPrefix("LPT"))
      && "123456789¹²³".contains(stem.suffix(1))
  }

  /// Cuts whole code points off the stem until stem, `suffix` and extension fit. The stem's first one is neither white
  /// space nor a dot, so some of it stays.
  private static func shortened(_ name: String, adding suffix: String) -> String {
    var stem = name[...]
    var fileExtension: Substring = ""
    if let dot = name.lastIndex(of: "."), dot != name.startIndex, name[dot...].utf8.count <= 32 {
      stem = name[..<dot]
      fileExtension = name[dot...]
    }
    let room = Limits.fileName - suffix.utf8.count - fileExtension.utf8.count
    while let last = stem.unicodeScalars.last,
      stem.utf8.count > room || last == "." || last.properties.isWhitespace
    {
      stem.unicodeScalars.removeLast()
    }
    return stem + suffix + fileExtension
  }
}
