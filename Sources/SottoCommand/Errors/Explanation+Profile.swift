import CommandLineOutput
import Sotto

extension Explanation.Words {
  static func profile(_ error: SottoError) -> Self {
    switch error {
    case .profileExists(let path):
      Self("profileExists", "profile not made", "there is one in \(shown(path))", try: "sotto status")
    case .noProfile(let path): Self("noProfile", "no profile", "there is none in \(shown(path))", try: "sotto init")
    case .inUse: Self("inUse", "profile in use", "another sotto process holds it")
    case .locked: Self("locked", "profile locked", "it opens with a PIN")
    case .store(let failure): store(failure)
    default:
      Self("newerVersion", "not understood", "a newer Sotto wrote it; update this one", try: "sotto version")
    }
  }

  private static func store(_ failure: SottoError.StoreFailure) -> Self {
    switch failure {
    case .full: Self("storeFull", "nothing written", "the disk is full", try: "df -h .")
    case .readOnly:
      Self("storeReadOnly", "nothing written", "the profile's folder is read-only", try: "sotto doctor")
    case .damaged: Self("storeDamaged", "profile not readable", "its files are damaged", try: "sotto doctor")
    case .unavailable:
      Self("storeUnavailable", "profile not readable", "the system refuses access to it", try: "sotto doctor")
    case .keyMissing:
      Self("storeKeyMissing", "profile not readable", "the device's key is missing, or belongs to another profile")
    }
  }
}
