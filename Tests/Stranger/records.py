"""The records of the store, of docs/protocol/10-records.md, and the states of a pairing that it keeps."""

from structures import *

# 03 States in the store

HANDLE = Optional(Struct(("key", Bytes(1_024)), valid=lambda v: v["key"]))

INVITER_PAIRING = Struct(
    ("version", Constant(b"\1")), ("invitation", INVITATION), ("window private key", KEY), ("package", KEY_PACKAGE),
    ("deviceList", DEVICE_LIST), ("state", UInt(1, {1: "waiting", 2: "offered", 3: "over"})),
    ("fields", switch("state", {
        1: Struct(("handle", HANDLE)),
        2: Struct(("request", PAIR_REQUEST), ("offer", PAIR_OFFER), ("secret", Optional(KEY)), ("handle", HANDLE)),
        3: NOTHING})),
    valid=lambda v: v["fields"].get("handle") is None or extension(v["package"], 1) is not None)

JOINER_PAIRING = Struct(
    ("version", Constant(b"\1")), ("invitation", INVITATION), ("request", PAIR_REQUEST),
    ("state", UInt(1, {1: "requested", 2: "accepted", 3: "over"})),
    ("fields", switch("state", {
        1: Struct(("nonce", KEY), ("handle", HANDLE)),
        2: Struct(("offer", PAIR_OFFER), ("accept", PAIR_ACCEPT), ("quantum", Optional(QUANTUM_KEY_MATERIAL))),
        3: NOTHING})),
    valid=lambda v: v["fields"].get("handle") is None or extension(v["request"]["package"], 1) is not None)

PEER_KEY_MATERIAL = Struct(
    ("current", Optional(QUANTUM_KEY_MATERIAL)),
    ("proposed", Optional(Struct(("material", Optional(QUANTUM_KEY_MATERIAL))))),
    ("replaced", Optional(Struct(("material", QUANTUM_KEY_MATERIAL), ("previousUntil", TIME)))))

# Keys and names

MESSAGE_KEY = Struct(("author", KEY), ("id", ID))
PREKEY_KEY = Struct(("peer", KEY), ("id", ID))

# Prekeys

PREKEY = Struct(("id", ID), ("key", KEY), ("expiry", TIME), valid=lambda v: is_scalar(v["key"]))
PREKEY_STOCK = Struct(("counter", U64), ("expiry", TIME), ("prekeys", Vector(PUBLIC_PREKEY, 30)))
PREKEY_TAKEN = Struct(("prekey", PUBLIC_PREKEY), ("batchCounter", U64))
PREKEY_ISSUER = Struct(
    ("counter", U64), ("latest", Optional(Struct(("createdAt", TIME), ("unused", Vector(ID, 30))))),
    ("unproven", Optional(Struct(
        ("batch", PREKEY_BATCH), ("firstSent", TIME), ("lastSent", TIME), ("carriers", Vector(ID, 32))))),
    ("longTermMessageCame", BOOL))

# Peers and contacts

PROPOSAL = Struct(("keyPackage", KEY_PACKAGE), ("deviceList", DEVICE_LIST), ("safetyWords", Opaque(6)))
PEER_RECORD = Struct(
    ("keyPackage", KEY_PACKAGE), ("deviceList", DEVICE_LIST), ("quantum", PEER_KEY_MATERIAL),
    ("stage", UInt(1, {1: "1", 2: "2"})), ("pairedAt", TIME), ("mark", Optional(APP_VERSION)), ("isDowngraded", BOOL),
    ("prekeyStock", PREKEY_STOCK), ("prekeyIssuer", PREKEY_ISSUER), ("relay", Optional(RELAY_ADDRESS)),
    ("accessKey", Opaque(16)), ("mailboxSeen", BOOL), ("proposal", Optional(PROPOSAL)), ("namelessSince", Optional(TIME)))

TRUST = Struct(
    ("trust", UInt(1, {0: "unverified", 1: "verified", 2: "keyChanged"})),
    ("at", lambda v: TIME if v["trust"] else NOTHING))
CONTACT_RECORD = Struct(
    ("id", ID), ("depthFields", DEPTH_FIELDS), ("devices", Vector(KEY, 32)), ("nickname", Optional(String(128))),
    ("trust", TRUST), ("createdAt", TIME), ("safetyWords", String(128)))

# Conversations and messages

CONVERSATION_ID = Struct(
    ("kind", UInt(1, {1: "contact", 2: "group", 3: "peer", 4: "sealed files"})),
    ("id", switch("kind", {1: ID, 2: ID, 3: KEY, 4: NOTHING})))
CONVERSATION_RECORD = Struct(("id", CONVERSATION_ID), ("key", KEY), ("readThrough", U64))
PLACE_RECORD = Struct(("conversation", CONVERSATION_ID))

COPY = Struct(
    ("recipient", KEY), ("path", UInt(1, {mode: str(mode) for mode in (1, 2, 3, 4)})), ("state", OUTBOX_STATE))
MESSAGE_RECORD = Struct(
    ("key", MESSAGE_KEY), ("conversation", CONVERSATION_ID), ("direction", UInt(1, at_most=1)), ("sentAt", TIME),
    ("storedAt", TIME), ("groupID", Optional(ID)), ("content", Bytes(49_120)), ("copies", Vector(COPY, 1_024)),
    ("handlerGaveUp", BOOL))

# Delivery

WINDOW = Struct(("relay", RELAY_ENDPOINT), ("accessKey", Opaque(16)))
OUTBOX_RECORD = Struct(
    ("entry", OUTBOX_ENTRY), ("recipient", KEY), ("messageID", ID), ("kind", U8), ("pushID", ID),
    ("deletionKey", KEY), ("window", Optional(WINDOW)), ("prekey", Optional(PREKEY_TAKEN)),
    ("conversation", Optional(CONVERSATION_ID)), ("uploads", Vector(ID, 32)))
OUTBOX_BODY = Struct(("envelope", Optional(Bytes(262_144))), ("content", Optional(Bytes(262_144))))

DEDUP_RECORD = Struct(("key", MESSAGE_KEY), ("handled", Optional(HANDLED_MESSAGE)))
ISSUE_RECORD = Struct(("issue", DELIVERY_ISSUE), ("messageID", Optional(ID)), ("peer", Optional(KEY)), ("at", TIME))
HELD_ENVELOPES = Struct(("entries", Vector(Struct(("pushID", ID), ("since", TIME)), 100)))
FILE_TOKEN_RECORD = Struct(("message", MESSAGE_KEY))
ATTACHMENT_RECORD = Struct(
    ("object", ID), ("message", MESSAGE_KEY), ("index", U8), ("state", UInt(1, {n: str(n) for n in range(1, 6)})),
    ("size", U64), ("transferred", U64), ("objectID", Optional(KEY)), ("deletionKey", Optional(KEY)))

# Profile

PROFILE_SETTINGS = Struct(("createdAt", TIME), ("relay", Optional(RELAY_ADDRESS)), ("accessKey", Opaque(16)))
