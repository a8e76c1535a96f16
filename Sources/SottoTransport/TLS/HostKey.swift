import CSSL
import SottoCrypto

#if canImport(Glibc)
  import Glibc
#endif

/// A server's key and certificate.
///
/// Without one from an authority it is a P-256 key that the server made itself, kept in one file; the certificate
/// around it is made at each start, because clients look at the key only.
public final class HostKey: @unchecked Sendable {
  // OpenSSL's key and certificate objects may be shared by threads once they are made.
  let key: OpaquePointer
  /// The server's own first, then what leads to the authority.
  let certificates: [OpaquePointer]
  /// SHA-256 over the key's SubjectPublicKeyInfo (RFC 5280 §4.1), 32 bytes.
  public let pin: [UInt8]

  private init(key: OpaquePointer, certificates: [OpaquePointer]) throws(TransportError) {
    guard let leaf = certificates.first, X509_check_private_key(leaf, key) == 1, let pin = SPKI.hash(of: leaf) else {
      EVP_PKEY_free(key)
      certificates.forEach { X509_free($0) }
      throw .badHostKey
    }
    self.key = key
    self.certificates = certificates
    self.pin = pin
  }

  deinit {
    EVP_PKEY_free(key)
    certificates.forEach { X509_free($0) }
  }

  /// The key in `file` (PEM, readable by the owner only), made and written durably where there is none.
  public static func loadOrCreate(file: String) throws(TransportError) -> HostKey {
    if access(file, F_OK) != 0 { try create(file: file) }
    let key = try readKey(file: file)
    guard let certificate = selfSigned(key) else {
      EVP_PKEY_free(key)
      throw .badHostKey
    }
    return try HostKey(key: key, certificates: [certificate])
  }

  /// A key, and a chain of certificates for it, from an authority: both PEM.
  public static func load(keyFile: String, certificateFile: String) throws(TransportError) -> HostKey {
    guard let bio = BIO_new_file(certificateFile, "r") else { throw .badHostKey }
    defer { BIO_free(bio) }
    var certificates: [OpaquePointer] = []
    while let certificate = PEM_read_bio_X509(bio, nil, nil, nil) { certificates.append(certificate) }
    // The end of the file is an error of the reader.
    ERR_clear_error()
    guard let key = try? readKey(file: keyFile) else {
      certificates.forEach { X509_free($0) }
      throw .badHostKey
    }
    return try HostKey(key: key, certificates: certificates)
  }

  private static func readKey(file: String) throws(TransportError) -> OpaquePointer {
    guard let bio = BIO_new_file(file, "r") else { throw .badHostKey }
    defer { BIO_free(bio) }
    guard let key = PEM_read_bio_PrivateKey(bio, nil, nil, nil) else { throw .badHostKey }
    return key
  }

  private static func create(file: String) throws(TransportError) {
    guard let key = sotto_p256_generate() else { throw .badHostKey }
    defer { EVP_PKEY_free(key) }
    let temporary = file + ".new"
    let descriptor = open(temporary, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw .system(errno) }
    defer { close(descriptor) }
    guard let bio = BIO_new_fd(descriptor, BIO_NOCLOSE) else { throw .badHostKey }
    defer { BIO_free(bio) }
    guard PEM_write_bio_PrivateKey(bio, key, nil, nil, 0, nil, nil) == 1, fsync(descriptor) == 0,
      rename(temporary, file) == 0
    else { throw .system(errno) }
    try synchroniseFolder(of: file)
  }

  private static func synchroniseFolder(of file: String) throws(TransportError) {
    let folder = file.lastIndex(of: "/").map { String(file[...$0]) } ?? "."
    let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { throw .system(errno) }
    defer { close(descriptor) }
    guard fsync(descriptor) == 0 else { throw .system(errno) }
  }

  private static func selfSigned(_ key: OpaquePointer) -> OpaquePointer? {
    guard let certificate = X509_new() else { return nil }
    let name = X509_get_subject_name(certificate)
    guard X509_set_version(certificate, 2) == 1,
      ASN1_INTEGER_set(X509_get_serialNumber(certificate), 1) == 1,
      // RFC 5280 §4.1.2.5: the last date stands for "no well-defined expiration".
      ASN1_TIME_set_string(X509_getm_notBefore(certificate), "20200101000000Z") == 1,
      ASN1_TIME_set_string(X509_getm_notAfter(certificate), "99991231235959Z") == 1,
      X509_NAME_add_entry_by_txt(name, "CN", MBSTRING_UTF8, "sotto relay", -1, -1, 0) == 1,
      X509_set_issuer_name(certificate, name) == 1,
      X509_set_pubkey(certificate, key) == 1,
      X509_sign(certificate, key, EVP_sha256()) > 0
    else {
      X509_free(certificate)
      return nil
    }
    return certificate
  }
}

enum SPKI {
  static func hash(of certificate: OpaquePointer) -> [UInt8]? {
    var encoded: UnsafeMutablePointer<UInt8>?
    let count = i2d_X509_PUBKEY(X509_get_X509_PUBKEY(certificate), &encoded)
    guard count > 0, let encoded else { return nil }
    defer { CRYPTO_free(encoded, nil, 0) }
    return SHA256.hash([UInt8](UnsafeBufferPointer(start: encoded, count: Int(count))))
  }
}
