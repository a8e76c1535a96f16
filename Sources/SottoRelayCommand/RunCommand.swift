import CommandLineOutput
import CommandLineParsing
import SottoRelay

#if canImport(Glibc)
  import Glibc
#endif

struct RunCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Run a relay until SIGTERM or SIGINT.",
    discussion: "On a signal it finishes what it has accepted, within ten seconds. Killing it loses nothing accepted.")

  @OptionGroup var options: RelayOptions
  @OptionGroup var folder: DataOptions
  @Option(help: ArgumentHelp("HOST:PORT to listen on; :PORT for all interfaces.", valueName: "addr"))
  var listen: String = ":7443"
  @Option(help: ArgumentHelp("The host that clients are told, where it is not the one listened on.", valueName: "name"))
  var host: String?
  @Option(help: ArgumentHelp("A certificate chain (PEM) from an authority; needs --key.", valueName: "file"))
  var certificate: String?
  @Option(help: ArgumentHelp("The certificate's key (PEM).", valueName: "file")) var key: String?
  @OptionGroup var limits: LimitOptions

  func validate() throws {
    if (certificate == nil) != (key == nil) { throw ValidationError("--certificate and --key belong together") }
  }

  func run() throws {
    guard let signal = StopSignal() else { throw RelayError.transport(.system(errno)) }
    raiseDescriptorLimit()

    var configuration = RelayConfiguration(dataFolder: folder.data, listen: listen, publicHost: host)
    if let certificate, let key { configuration.certificate = CertificateFiles(chain: certificate, key: key) }
    try limits.apply(to: &configuration.limits)
    let output = Output(program: "sotto-relay", isJSON: options.json, needsReader: false)
    configuration.storeFailed = { count in
      // Not each: a disk that fails, fails often.
      if count & (count - 1) == 0 { output.note("reading or writing the store failed (\(count) so far)") }
    }
    let relay = try RelayServer(configuration: configuration)
    try relay.start()
    output.line("\(relay.address)")
    output.emit(type: "listening", ["address": .string("\(relay.address)")])
    // To the log no address, key, id or size: it is not worth knowing.
    output.note("listening")
    signal.wait()
    output.emit(type: "stopping", [:])
    output.note("stopping")
    relay.stop()
    output.finish()
    output.note("stopped")
  }

  /// A connection is a descriptor: as many as the system allows.
  private func raiseDescriptorLimit() {
    var limit = rlimit()
    guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return }
    limit.rlim_cur = limit.rlim_max
    setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
  }
}
