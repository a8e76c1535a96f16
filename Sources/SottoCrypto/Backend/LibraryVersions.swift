import CCrypto
import CSodium

/// The libraries as they were loaded, which need not be the ones that were built with.
public enum LibraryVersions {
  /// Such as `3.0.17`
  public static var openSSL: String { OpenSSL_version(OPENSSL_VERSION_STRING).map { String(cString: $0) } ?? "unknown" }
  /// Such as `1.0.18`
  public static var sodium: String { sodium_version_string().map { String(cString: $0) } ?? "unknown" }
}
