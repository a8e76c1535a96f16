import CommandLineOutput
import Sotto

extension GlobalOptions {
  /// Opens the profile, fetches and sends what waits, and closes the profile again whatever happens. Where the relay
  /// cannot be reached the command still works on what is here.
  func withProfile(
    syncing: Bool = true, _ work: (_ sotto: Sotto, _ output: Output) async throws -> Void
  ) async throws {
    let sotto = try Sotto(profile: profilePath())
    do {
      let noted = syncing ? await sync(sotto) : nil
      try await noting(noted) { try await work(sotto, output) }
    } catch {
      await sotto.close()
      throw error
    }
    await sotto.close()
  }

  /// Fetches and sends what waits; what keeps it from that is said, and returned.
  @discardableResult
  func sync(_ sotto: Sotto) async -> SottoError.RelayFailure? {
    guard let failure = await sotto.sync().failure else { return nil }
    let explanation = Explanation(.relay(failure))
    output.note(explanation.message, trying: explanation.trying)
    return failure
  }

  /// A command that ends with the failure that was said already does not say it again.
  private func noting(_ noted: SottoError.RelayFailure?, _ work: () async throws -> Void) async throws {
    do {
      try await work()
    } catch let error as SottoError {
      var failure = CommandFailure(error)
      if let noted { failure.isNoted = error == .relay(noted) }
      throw failure
    }
  }

  /// Shows the one thing that an operation finds or leaves behind.
  func show(_ operation: (Sotto) async throws -> some Presentable) async throws {
    try await withProfile { sotto, output in
      output.show(try await operation(sotto))
      output.finish()
    }
  }

  /// Shows a list.
  func list(
    ifEmpty text: String, trying command: String? = nil, _ operation: (Sotto) async throws -> [some Presentable]
  ) async throws {
    try await withProfile { sotto, output in
      output.show(try await operation(sotto), ifEmpty: text, trying: command)
    }
  }
}
