"""One declaration for each structure of docs/protocol, named as in Tests/Vectors/sotto."""

import ipaddress
import re

from crypto import P256_ORDER, ed_public_key
from encoding import *

# 02 Encoding

SAMPLE = Struct(
    ("u8", U8), ("u16", U16), ("u32", U32), ("u64", U64), ("bool", BOOL), ("opaque[4]", Opaque(4)), ("bytes", BYTES),
    ("string", String()), ("optional<u16> absent", Optional(U16)), ("optional<u16> present", Optional(U16)),
    ("vector<u16>", Vector(U16, 64)), ("extensions", EXTENSIONS))

# 03 Identity and pairing

ENCAPSULATION = Extensions(e1=1_568)


def extension(value, kind):
    """The value of that extension, or None."""
    return next((entry["value"] for entry in value["extensions"] if entry["type"] == kind), None)



def is_canonical_host(host):
    """A domain name in lower case, an IPv4 address, or an IPv6 address in RFC 5952's spelling, all in hexadecimal."""
    try:
        if ":" in host:
            groups = ipaddress.IPv6Address(host)
            return "%" not in host and "." not in host and host == groups.compressed
        labels = host.split(".")
        if not all(re.fullmatch("[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?", label) for label in labels):
            return False
        is_name = not re.fullmatch("[0-9]+", labels[-1]) and not labels[-1].startswith("0x")
        return is_name or host == str(ipaddress.IPv4Address(host))
    except ValueError:
        return False


def valid_place(value):
    return value["port"] != 0 and is_canonical_host(value["host"])


RELAY_ADDRESS = Struct(("host", String(253)), ("port", U16), ("pin", Optional(KEY)), valid=valid_place)

RELAY_ENDPOINT = Struct(
    ("host", String(253)), ("port", U16), ("pinPrefix", Optional(Opaque(16))), valid=valid_place)

KEY_PACKAGE = Struct(
    ("version", Constant(b"\1")), ("signingKey", KEY), ("mailboxKey", KEY), ("identityKey", POINT),
    ("relay", Optional(RELAY_ADDRESS)), ("accessKey", Opaque(16)), ("listKey", KEY), ("capabilities", U32),
    ("createdAt", TIME), ("extensions", ENCAPSULATION), ("signature", SIGNATURE))

DEVICE_LIST_ENTRY = Struct(
    ("signingKey", KEY), ("identityKey", POINT), ("kind", UInt(1, {1: "1", 2: "2", 3: "3"})), ("name", String(64)))

DEVICE_LIST = Struct(
    ("version", Constant(b"\1")), ("listKey", KEY), ("sequence", U64), ("previousHash", KEY), ("createdAt", TIME),
    ("entries", Vector(DEVICE_LIST_ENTRY, 32, at_least=1, unique=lambda entry: entry["signingKey"])),
    ("removed", Vector(KEY, 256, unique=bytes)), ("signature", SIGNATURE),
    valid=lambda v: v["sequence"] > 0 and (v["sequence"] == 1) == (v["previousHash"] == bytes(32)))

INVITATION = Struct(
    ("version", Constant(b"\1")),
    ("relay", Optional(RELAY_ENDPOINT)),
    ("windowKey", KEY), ("seed", Opaque(16)), ("packageHash", Opaque(16)), ("expiry", U32), ("extensions", EXTENSIONS))

PAIR_REQUEST = Struct(
    ("header", Constant(b"\1\1")), ("package", KEY_PACKAGE), ("deviceList", DEVICE_LIST), ("commitment", KEY),
    ("extensions", EXTENSIONS), ("mac", KEY))
PAIR_OFFER = Struct(
    ("header", Constant(b"\1\2")), ("package", KEY_PACKAGE), ("deviceList", DEVICE_LIST), ("nonce", KEY),
    ("extensions", ENCAPSULATION))
PAIR_ACCEPT = Struct(("header", Constant(b"\1\3")), ("nonce", KEY), ("extensions", ENCAPSULATION), ("mac", KEY))
PAIR_CONFIRM = Struct(("header", Constant(b"\1\4")), ("extensions", EXTENSIONS), ("mac", KEY))


class PairMessage:
    """One of the four, told apart by its step."""

    messages = {1: PAIR_REQUEST, 2: PAIR_OFFER, 3: PAIR_ACCEPT, 4: PAIR_CONFIRM}

    def read(self, reader):
        step = Reader(reader.data[reader.position:]).take(2)[1]
        if step not in self.messages:
            raise Malformed(f"step {step} has no meaning")
        return {"step": step, "message": self.messages[step].read(reader)}

    def write(self, value):
        return self.messages[value["step"]].write(value["message"])


PAIRING_FILE = Struct(
    ("magic", Constant(b"STTP")), ("step", UInt(1, {step: str(step) for step in (1, 2, 3, 4)})), ("envelope", REST),
    valid=lambda v: len(v["envelope"]) <= 65_536)


def is_scalar(data):
    return 0 < int.from_bytes(data, "big") < P256_ORDER


DEVICE_IDENTITY = Struct(
    ("version", Constant(b"\1")), ("signingSeed", KEY), ("mailboxPrivateKey", KEY), ("identityScalar", KEY),
    ("listKey", KEY), ("listSeed", Optional(KEY)),
    valid=lambda v: is_scalar(v["identityScalar"]) and (
        v["listSeed"] is None or ed_public_key(v["listSeed"]) == v["listKey"]))

QUANTUM_KEY_MATERIAL = Struct(
    ("inviterSecret", KEY), ("joinerSecret", KEY), ("inviterCiphertext", Opaque(1_568)),
    ("joinerCiphertext", Opaque(1_568)))

# 04 Bundles

PATH_NAMES = {1: "forwardSecret", 2: "forwardSecretNoPQ", 3: "longTermFallback", 4: "longTermNoPQ"}


def secrecy_shape(context):
    mode, key, prekey = context["mode"], context["ephemeralPublicKey"], context["prekeyID"]
    if mode in (1, 2):
        return len(key) == 65 and prekey is not None
    return (not key and prekey is None) if mode in (3, 4, 5) else len(key) <= 4_096


SECRECY_CONTEXT = Struct(
    ("mode", U8), ("ephemeralPublicKey", Bytes(4_096)), ("prekeyID", Optional(ID)), valid=secrecy_shape)

PUBLIC_PREKEY = Struct(("id", ID), ("key", POINT))

PREKEY_BATCH = Struct(
    ("counter", U64), ("createdAt", TIME), ("expiry", TIME),
    ("prekeys", Vector(PUBLIC_PREKEY, 30, at_least=1)),
    ("extensions", EXTENSIONS), ("signature", SIGNATURE))

PREKEY_SECTION = Struct(
    ("count", U8), ("batch", PREKEY_BATCH), valid=lambda v: v["count"] in (0, len(v["batch"]["prekeys"])))

SHARD_OPERATION = Struct(("kind", U8), ("shardID", ID), ("body", Opaque(151)))

SHARD_SECTION = Struct(
    ("shardOperations", Vector(SHARD_OPERATION, 256)),
    ("custodyManifest", Vector(ID, 256)), ("custodyManifestCount", U16),
    ("expectedShards", Vector(ID, 256)), ("expectedShardsCount", U16),
    ("shardMetadataAttempted", BOOL), ("counter", U64),
    valid=lambda v: all(v[name + "Count"] <= len(v[name]) for name in ("custodyManifest", "expectedShards")))

RECIPIENT = Struct(("secrecyContext", SECRECY_CONTEXT), ("wrappedPayload", BYTES),
                   valid=lambda v: v["secrecyContext"]["mode"] != 5)

GROUP_ENVELOPE = Struct(
    ("version", Constant(b"\1")), ("blind", KEY), ("blindNonce", Opaque(16)), ("recipients", Vector(RECIPIENT, 32)))

BUNDLE = Struct(
    ("magic", Constant(b"STTO")), ("version", Constant(b"\4")), ("secrecy", SECRECY_CONTEXT), ("ciphertext", BYTES),
    ("fingerprintNonce", Opaque(16)), ("senderFingerprint", KEY), ("group", Optional(GROUP_ENVELOPE)),
    valid=lambda v: v["secrecy"]["mode"] > 4 or v["group"] is None)

RECIPIENT_PAYLOAD = Struct(
    ("sessionKey", KEY), ("bodyDigest", KEY), ("senderSignature", SIGNATURE), ("prekeys", Optional(PREKEY_SECTION)),
    ("shards", Optional(Bytes(65_536))), ("extensions", EXTENSIONS))

APP_VERSION = Struct(("major", U16), ("minor", U16), ("patch", U16))
MANIFEST_REF = Struct(("version", U64), ("hash", KEY))

SEALED_PAYLOAD = Struct(
    ("groupID", Optional(ID)), ("appVersion", APP_VERSION), ("senderProof", KEY),
    ("prekeys", Optional(PREKEY_SECTION)), ("shards", Optional(Bytes(65_536))),
    ("senderSignature", Optional(SIGNATURE)),
    ("manifest", Optional(MANIFEST_REF)), ("content", Bytes(49_120)),
    ("extensions", EXTENSIONS))

BUNDLE_FILE = Struct(
    ("magic", Constant(b"STTF")), ("version", Constant(b"\1")), ("n", U16),
    ("bundles", lambda v: Repeat(Bytes(262_144), v["n"])), ("attachments", REST), valid=lambda v: 1 <= v["n"] <= 32)

DEPTH_FIELDS = Struct(
    ("visibleThroughDepth", UInt(8, at_most=(1 << 63) - 1)), ("originDepth", UInt(1, at_most=31)))

GROUP_DETAILS = Struct(
    ("id", ID), ("name", String(128)), ("createdAt", UInt(8, at_most=((1 << 64) - 1) // 1_000)),
    ("depthFields", DEPTH_FIELDS), valid=lambda v: v["name"])


def box(plaintext):
    """AES-256-GCM under a random nonce."""
    return Struct(("nonce", Opaque(12)), ("ciphertext", Opaque(plaintext)), ("tag", Opaque(16)))


SLOT = box(128)

# 05 Envelope

ENVELOPE = Struct(("version", Constant(b"\1")), ("recipient", KEY), ("encapsulatedKey", KEY), ("sealed", Bytes(63_504)))


CONTROL_MESSAGE = Struct(
    ("version", Constant(b"\1")), ("kind", U8),
    ("fields", switch("kind", {2: Struct(("batch", PREKEY_BATCH)), 6: Struct(("probe", Opaque(16)))})))


def padme(n):
    if n < 2:
        return n
    e = n.bit_length() - 1
    step = 1 << (e - e.bit_length())
    return (n + step - 1) // step * step


def fill_is_right(v):
    size = 32 + 16 + 8 + 1 + len(LENGTH.write(len(v["body"]))) + len(v["body"]) + 4 + 64
    return size + len(v["fill"]) == max(512, padme(size))


ENVELOPE_PLAINTEXT = Struct(
    ("author", KEY), ("messageID", ID), ("sentAt", TIME), ("kind", U8), ("body", Bytes(63_359)), ("fillLength", U32),
    ("fill", lambda v: Constant(bytes(min(v["fillLength"], 65_536)))), ("signature", SIGNATURE), valid=fill_is_right)

# 07 Frames between client and relay

VERSIONS = Vector(U16, 16, at_least=1, unique=int)
PREVIOUS_ACCESS_KEY = Struct(("hash", KEY), ("until", TIME))
CODES = {0x01: "mailboxFull", 0x02: "rateLimited", 0x03: "busy", 0x04: "storageFull", 0x05: "quotaExceeded",
         0x06: "tooManyConnections", 0x40: "tooLarge", 0x41: "malformed", 0x42: "unknownMailbox", 0x43: "badAccessKey",
         0x44: "badProof", 0x45: "badDeletionKey", 0x46: "unknownObject", 0x47: "notOpened", 0x48: "objectConflict",
         0x49: "badFrame", 0x4a: "silence"}
REFUSAL = Struct(("code", UInt(1, CODES)), ("retryAfter", U32))

REQUESTS = {
    "hello": (0x01, Struct(
        ("versions", VERSIONS), ("maximumBody", U32), ("extensions", EXTENSIONS),
        valid=lambda v: v["maximumBody"] >= 66_560)),
    "open": (0x02, Struct(
        ("mailbox", KEY), ("accessKeyHash", KEY), ("previous", Optional(PREVIOUS_ACCESS_KEY)),
        ("lifetimeHours", Optional(U16)), ("proof", KEY), valid=lambda v: v["lifetimeHours"] != 0)),
    "close": (0x03, Struct(("mailbox", KEY), ("accessKeyHash", KEY), ("proof", KEY))),
    "push": (0x04, Struct(
        ("mailbox", KEY), ("accessKey", Opaque(16)), ("pushID", Opaque(16)), ("deletionKeyHash", KEY),
        ("expiryHours", U16), ("urgency", UInt(1, {0: "normal", 1: "silent"})), ("envelope", Bytes(131_072)),
        valid=lambda v: v["expiryHours"])),
    "acknowledge": (0x05, Struct(("mailbox", KEY), ("arrivals", Vector(U64, 256)))),
    "blank": (0x06, Struct(("mailbox", KEY), ("pushID", Opaque(16)), ("deletionKey", KEY))),
    "objectPut": (0x07, Struct(
        ("mailbox", KEY), ("accessKey", Opaque(16)), ("objectID", KEY), ("deletionKeyHash", KEY), ("size", U64),
        ("offset", U64), ("chunk", Bytes(65_536)),
        valid=lambda v: v["size"] and v["offset"] + len(v["chunk"]) <= v["size"])),
    "objectGet": (0x08, Struct(("objectID", KEY), ("offset", U64), ("length", U32))),
    "objectDelete": (0x09, Struct(("objectID", KEY), ("deletionKey", KEY))),
    "ping": (0x0a, NOTHING),
}

LIMITS = Struct(
    ("envelope", UInt(4, at_most=65_536)), ("chunk", UInt(4, at_most=65_536)), ("object", U64), ("lifetime", U16),
    ("ping", U16), ("silence", U16), valid=lambda v: v["chunk"] and v["ping"] and v["silence"])
SESSION = Struct(("version", U16), ("limits", LIMITS), ("challengeKey", KEY))

ANSWERS = {
    "helloAnswer": (0x81, Struct(("supported", VERSIONS), ("session", Optional(SESSION)), ("extensions", EXTENSIONS))),
    "opened": (0x82, Struct(("pending", U32))),
    "closed": (0x83, NOTHING),
    "pushed": (0x84, Struct(("acceptance", UInt(1, {0: "first", 1: "repeat"})))),
    "acknowledged": (0x85, NOTHING),
    "blanked": (0x86, NOTHING),
    "objectStored": (0x87, Struct(("stored", U64))),
    "objectChunk": (0x88, Struct(("size", U64), ("chunk", Bytes(65_536)))),
    "objectDeleted": (0x89, NOTHING),
    "pong": (0x8a, NOTHING),
}

EVENTS = {
    "deliver": (0x40, Struct(
        ("arrival", U64), ("pushID", Opaque(16)), ("storedAt", TIME), ("mailbox", KEY), ("envelope", Bytes(65_536)))),
    "error": (0x7f, REFUSAL),
}


def frame(kind, *body):
    """kind u8, length of the body u32, body."""
    body = Struct(*body)
    return Struct(
        ("kind", Constant(bytes([kind]))), ("bodyLength", UInt(4, at_most=131_072)),
        ("body", body), valid=lambda v: len(body.write(v["body"])) == v["bodyLength"])


RELAY_FRAMES = {
    **{name: frame(kind, ("tag", U32), ("request", body)) for name, (kind, body) in REQUESTS.items()},
    **{name: frame(kind, ("tag", U32), ("status", U8), ("answer", switch("status", {0: body, 1: REFUSAL})))
       for name, (kind, body) in ANSWERS.items()},
    **{name: frame(kind, ("event", body)) for name, (kind, body) in EVENTS.items()},
}

# 06 Delivery

SEND_FAILURES = {
    1: "expired", 2: "unconfirmed", 3: "unknownMailbox", 4: "badAccessKey", 5: "tooLarge", 6: "malformed", 7: "refused",
    8: "cannotSeal", 9: "noRelay", 10: "attachmentUnavailable", 11: "deviceNotListed", 12: "discarded"}
SEND_FAILURE = UInt(1, SEND_FAILURES)
UNAUTHORISED = UInt(1, {
    1: "unknownAuthor", 2: "noPairing", 3: "notAMember", 4: "authorMismatch", 5: "invalidSignature", 6: "invalidProof",
    7: "groupMismatch"})
UNLISTED = UInt(1, {1: "notOnList", 2: "removed", 3: "keysDiffer", 4: "noList"})

OUTBOX_STATES = {
    1: "queued", 2: "keysPending", 3: "inFlight", 4: "atRelay", 5: "stored", 6: "read", 7: "failed", 8: "sealedToFile"}
ISSUES = {
    1: "unreadable", 2: "unauthorised", 3: "heldForNewerVersion", 4: "replayed", 5: "malformedContent",
    6: "handlerGaveUp", 7: "sendFailed", 9: "deviceNotListed", 10: "downgraded"}

OUTBOX_STATE = Struct(
    ("tag", UInt(1, OUTBOX_STATES)), ("detail", lambda v: SEND_FAILURE if v["tag"] == 7 else NOTHING))
DELIVERY_ISSUE = Struct(
    ("tag", UInt(1, ISSUES)),
    ("detail", lambda v: {2: Struct(("reason", UNAUTHORISED)), 7: Struct(("reason", SEND_FAILURE)),
                          9: Struct(("device", KEY), ("reason", UNLISTED))}.get(v["tag"], NOTHING)))

OUTBOX_ENTRY = Struct(
    ("sequence", U64), ("mailbox", KEY), ("neverExpires", BOOL), ("awaitsReceipt", BOOL), ("createdAt", TIME),
    ("state", OUTBOX_STATE), ("wasPushed", BOOL), ("attempts", U32), ("nextAttempt", TIME), ("heldUntil", TIME),
    ("receiptDeadline", Optional(TIME)))
HANDLED_MESSAGE = Struct(("sentAt", TIME), ("keptUntil", TIME))
REPLAY_WINDOW = Struct(("line", Optional(TIME)))

# 08 Content

LABEL = Struct(("id", String(64)), ("name", String(128)), ("rank", UInt(1, at_most=7)))

OBJECT_LOCATION = Struct(("relay", RELAY_ADDRESS), ("object", KEY))

ATTACHMENT = Struct(
    ("key", KEY), ("location", Optional(OBJECT_LOCATION)),
    ("size", UInt(8, at_most=1 << 40)), ("sha256", KEY), ("name", String(255)), ("mediaType", String(255)),
    ("label", Optional(LABEL)), ("extensions", EXTENSIONS))

MESSAGE_BODY = Struct(("text", String(49_120)), ("attachments", Vector(ATTACHMENT, 32)))
RECEIPT_ENTRY = Struct(("state", UInt(1, {1: "stored", 2: "read"})), ("messageID", ID))
RECEIPT_BODY = Struct(("entries", Vector(RECEIPT_ENTRY, 256, ascending=lambda e: e["messageID"])))
RESERVED = (2, 3, 4, 5, 7, 8, 9)

CONTENT_ENVELOPE = Struct(
    ("version", Constant(b"\3")), ("kind", U8), ("messageID", ID), ("sentAt", TIME), ("label", Optional(LABEL)),
    ("body", switch("kind", {1: MESSAGE_BODY, 6: RECEIPT_BODY, **dict.fromkeys(RESERVED, REST)})),
    ("extensions", lambda v: NOTHING if v["kind"] in RESERVED else EXTENSIONS))

PADDED_CONTENT = Struct(
    ("length", UInt(4, at_most=49_116)), ("envelope", lambda v: Opaque(v["length"])),
    ("zeros", lambda v: Constant(bytes(-(4 + v["length"]) % 160))),
    valid=lambda v: decode(CONTENT_ENVELOPE, v["envelope"]))


def chunk_stream(size):
    """Sealed chunks of a file of `size` bytes."""
    padded = padme(size)
    sizes = [min(65_536, padded - start) for start in range(0, padded, 65_536)] or [0]
    return Struct(*((str(i), Struct(("ciphertext", Opaque(n)), ("tag", Opaque(16)))) for i, n in enumerate(sizes)))


# 10 Profile

GATE_ROW = Struct(
    ("salt", Opaque(16)), ("verifiers", Repeat(box(49), 32)), ("open box", box(33)), ("public keys", Repeat(KEY, 32)),
    ("sealed floor keys", Repeat(Struct(("encapsulated key", KEY), ("sealed", Opaque(48))), 32)),
    ("lockout box", box(32)), ("flags box", box(64)), ("fill", Opaque(1_915)))
LOCKOUT = Struct(("failures", U32), ("boot id", Opaque(16)), ("until", U64), ("zeros", Constant(bytes(4))))
GATE_FLAGS = Struct(("pin enabled", Repeat(UInt(1, at_most=1), 32)), ("layers", Repeat(U8, 32)))
LAYER_ANCHOR = Struct(("name", ID), ("sequence", U64))
SPOOL_CONTENT = Struct(("item", ID), ("index", U16), ("count", U16), ("length", U16), ("payload", Opaque(1_002)))
