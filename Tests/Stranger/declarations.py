"""What is expected of each structure in Tests/Vectors/sotto: its type, and how the texts in `fields` come about.

Values that hashing alone derives (ids, commitments, transcripts, MACs, HKDF keys) are derived here, from docs/protocol.
"""

import base64
import hashlib
import hmac

from structures import *


# Derived values

def label(purpose):
    return b"sotto/1 " + purpose.encode("ascii") + b"\0"


def sha256(*pieces):
    return hashlib.sha256(b"".join(pieces)).digest()


def mac(key, *pieces):
    return hmac.digest(key, b"".join(pieces), "sha256")


def hkdf(key, salt, info, size=32):
    """RFC 5869, for one block of output."""
    return mac(mac(salt or bytes(32), key), info, b"\1")[:size]


def host_text(host):
    return f"[{host}]" if ":" in host else host


def base32(data):
    return base64.b32encode(data).decode("ascii").rstrip("=")


def address_text(address):
    if address is None:
        return ""
    pin = "" if address["pin"] is None else "#" + base32(address["pin"]).lower()
    return f"sotto://{host_text(address['host'])}:{address['port']}/{pin}"


def extension(value, kind):
    return next((entry["value"] for entry in value["extensions"] if entry["type"] == kind), b"")


def uuid_bytes(text):
    return bytes.fromhex(text.replace("-", ""))


class Case:
    """A vector in the middle of its file: `before` has the bytes of the last one of each structure."""

    def __init__(self, data, fields, kind, before):
        self.data, self.fields, self.kind, self.before = data, fields, kind, before
        self.value = decode(kind, data)

    def field(self, name):
        return bytes.fromhex(self.fields[name])

    def transcript(self, last):
        messages = ("Invitation", "PairRequest", "PairOffer", "PairAccept", "PairConfirm")
        earlier = [self.before[name] for name in messages[:messages.index(last)]]
        return sha256(label("pair transcript"), *(BYTES.write(m) for m in earlier + [self.data[:-32]]))


def armour(data):
    text = base64.b64encode(data).decode("ascii")
    lines = [text[i:i + 64] for i in range(0, len(text), 64)]
    return "\n".join(["-----BEGIN SOTTO BUNDLE-----", *lines, "-----END SOTTO BUNDLE-----", ""])


def unarmour(data):
    lines = data.decode("ascii").strip().splitlines()
    return base64.b64decode("".join(lines[1:-1]), validate=True)


class Armoured:
    """The armour of a file, as a kind of field that takes all there is."""

    def read(self, reader):
        data = reader.rest()
        try:
            value = unarmour(data)
        except ValueError as error:
            raise Malformed(str(error))
        if armour(value) != data.decode("ascii"):
            raise Malformed("not the form that is written")
        return {"file": decode(BUNDLE_FILE, value)}

    def write(self, value):
        return armour(BUNDLE_FILE.write(value["file"])).encode("ascii")

    def leaf(self, value, wanted):
        return None


def body_text(case):
    body = case.value["body"]
    if case.value["kind"] == 1:
        count = len(body["attachments"])
        return f"{count} attachments" if count else body["text"]
    if case.value["kind"] == 6:
        return None if body["entries"] else "no entries"
    return f"{len(body)} bytes with the extensions"


def extensions_text(case):
    return ", ".join(f"{e['type']}: {e['value'].hex()}" for e in case.value["extensions"] or [])


def issue_text(names, case):
    """`unauthorised(Type.noPairing)`, the names of types taken away."""
    v, kind = case.value, case.kind.resolve(case.kind.fields[1][1], case.value)
    if isinstance(v["detail"], dict):
        details = [kind_of.show(v["detail"][name]) for name, kind_of in kind.fields]
    else:
        details = [kind.show(v["detail"])]
    return names[v["tag"]] + (f"({', '.join(details)})" if details else "")


def prekeys_text(case):
    section = case.value["prekeys"]
    return f"a batch of {section['count']}" if section["count"] else "filler"


def shards_text(case):
    decode(SHARD_SECTION, case.value["shards"])
    return case.value["shards"].hex()


def spool_content(case):
    return SPOOL_CONTENT.write(decode(SPOOL_CONTENT, case.field("content"))).hex()


def request_mac(case):
    invitation = decode(INVITATION, case.before["Invitation"])
    secret = hkdf(invitation["seed"], invitation["windowKey"], label("invitation pairing secret"))
    return mac(secret, label("pair request"), case.data[:-32]).hex()


def signed_bytes(case):
    v, f = case.value, case.field
    return (label("group bundle") + b"\4" + SECRECY_CONTEXT.write(v["secrecy"]) + v["group"]["blind"]
            + v["group"]["blindNonce"] + sender_id(case) + f("bodyDigest")).hex()


def sender_id(case):
    return case.before["keys of the sender"]


def body_digest(case):
    inner = sha256(label("group bundle session key"), case.field("sessionKey"))
    return sha256(label("group bundle body"), inner, case.value["ciphertext"]).hex()


def context_hash(case):
    names = ("senderDeviceID", "recipientDeviceID", "senderIdentityKey", "recipientIdentityKey")
    return sha256(*(case.field(name) for name in names)).hex()


def version_text(case):
    return ".".join(str(case.value[name]) for name in ("major", "minor", "patch"))


def frame_value(case):
    return next((case.value["body"][name] for name in ("request", "answer", "event") if name in case.value["body"]))


def optional_text(name, show):
    return lambda case: "absent" if frame_value(case)[name] is None else show(frame_value(case)[name])


def limits_text(case):
    s = frame_value(case)["session"]
    return "no session" if s is None else (
        f"envelope {s['envelope']}, chunk {s['chunk']}, object {s['object']}, lifetime {s['lifetime']} hours, "
        f"ping {s['ping']} s, silence {s['silence']} s")


def session_text(name, show):
    def text(case):
        session = frame_value(case)["session"]
        return "no session" if session is None else show(session[name])
    return text


CODES = {0x02: "rateLimited", 0x03: "busy", 0x42: "unknownMailbox", 0x44: "badProof", 0x49: "badFrame"}


def code_text(case):
    return CODES[frame_value(case)["code"]]


def list_text(name):
    return lambda case: str(frame_value(case)[name])


def plaintext_text(case):
    """The plaintext is a structure of its own, whose fields stand beside it."""
    value = decode(ENVELOPE_PLAINTEXT, case.field("plaintext"))
    for name in ("author", "messageID", "sentAt", "kind", "body"):
        if ENVELOPE_PLAINTEXT.leaf(value, name) != case.fields[name]:
            return f"{name} differs"
    return ENVELOPE_PLAINTEXT.write(value).hex()


def depth_keys(case):
    """The last of the chain that begins with the first."""
    keys = case.value[:1]
    while len(keys) < 32:
        keys.append(hkdf(keys[-1], b"", label("next depth")))
    return keys[-1].hex() if keys == case.value else "another chain"


def token_key_text(case):
    """The token key T, if it and the other fields give this token."""
    table_key = hkdf(case.field("token key"), b"", label("token") + case.fields["table"].encode("ascii"))
    message = bytes([int(case.fields["kind"])]) + case.field("logical key")
    return case.fields["token key"] if mac(table_key, message)[:16] == case.value else "another token"


def at_every_depth(name):
    return lambda case: " and ".join(sorted({str(v) for v in case.value[name]})) + " at every depth"


def fingerprint(case):
    key = bytes.fromhex(case.before["identityKey of keys of the sender"])
    return sha256(key, case.value["fingerprintNonce"]).hex()


def hexed(function):
    return lambda case: function(case).hex()


FRAME_TEXTS = {
    "versions": list_text("versions"), "supported": list_text("supported"), "arrivals": list_text("arrivals"),
    "extensions": lambda case: str(len(frame_value(case)["extensions"])),
    "previous": optional_text("previous", lambda p: f"{p['hash'].hex()} until {p['until']}"),
    "lifetimeHours": optional_text("lifetimeHours", str), "limits": limits_text,
    "version": session_text("version", str), "challengeKey": session_text("challengeKey", bytes.hex),
    "refused": code_text, "code": code_text,
}

INVITATION_TEXTS = {
    "text": lambda c: "SOTTO:" + base32(c.data),
    "access key": hexed(lambda c: hkdf(c.value["seed"], c.value["windowKey"], label("invitation access key"), 16)),
    "pairing secret": hexed(lambda c: hkdf(c.value["seed"], c.value["windowKey"], label("invitation pairing secret"))),
}

KEYS_OF = (KEY, {"signingKey": lambda c: c.fields["signingKey"] if sha256(c.field("signingKey")) == c.value else ""})
ATTACHMENT_TEXTS = {
    "relay": lambda c: address_text(c.value["location"] and c.value["location"]["relay"]),
    "object": lambda c: c.value["location"]["object"].hex() if c.value["location"] else "",
    "label": lambda c: c.value["label"]["id"] if c.value["label"] else ""}

# structure: (type, {field: how its text comes from the case})
# A field that is not named here is compared with the field of that name in the structure, if there is one.
DECLARATIONS = {
    "Sample": (SAMPLE, {
        "u16": lambda c: f"{c.value['u16']:#06x}", "u32": lambda c: f"{c.value['u32']:#010x}",
        "u64": lambda c: f"{c.value['u64']:#018x}", "bytes": lambda c: f"{len(c.value['bytes'])} times 5a",
        "extensions": lambda c: ", ".join(
            f"{e['type']:#06x}: {e['value'].hex() or 'empty'}" for e in c.value["extensions"])}),
    "length": (LENGTH, {"value": lambda c: str(c.value)}),

    "RelayAddress": (RELAY_ADDRESS, {"text": lambda c: address_text(c.value)}),
    "DeviceIdentity": (DEVICE_IDENTITY, {"deviceID": hexed(lambda c: sha256(c.field("signingKey")))}),
    "DeviceList": (DEVICE_LIST, {
        "device": hexed(lambda c: sha256(c.value["entries"][0]["signingKey"])),
        "kind": lambda c: str(c.value["entries"][0]["kind"]), "name": lambda c: c.value["entries"][0]["name"],
        "hash": hexed(lambda c: sha256(label("device list hash"), c.data))}),
    "Invitation": (INVITATION, INVITATION_TEXTS),
    "PairRequest": (PAIR_REQUEST, {
        "relay": lambda c: address_text(c.value["package"]["relay"]), "mac": request_mac,
        "encapsulationKey": hexed(lambda c: extension(c.value["package"], 1))}),
    "PairOffer": (PAIR_OFFER, {
        "package hash": hexed(lambda c: sha256(label("key package hash"), KEY_PACKAGE.write(c.value["package"]))),
        "ciphertext": hexed(lambda c: extension(c.value, 1))}),
    "PairAccept": (PAIR_ACCEPT, {
        "ciphertext": hexed(lambda c: extension(c.value, 1)),
        "transcript": hexed(lambda c: c.transcript("PairAccept")),
        "mac": hexed(lambda c: mac(c.field("MAC key"), c.transcript("PairAccept")))}),
    "PairConfirm": (PAIR_CONFIRM, {
        "transcript": hexed(lambda c: c.transcript("PairConfirm")),
        "mac": hexed(lambda c: mac(c.field("MAC key"), c.transcript("PairConfirm")))}),
    "QuantumKeyMaterial": (QUANTUM_KEY_MATERIAL, {
        "sorted": hexed(lambda c: b"".join(sorted((c.value["inviterSecret"], c.value["joinerSecret"]))))}),

    **{f"key of path {mode}": (KEY, {"path": lambda c, n=name: n, "contextHash": context_hash})
       for mode, name in PATH_NAMES.items()},
    "SecrecyContext": (SECRECY_CONTEXT, {}),
    "keys of the sender": KEYS_OF,
    **{f"keys of the recipient {n}": KEYS_OF for n in (1, 2, 3)},
    "PrekeyBatch": (PREKEY_BATCH, {
        "prekeys": lambda c: " ".join(f"{ID.show(p['id'])} {p['key'].hex()}" for p in c.value["prekeys"])}),
    "Bundle of a group": (BUNDLE, {
        "blind": hexed(lambda c: mac(uuid_bytes(c.fields["groupID"]), c.value["group"]["blindNonce"])),
        "associatedData": hexed(
            lambda c: b"v4" + SECRECY_CONTEXT.write(c.value["secrecy"]) + c.value["group"]["blind"]),
        "bodyDigest": body_digest, "signedBytes": signed_bytes, "senderFingerprint": fingerprint}),
    "Bundle for one device": (BUNDLE, {
        "path": lambda c: PATH_NAMES[c.value["secrecy"]["mode"]],
        "associatedData": hexed(lambda c: b"v4" + SECRECY_CONTEXT.write(c.value["secrecy"]))}),
    "SealedPayload of a group": (SEALED_PAYLOAD, {"appVersion": version_text}),
    "SealedPayload for one device": (SEALED_PAYLOAD, {"appVersion": version_text}),
    "RecipientPayload": (RECIPIENT_PAYLOAD, {"prekeys": prekeys_text, "shards": shards_text}),
    "BundleFile": (BUNDLE_FILE, {"bundles": lambda c: str(len([decode(BUNDLE, b) for b in c.value["bundles"]]))}),
    "armoured BundleFile": (Armoured(), {"text": lambda c: c.data.decode("ascii")}),
    "GroupDetails": (GROUP_DETAILS, {"createdAt": lambda c: str(1_000 * c.value["createdAt"])}),
    "member array of depth 0": (Repeat(box(128), 32), {}),

    "Envelope": (ENVELOPE, {"plaintext": plaintext_text}),

    **{name: (kind, FRAME_TEXTS) for name, kind in RELAY_FRAMES.items()},
    "MailboxProof": (KEY, {
        "access-key hash": hexed(lambda c: sha256(label("access key"), c.field("access key")))}),

    "OutboxState": (OUTBOX_STATE, {"state": lambda c: issue_text(OUTBOX_STATES, c)}),
    "DeliveryIssue": (DELIVERY_ISSUE, {"issue": lambda c: issue_text(ISSUES, c)}),
    "OutboxEntry": (OUTBOX_ENTRY, {"state": lambda c: OUTBOX_STATES[c.value["state"]["tag"]]}),
    "HandledMessage": (HANDLED_MESSAGE, {}),
    "ReplayWindow": (REPLAY_WINDOW, {}),

    "ClassificationLabel": (LABEL, {}),
    "Attachment": (ATTACHMENT, ATTACHMENT_TEXTS),
    "ContentEnvelope": (CONTENT_ENVELOPE, {
        "label": lambda c: c.value["label"]["id"] if c.value["label"] else "", "body": body_text,
        "extensions": extensions_text}),
    "padded content": (PADDED_CONTENT, {}),
    "chunk stream": (lambda f: chunk_stream(len(f["file"]) // 2), {
        "sha256": hexed(lambda c: sha256(c.field("file")))}),

    "GateRow": (GATE_ROW, {}),
    "depth keys K0 to K31": (Repeat(KEY, 32), {"K31": depth_keys}),
    "Token": (Opaque(16), {"token key": token_key_text}),
    "box of a record": (box(228), {}),
    "spool row": (box(1_052), {"content": spool_content}),
    "Lockout": (LOCKOUT, {}),
    "GateFlags": (GATE_FLAGS, {
        "pin enabled": at_every_depth("pin enabled"), "layers": at_every_depth("layers")}),
    "layer anchor": (LAYER_ANCHOR, {}),
    "DepthFields": (DEPTH_FIELDS, {}),
}
