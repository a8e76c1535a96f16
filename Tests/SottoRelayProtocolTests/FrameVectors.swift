import SottoRelayProtocol
import SottoWire
import TestSupport

typealias Fields = KeyValuePairs<String, any CustomStringConvertible>

extension ClientFrame {
  var vector: StructureVector {
    StructureVector("\(request.type) (tag \(tag))", bytes: encoded(), request.fields, reencode: reencodeFrame)
  }
}

extension ServerFrame {
  var vector: StructureVector {
    let (name, fields): (String, Fields) =
      switch self {
      case .answer(let tag, let answer): ("\(answer.type) (tag \(tag))", answer.fields)
      case .error(let refusal): ("error", ["code": "\(refusal.code)", "retryAfter": refusal.retryAfterMilliseconds])
      case .deliver(let body):
        (
          "deliver",
          [
            "arrival": body.arrival, "pushID": hex(body.pushID.bytes), "storedAt": body.storedAt.milliseconds,
            "mailbox": body.mailbox, "envelope": hex(body.envelope),
          ]
        )
      }
    return StructureVector(name, bytes: encoded(), fields, reencode: reencodeFrame)
  }
}

extension Request {
  var fields: Fields {
    switch self {
    case .hello(let body):
      ["versions": "\(body.versions)", "maximumBody": body.maximumBody, "extensions": body.extensions.entries.count]
    case .open(let body):
      [
        "mailbox": body.mailbox, "accessKeyHash": body.accessKeyHash,
        "previous": body.previous.map { "\($0.hash) until \($0.until.milliseconds)" } ?? "absent",
        "lifetimeHours": body.lifetimeHours.map(String.init) ?? "absent", "proof": body.proof,
      ]
    case .close(let body):
      ["mailbox": body.mailbox, "accessKeyHash": body.accessKeyHash, "proof": body.proof]
    case .push(let body):
      [
        "mailbox": body.mailbox, "accessKey": hex(body.accessKey.bytes), "pushID": hex(body.pushID.bytes),
        "deletionKeyHash": body.deletionKeyHash, "expiryHours": body.expiryHours, "urgency": "\(body.urgency)",
        "envelope": hex(body.envelope),
      ]
    case .acknowledge(let body):
      ["mailbox": body.mailbox, "arrivals": "\(body.arrivals)"]
    case .blank(let body):
      ["mailbox": body.mailbox, "pushID": hex(body.pushID.bytes), "deletionKey": body.deletionKey]
    case .objectPut(let body):
      [
        "mailbox": body.mailbox, "accessKey": hex(body.accessKey.bytes), "objectID": body.objectID,
        "deletionKeyHash": body.deletionKeyHash, "size": body.size, "offset": body.offset, "chunk": hex(body.chunk),
      ]
    case .objectGet(let body):
      ["objectID": body.objectID, "offset": body.offset, "length": body.length]
    case .objectDelete(let body):
      ["objectID": body.objectID, "deletionKey": body.deletionKey]
    case .ping:
      [:]
    }
  }
}

extension Answer {
  var fields: Fields {
    switch self {
    case .hello(let body):
      [
        "supported": "\(body.supported)",
        "version": body.session.map { "\($0.version)" } ?? "no session",
        "limits": body.session?.limits.text ?? "no session",
        "challengeKey": body.session.map { "\($0.challengeKey)" } ?? "no session",
        "extensions": body.extensions.entries.count,
      ]
    case .opened(let pending): ["pending": pending]
    case .pushed(let acceptance): ["acceptance": "\(acceptance)"]
    case .objectStored(let body): ["stored": body.stored]
    case .objectChunk(let body): ["size": body.size, "chunk": hex(body.chunk)]
    case .refused(let refusal, to: _): ["refused": "\(refusal.code)", "retryAfter": refusal.retryAfterMilliseconds]
    case .closed, .acknowledged, .blanked, .objectDeleted, .pong: [:]
    }
  }
}

extension RelayLimits {
  fileprivate var text: String {
    """
    envelope \(envelopeSize), chunk \(chunkSize), object \(objectSize), lifetime \(lifetimeHours) hours, \
    ping \(pingSeconds) s, silence \(silenceSeconds) s
    """
  }
}
