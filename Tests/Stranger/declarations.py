"""What is expected of each structure in Tests/Vectors/sotto: its type, and how the texts in `fields` come about."""

import base64

from proofs import *
from records import *


def host_text(host):
    return f"[{host}]" if ":" in host else host


def base32(data):
    return base64.b32encode(data).decode("ascii").rstrip("=")


def address_text(address):
    if address is None:
        return ""
    pin = "" if address["pin"] is None else "#" + base32(address["pin"]).lower()
    return f"sotto://{host_text(address['host'])}:{address['port']}/{pin}"


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


def state_text(state):
    name = OUTBOX_STATES[state["tag"]]
    return f"{name}({SEND_FAILURE.show(state['detail'])})" if state["tag"] == 7 else name


def entry_text(entry):
    return f"{RECEIPT_ENTRY.leaf(entry, 'state')} {ID.show(entry['messageID'])}"


def prekeys_text(case):
    section = case.value["prekeys"]
    return f"a batch of {section['count']}" if section["count"] else "filler"


def shards_text(case):
    decode(SHARD_SECTION, case.value["shards"])
    return case.value["shards"].hex()


def version_text(value):
    return "" if value is None else ".".join(str(value[name]) for name in ("major", "minor", "patch"))


def conversation_hex(case):
    conversation = case.value["conversation"]
    return "" if conversation is None else CONVERSATION_ID.write(conversation).hex()


def frame_value(case):
    """The body by itself, or in its frame."""
    if "body" not in case.value:
        return case.value
    return next((case.value["body"][name] for name in ("request", "answer", "event") if name in case.value["body"]))


def optional_text(name, show):
    return lambda case: "absent" if frame_value(case)[name] is None else show(frame_value(case)[name])


def limits_text(case):
    session = frame_value(case)["session"]
    s = session and session["limits"]
    return "no session" if s is None else (
        f"envelope {s['envelope']}, chunk {s['chunk']}, object {s['object']}, lifetime {s['lifetime']} hours, "
        f"ping {s['ping']} s, silence {s['silence']} s")


def session_text(name, show):
    def text(case):
        session = frame_value(case)["session"]
        return "no session" if session is None else show(session[name])
    return text


def code_text(case):
    return CODES[frame_value(case)["code"]]


def list_text(name):
    return lambda case: str(frame_value(case)[name])


def at_every_depth(name):
    return lambda case: " and ".join(sorted({str(v) for v in case.value[name]})) + " at every depth"


FRAME_TEXTS = {
    "versions": list_text("versions"), "supported": list_text("supported"), "arrivals": list_text("arrivals"),
    "extensions": lambda case: str(len(frame_value(case)["extensions"])),
    "previous": optional_text("previous", lambda p: f"{p['hash'].hex()} until {p['until']}"),
    "lifetimeHours": optional_text("lifetimeHours", str), "limits": limits_text,
    "version": session_text("version", str), "challengeKey": session_text("challengeKey", bytes.hex),
    "refused": code_text, "code": code_text,
}

# By size.
IDENTIFIERS = {
    16: "MessageID GroupID ContactID PrekeyID ShardID PushID AccessKey",
    32: "DeviceID SigningKey ListKey MailboxKey DeletionKey ObjectID FileHash AccessKeyHash DeletionKeyHash "
        "ChallengeKey",
    65: "IdentityKey PrekeyPublicKey EphemeralKey"}

KEYS_OF = (KEY, {
    "signingKey": hexed(lambda c: ed_public_key(c.field("signingSeed"))),
    "signingSeed": holds("signingSeed", lambda c: sha256(ed_public_key(c.field("signingSeed"))) == c.data),
    "identityKey": hexed(lambda c: p256_public_key(c.field("identityPrivateKey")))})

ATTACHMENT_TEXTS = {
    "relay": lambda c: address_text(c.value["location"] and c.value["location"]["relay"]),
    "object": lambda c: c.value["location"]["object"].hex() if c.value["location"] else "",
    "label": lambda c: c.value["label"]["id"] if c.value["label"] else ""}

CIPHERTEXT = hexed(lambda c: extension(c.value, 1) or b"")

# structure: (type, {field: how its text comes from the case})
# A field that is not named here is compared with the field of that name in the structure, if there is one.
DECLARATIONS = {
    "Sample": (SAMPLE, {
        "u16": lambda c: f"{c.value['u16']:#06x}", "u32": lambda c: f"{c.value['u32']:#010x}",
        "u64": lambda c: f"{c.value['u64']:#018x}", "bytes": lambda c: f"{len(c.value['bytes'])} times 5a",
        "extensions": lambda c: ", ".join(
            f"{e['type']:#06x}: {e['value'].hex() or 'empty'}" for e in c.value["extensions"])}),
    "length": (LENGTH, {"value": lambda c: str(c.value)}),
    "Extensions": (Struct(("extensions", EXTENSIONS)), {"extensions": extensions_text}),
    "Timestamp": (Struct(("time", TIME)), {}),
    **{name: (Struct(("text", Opaque(size) if size != 16 else ID)), {"size": lambda c: str(len(c.data))})
       for size, names in IDENTIFIERS.items() for name in names.split()},

    "RelayAddress": (RELAY_ADDRESS, {"text": lambda c: address_text(c.value)}),
    "DeviceIdentity": (DEVICE_IDENTITY, {
        "signingKey": hexed(lambda c: ed_public_key(c.value["signingSeed"])),
        "mailboxKey": hexed(lambda c: x25519(c.value["mailboxPrivateKey"])),
        "identityKey": hexed(lambda c: p256_public_key(c.value["identityScalar"])),
        "listKey": hexed(lambda c: ed_public_key(c.value["listSeed"])),
        "deviceID": hexed(lambda c: sha256(c.field("signingKey"))),
        "name": lambda c: device_name(c.field("signingKey"))}),
    "DeviceList": (DEVICE_LIST, {
        "device": hexed(lambda c: sha256(c.value["entries"][0]["signingKey"])),
        "kind": lambda c: str(c.value["entries"][0]["kind"]),
        "name": lambda c: device_name(c.value["entries"][0]["signingKey"]),
        "signature": list_signature, "hash": hexed(lambda c: sha256(label("device list hash"), c.data))}),
    "Invitation": (INVITATION, {
        "text": lambda c: "SOTTO:" + base32(c.data),
        "access key": invitation_key("access key", 16), "pairing secret": invitation_key("pairing secret", 32)}),
    "PairRequest": (PAIR_REQUEST, {
        "relay": lambda c: address_text(c.value["package"]["relay"]), "signature": package_signature,
        "encapsulationKey": hexed(lambda c: extension(c.value["package"], 1) or b""), "mac": request_mac}),
    "PairOffer": (PAIR_OFFER, {
        "package hash": hexed(lambda c: sha256(label("key package hash"), KEY_PACKAGE.write(c.value["package"]))),
        "ciphertext": CIPHERTEXT}),
    "PairAccept": (PAIR_ACCEPT, {
        "ciphertext": CIPHERTEXT, "transcript": hexed(transcript("PairAccept")), "mac": confirmation("PairAccept"),
        "nonce": holds("nonce", opens_commitment), "MAC key": classical_mac_key(from_joiner=True)}),
    "PairConfirm": (PAIR_CONFIRM, {
        "transcript": hexed(transcript("PairConfirm")), "mac": confirmation("PairConfirm"),
        "MAC key": classical_mac_key(from_joiner=False), "safety words": safety_words}),
    "QuantumKeyMaterial": (QUANTUM_KEY_MATERIAL, {"sorted": sorted_secrets}),

    "RelayEndpoint": (RELAY_ENDPOINT, {}),
    "KeyPackage": (KEY_PACKAGE, {
        "relay": lambda c: address_text(c.value["relay"]), "signature": package_signature,
        "hash": hexed(lambda c: sha256(label("key package hash"), c.data)),
        "device name": lambda c: device_name(c.value["signingKey"])}),
    "Capabilities": (Struct(("bits", U32)), {}),
    "DeviceListEntry": (DEVICE_LIST_ENTRY, {"name": lambda c: device_name(c.value["signingKey"])}),
    "SafetyWords": (Opaque(6), {"text": lambda c: names(c.data)}),
    "PairMessage": (PairMessage(), {"step": lambda c: str(c.value["step"])}),
    "PairingFile": (PAIRING_FILE, {}),
    "InviterPairing": (INVITER_PAIRING, {"windowKey": hexed(lambda c: x25519(c.value["window private key"]))}),
    "JoinerPairing": (JOINER_PAIRING, {}),
    "PeerKeyMaterial": (PEER_KEY_MATERIAL, {
        "previousUntil": lambda c: str(c.value["replaced"]["previousUntil"]) if c.value["replaced"] else ""}),

    **{f"key of path {mode}": (KEY, {
        "path": holds("path", is_key_of_path(mode)), "contextHash": hexed(context_hash),
        "senderPublicKey": hexed(lambda c: p256_public_key(c.field("senderPrivateKey"))),
        "recipientPublicKey": hexed(lambda c: p256_public_key(c.field("recipientPrivateKey")))})
       for mode in PATH_NAMES},
    "SecrecyContext": (SECRECY_CONTEXT, {}),
    "keys of the sender": KEYS_OF,
    **{f"keys of the recipient {n}": KEYS_OF for n in (1, 2, 3)},
    "PrekeyBatch": (PREKEY_BATCH, {
        "prekeys": lambda c: " ".join(f"{ID.show(p['id'])} {p['key'].hex()}" for p in c.value["prekeys"]),
        "signature": batch_signature}),
    "Bundle of a group": (BUNDLE, {
        "blind": hexed(lambda c: mac(c.field("groupID"), c.value["group"]["blindNonce"])),
        "associatedData": hexed(
            lambda c: b"v4" + SECRECY_CONTEXT.write(c.value["secrecy"]) + c.value["group"]["blind"]),
        "bodyDigest": hexed(body_digest), "signedBytes": hexed(signed_bytes), "senderFingerprint": hexed(fingerprint),
        "content": group_content}),
    "SealedPayload of a group": (SEALED_PAYLOAD, {
        "appVersion": lambda c: version_text(c.value["appVersion"]),
        "senderProof": sender_proof("Bundle of a group", "sessionKey")}),
    "RecipientPayload": (RECIPIENT_PAYLOAD, {
        "path": path_of_slot, "associatedData": hexed(lambda c: c.earlier("blind", "Bundle of a group")),
        "senderSignature": slot_signature, "prekeys": prekeys_text, "shards": shards_text}),
    "Bundle for one device": (BUNDLE, {
        "path": lambda c: PATH_NAMES[c.value["secrecy"]["mode"]], "key": single_key,
        "associatedData": hexed(lambda c: b"v4" + SECRECY_CONTEXT.write(c.value["secrecy"]))}),
    "SealedPayload for one device": (SEALED_PAYLOAD, {
        "appVersion": lambda c: version_text(c.value["appVersion"]),
        "senderProof": sender_proof("Bundle for one device", "key"),
        "senderSignature": single_signature}),
    "BundleFile": (BUNDLE_FILE, {"bundles": lambda c: str(len([decode(BUNDLE, b) for b in c.value["bundles"]]))}),
    "armoured BundleFile": (Armoured(), {"text": lambda c: c.data.decode("ascii")}),
    "GroupEnvelope": (GROUP_ENVELOPE, {"recipients": lambda c: str(len(c.value["recipients"]))}),
    "Recipient": (RECIPIENT, {}), "PrekeySection": (PREKEY_SECTION, {}), "ShardSection": (SHARD_SECTION, {}),
    "ShardOperation": (SHARD_OPERATION, {}), "ManifestRef": (MANIFEST_REF, {}), "PublicPrekey": (PUBLIC_PREKEY, {}),
    "AppVersion": (APP_VERSION, {"version": lambda c: version_text(c.value)}),
    "GroupDetails": (GROUP_DETAILS, {"createdAt": lambda c: str(1_000 * c.value["createdAt"])}),
    "member array of depth 0": (Repeat(SLOT, 32), {
        "members": holds("members", lambda c: members(c) == sorted(c.fields["members"].split()))}),

    "Envelope": (ENVELOPE, {
        "plaintext": envelope_plaintext, "author": hexed(lambda c: ed_public_key(c.field("authorSigningSeed"))),
        "recipient": hexed(lambda c: x25519(c.field("mailboxPrivateKey"))),
        **{name: plaintext_field(name) for name in ("messageID", "sentAt", "kind", "body")}}),

    "EnvelopePlaintext": (ENVELOPE_PLAINTEXT, {}),
    "ControlMessage": (CONTROL_MESSAGE, {}),

    **{name: (kind, FRAME_TEXTS) for name, kind in RELAY_FRAMES.items()},
    **{f"{name[0].upper()}{name[1:]}Request": (body, FRAME_TEXTS) for name, (_, body) in REQUESTS.items()},
    "HelloAnswer": (ANSWERS["helloAnswer"][1], FRAME_TEXTS), "Refusal": (REFUSAL, FRAME_TEXTS),
    "ObjectProgress": (ANSWERS["objectStored"][1], {}), "ObjectChunk": (ANSWERS["objectChunk"][1], {}),
    "Delivery": (EVENTS["deliver"][1], {}), "RelaySession": (SESSION, {}), "RelayLimits": (LIMITS, {}),
    "PreviousAccessKey": (PREVIOUS_ACCESS_KEY, {}),
    "MailboxProof": (KEY, {
        "mailbox": hexed(lambda c: x25519(c.field("mailbox private key"))),
        "challenge key": hexed(lambda c: x25519(c.field("challenge private key"))),
        "access-key hash": hexed(lambda c: sha256(label("access key"), c.field("access key")))}),

    "OutboxState": (OUTBOX_STATE, {"state": lambda c: issue_text(OUTBOX_STATES, c)}),
    "DeliveryIssue": (DELIVERY_ISSUE, {"issue": lambda c: issue_text(ISSUES, c)}),
    "OutboxEntry": (OUTBOX_ENTRY, {"state": lambda c: OUTBOX_STATES[c.value["state"]["tag"]]}),
    "HandledMessage": (HANDLED_MESSAGE, {}),
    "ReplayWindow": (REPLAY_WINDOW, {}),
    "SendFailure": (Struct(("reason", SEND_FAILURE)), {}),
    "DeliveryIssue.Unauthorised": (Struct(("reason", UNAUTHORISED)), {}),
    "DeliveryIssue.Unlisted": (Struct(("reason", UNLISTED)), {}),

    "ClassificationLabel": (LABEL, {}),
    "Attachment": (ATTACHMENT, ATTACHMENT_TEXTS),
    "ContentEnvelope": (CONTENT_ENVELOPE, {
        "label": lambda c: c.value["label"]["id"] if c.value["label"] else "", "body": body_text,
        "extensions": extensions_text}),
    "MessageBody": (MESSAGE_BODY, {"attachments": lambda c: str(len(c.value["attachments"]))}),
    "ReceiptBody": (RECEIPT_BODY, {"entries": lambda c: ", ".join(map(entry_text, c.value["entries"]))}),
    "ReceiptBody.Entry": (RECEIPT_ENTRY, {}),
    "ObjectLocation": (OBJECT_LOCATION, {"relay": lambda c: address_text(c.value["relay"])}),
    "padded content": (PADDED_CONTENT, {}),
    "chunk stream": (lambda f: chunk_stream(len(f["file"]) // 2), {
        "file": chunked_file, "sha256": hexed(lambda c: sha256(c.field("file")))}),

    "GateRow": (GATE_ROW, {
        "device key": holds("device key", gate_device_key), "K0": gate_depth_key, "floor key": gate_floor_key}),
    "depth keys K0 to K31": (Repeat(KEY, 32), {"K31": holds("K31", is_chain)}),
    "Token": (Opaque(16), {"token key": holds("token key", is_token)}),
    "box of a record": (box(228), {"record": boxed_record}),
    "spool row": (box(1_052), {"content": spool_content}),
    "layer slot, its SHA-256": (KEY, {"content": layer_slot}),
    "Lockout": (LOCKOUT, {}),
    "GateFlags": (GATE_FLAGS, {
        "pin enabled": at_every_depth("pin enabled"), "layers": at_every_depth("layers")}),
    "LayerFile.Anchor": (LAYER_ANCHOR, {}),
    "DepthFields": (DEPTH_FIELDS, {}),

    "MessageKey": (MESSAGE_KEY, {}), "PrekeyKey": (PREKEY_KEY, {}), "RowNumber": (Struct(("number", U64)), {}),
    "FileName": (Struct(("name", ID)), {}), "FileToken": (Struct(("token", KEY)), {}),
    "TokenKey": (Struct(("secret", KEY)), {}),
    "Prekey": (PREKEY, {"public key": hexed(lambda c: p256_public_key(c.value["key"]))}),
    "PrekeyStock": (PREKEY_STOCK, {"count": lambda c: str(len(c.value["prekeys"]))}),
    "PrekeyStock.Taken": (PREKEY_TAKEN, {}), "PrekeyIssuer": (PREKEY_ISSUER, {}),
    "PeerRecord.Proposal": (PROPOSAL, {}),
    "PeerRecord": (PEER_RECORD, {
        "mark": lambda c: version_text(c.value["mark"]), "relay": lambda c: address_text(c.value["relay"])}),
    "ContactRecord.Trust": (TRUST, {}), "ContactRecord": (CONTACT_RECORD, {}),
    "ConversationID": (CONVERSATION_ID, {}), "ConversationRecord": (CONVERSATION_RECORD, {}),
    "PlaceRecord": (PLACE_RECORD, {}),
    "MessageRecord.Copy": (COPY, {"state": lambda c: state_text(c.value["state"])}),
    "MessageRecord": (MESSAGE_RECORD, {"copies": lambda c: str(len(c.value["copies"]))}),
    "OutboxRecord.Window": (WINDOW, {}),
    "OutboxRecord": (OUTBOX_RECORD, {
        "window": lambda c: "present" if c.value["window"] else "absent", "conversation": conversation_hex}),
    "OutboxBody": (OUTBOX_BODY, {}), "DedupRecord": (DEDUP_RECORD, {}), "IssueRecord": (ISSUE_RECORD, {}),
    "HeldEnvelopes": (HELD_ENVELOPES, {"count": lambda c: str(len(c.value["entries"]))}),
    "FileTokenRecord": (FILE_TOKEN_RECORD, {}), "AttachmentRecord": (ATTACHMENT_RECORD, {}),
    "ProfileSettings": (PROFILE_SETTINGS, {"relay": lambda c: address_text(c.value["relay"])}),
}
