import SottoCore
import SottoRelayProtocol
import SottoStore

#if canImport(Glibc)
  import Glibc
#endif

extension Sotto {
  /// Free bytes of the disk below which a profile may soon refuse what comes
  private static let scarceDisk: UInt64 = 64 << 20
  /// An outbox entry that has waited longer is worth a look.
  private static let oldEntry = TimeSpan.hours(24)

  /// Checks every leg from the profile on disk to a message that this device sends itself, and names what fails.
  public func doctor(timeout: TimeSpan = .seconds(15)) async -> [DoctorCheck] {
    var checks = [profileCheck(), keysCheck()]
    checks += await relayChecks(timeout: timeout)
    checks += [prekeysCheck(), outboxCheck(), diskCheck()]
    return DoctorCheck.Leg.allCases.compactMap { leg in checks.first { $0.leg == leg } }
  }

  private func profileCheck() -> DoctorCheck {
    guard (try? profile.settings()) != nil, profile.store.examine().isEmpty else {
      return DoctorCheck(leg: .profile, outcome: .failed, detail: "damaged")
    }
    return DoctorCheck(
      leg: .profile, outcome: profile.store.isReadOnly ? .failed : .good,
      detail: profile.store.isReadOnly ? "readOnly" : nil)
  }

  private func keysCheck() -> DoctorCheck {
    let list = try? profile.read { try $0.settings.get(.deviceList) }
    let isListed = list?.contains(
      signingKey: profile.identity.signingKey, identityKey: profile.identity.identityKey) ?? false
    return DoctorCheck(
      leg: .keys, outcome: isListed && (try? list?.verify()) != nil ? .good : .failed,
      detail: profile.identity.name.text)
  }

  // MARK: Relay

  private func relayChecks(timeout: TimeSpan) async -> [DoctorCheck] {
    let relayLegs: [DoctorCheck.Leg] = [.relayName, .tlsPin, .pushPath, .receivePath, .clock]
    guard let settings = try? profile.settings(), let relay = settings.relay else {
      return relayLegs.map { DoctorCheck(leg: $0, outcome: .skipped, detail: "noRelay") }
    }
    let connection: RelayConnection
    do throws(SottoError.RelayFailure) {
      connection = try await pool.connection(to: RelayTarget(relay), for: .push)
    } catch {
      return unreachable(error)
    }
    var checks = [
      DoctorCheck(leg: .relayName, outcome: .good, detail: relay.host),
      DoctorCheck(leg: .tlsPin, outcome: .good, detail: relay.pin == nil ? "systemStore" : "pinned"),
    ]
    try? await startReceiver()
    startPump()
    _ = await changes.wait(timeout: timeout, clock: profile.environment.clock) {
      await self.receiver?.isDrained ?? true
    }
    let sentAt = profile.now
    let (push, probe) = await sendProbe(on: connection, accessKey: settings.accessKey)
    checks.append(push)
    let cameBack = await changes.wait(timeout: timeout, clock: profile.environment.clock) {
      await !self.probes.contains(probe)
    }
    let arrived = push.outcome == .good && cameBack
    checks.append(
      DoctorCheck(
        leg: .receivePath, outcome: arrived ? .good : push.outcome == .good ? .failed : .skipped,
        detail: arrived ? "\(profile.now.since(sentAt).milliseconds) ms" : nil))
    checks.append(clockCheck())
    return checks
  }

  private func unreachable(_ failure: SottoError.RelayFailure) -> [DoctorCheck] {
    let isNotThere = [.unknownHost, .unreachable, .noAnswer].contains(failure)
    return [
      DoctorCheck(leg: .relayName, outcome: isNotThere ? .failed : .good, detail: isNotThere ? failure.word : nil),
      DoctorCheck(leg: .tlsPin, outcome: isNotThere ? .skipped : .failed, detail: isNotThere ? nil : failure.word),
      DoctorCheck(leg: .pushPath, outcome: .skipped), DoctorCheck(leg: .receivePath, outcome: .skipped),
      DoctorCheck(leg: .clock, outcome: .skipped),
    ]
  }

  /// A `control` envelope to the own inbox, pushed like everybody's.
  private func sendProbe(
    on connection: RelayConnection, accessKey: AccessKey
  ) async -> (check: DoctorCheck, probe: [UInt8]) {
    let probe = profile.random.bytes(ControlMessage.probeSize)
    let contents = EnvelopeContents(
      author: profile.identity.signingKey, messageID: .random(profile.random), sentAt: profile.now, kind: .control,
      body: ControlMessage.probe(probe).encoded())
    guard let envelope = try? Envelope.seal(
      contents, by: profile.identity.signing, to: profile.identity.mailboxKey, random: profile.random),
      let relay = try? profile.settings().relay
    else { return (DoctorCheck(leg: .pushPath, outcome: .failed, detail: "cannotSeal"), probe) }
    probes.insert(probe)
    let push = DirectPush(
      relay: RelayTarget(relay), mailbox: profile.identity.mailboxKey, accessKey: accessKey,
      envelope: envelope.encoded(), random: profile.random)
    let answer = await push.attempt(on: pool)
    if !answer.isAccepted { probes.remove(probe) }
    let detail: String? =
      switch answer {
      case .accepted: nil
      case .later: "busy"
      case .refused(let reason): "\(reason)"
      case .noAnswer: "noAnswer"
      }
    return (DoctorCheck(leg: .pushPath, outcome: answer.isAccepted ? .good : .failed, detail: detail), probe)
  }

  /// The relay says when it stored something; that is another clock.
  private func clockCheck() -> DoctorCheck {
    guard let skew = clockSkew else { return DoctorCheck(leg: .clock, outcome: .skipped) }
    return DoctorCheck(
      leg: .clock, outcome: skew > Limits.clockTolerance ? .warning : .good,
      detail: skew > Limits.clockTolerance ? "\(skew.milliseconds / 60_000) min off the relay's" : nil)
  }

  // MARK: Stocks

  private func prekeysCheck() -> DoctorCheck {
    let all = (try? profile.read { try $0.peers.all() }) ?? []
    let peers = all.filter { $0.stage == .paired && $0.namelessSince == nil }
    guard !peers.isEmpty else { return DoctorCheck(leg: .prekeys, outcome: .skipped) }
    let stocked = peers.count { $0.prekeyStock.count(now: profile.now) > 0 }
    return DoctorCheck(
      leg: .prekeys, outcome: stocked == peers.count ? .good : .warning, detail: "\(stocked) of \(peers.count)")
  }

  private func outboxCheck() -> DoctorCheck {
    let waiting = (try? profile.read { try $0.outbox.all() })?.filter { $0.entry.state.isWaiting } ?? []
    let old = waiting.filter { profile.now.since($0.entry.createdAt) > Self.oldEntry }
    return DoctorCheck(
      leg: .outbox, outcome: old.isEmpty ? .good : .warning,
      detail: waiting.isEmpty ? nil : "\(waiting.count) waiting")
  }

  private func diskCheck() -> DoctorCheck {
    var status = statvfs()
    guard statvfs(profile.store.path, &status) == 0 else { return DoctorCheck(leg: .disk, outcome: .failed) }
    let free = UInt64(status.f_bavail) * UInt64(status.f_frsize)
    return DoctorCheck(
      leg: .disk, outcome: free < Self.scarceDisk ? .warning : .good, detail: "\(free >> 20) MiB free")
  }
}

extension SottoError.RelayFailure {
  /// A stable word
  var word: String {
    switch self {
    case .unreachable: "unreachable"
    case .unknownHost: "unknownHost"
    case .wrongKey: "wrongKey"
    case .protocolViolation: "protocolViolation"
    case .unsupportedVersion: "unsupportedVersion"
    case .rateLimited: "rateLimited"
    case .refused(let reason): reason
    case .noAnswer: "noAnswer"
    case .cancelled: "cancelled"
    }
  }
}
