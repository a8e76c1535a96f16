import SottoCore
import SottoRelayProtocol
import SottoTransport
import Synchronization

/// A relay: stores sealed envelopes by mailbox and forwards them.
///
///     let relay = try RelayServer(configuration: .init(dataFolder: folder, listen: "127.0.0.1:0"))
///     try relay.start()
///     print(relay.address)
///
/// What it accepted is on disk; `stop`, or the end of the process, loses none of it.
public final class RelayServer: Sendable {
  private struct Parts {
    let folder: DataFolder
    let store: any MailboxStore
    let loop: EventLoop
    let hub: ConnectionHub
  }

  /// What clients are given. Where the system chooses the port, it is right after `start`.
  public var address: RelayAddress { state.withLock { $0.address } }

  private let configuration: RelayConfiguration
  private let parts: Parts
  private let pin: [UInt8]?
  private let state: Mutex<State>

  private struct State {
    enum Phase { case new, running, stopped }
    var phase = Phase.new
    var address: RelayAddress
  }

  /// Opens the data folder, or makes it, with its key and databases. Throws `inUse` while another relay holds it.
  public convenience init(configuration: RelayConfiguration) throws(RelayError) {
    let folder = try DataFolder(configuration.dataFolder)
    let store: SQLiteMailboxStore
    do {
      store = try SQLiteMailboxStore(configuration, folder: folder)
    } catch {
      throw .store(error)
    }
    try self.init(configuration, folder: folder, store: store)
  }

  private init(_ configuration: RelayConfiguration, folder: DataFolder, store: any MailboxStore) throws(RelayError) {
    self.configuration = configuration
    do throws(TransportError) {
      let key =
        if let files = configuration.certificate {
          try HostKey.load(keyFile: files.key, certificateFile: files.chain)
        } else {
          try HostKey.loadOrCreate(file: folder.hostKey)
        }
      pin = configuration.certificate == nil ? key.pin : nil
      let listen = try ListenAddress(configuration.listen)
      state = Mutex(State(address: try Self.address(configuration, port: max(listen.port, 1), pin: pin)))
      let context = try TLSServerContext(hostKey: key)
      // Last: its thread would be left behind by an error after it.
      let loop = try EventLoop()
      let hub = ConnectionHub(
        store: store, limits: configuration.limits, context: context, loop: loop,
        storeFailed: configuration.storeFailed)
      parts = Parts(folder: folder, store: store, loop: loop, hub: hub)
    } catch {
      throw .transport(error)
    }
  }

  private static func address(
    _ configuration: RelayConfiguration, port: UInt16, pin: [UInt8]?
  ) throws(TransportError) -> RelayAddress {
    let listen = try ListenAddress(configuration.listen)
    let anywhere = ["", "0.0.0.0", "::"].contains(listen.host)
    let host = configuration.publicHost ?? (anywhere ? HostName.own : listen.host)
    do {
      return try RelayAddress(host: host, port: port, pin: pin)
    } catch {
      throw .badAddress
    }
  }

  deinit {
    stop()
    parts.loop.stop()
  }

  /// Listens. On return clients can connect, and the address is in the data folder's file `address` as well.
  public func start() throws(RelayError) {
    let isNew = state.withLock { state in
      defer { if state.phase == .new { state.phase = .running } }
      return state.phase == .new
    }
    guard isNew else { throw .notRunning }
    let (hub, loop) = (parts.hub, parts.loop)
    parts.store.start { report in loop.execute { hub.handle(report) } }
    let listen: ListenAddress
    do throws(TransportError) {
      let asked = try ListenAddress(configuration.listen)
      listen = try onLoop { Result { () throws(TransportError) in try hub.listen(on: asked) } }.get()
      let address = try Self.address(configuration, port: listen.port, pin: pin)
      state.withLock { $0.address = address }
    } catch {
      stop()
      throw .transport(error)
    }
    guard configuration.publishesAddress else { return }
    // Where it is the same, a full disk does not keep the relay from starting.
    let text = address.description + "\n"
    guard DataFolder.read(parts.folder.addressFile) != text else { return }
    try DataFolder.write(text, to: parts.folder.addressFile)
  }

  /// The address of the relay that runs on a data folder, or ran there last. Throws `noAddress` where none did.
  public static func address(dataFolder: String) throws(RelayError) -> RelayAddress {
    guard let text = DataFolder.read(DataFolder.addressFile(in: dataFolder)),
      let line = text.split(separator: "\n").first, let address = try? RelayAddress(String(line))
    else { throw .noAddress }
    return address
  }

  /// Finishes what was accepted, tells the clients, closes. Waits for that, at most `limits.stopTime`; call it from a
  /// thread that may wait.
  public func stop() {
    let phase = state.withLock { state in
      defer { state.phase = .stopped }
      return state.phase
    }
    guard phase == .running else { return }
    let hub = parts.hub
    let isDrained = Condition(false)
    parts.loop.execute { hub.drain { isDrained.change { $0 = true } } }
    _ = isDrained.wait(configuration.limits.stopTime) { $0 ? true : nil }
    onLoop { hub.abortAll() }
    parts.store.stop()
    parts.folder.release()
  }

  /// Connections at this moment.
  public var connectionCount: Int {
    let hub = parts.hub
    return onLoop { hub.connectionCount }
  }

  @discardableResult
  private func onLoop<Value: Sendable>(_ body: @escaping @Sendable () -> Value) -> Value {
    let result = Condition<Value?>(nil)
    parts.loop.execute {
      let value = body()
      result.change { $0 = value }
    }
    while true {
      if let value = result.wait(nil, for: { $0 }) { return value }
    }
  }
}
