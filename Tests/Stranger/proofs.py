"""What docs/protocol derives, signs and seals: each function gives the text that a field of a vector must have."""

from pathlib import Path

from crypto import *
from structures import *

CHAPTERS = Path(__file__).resolve().parent.parent.parent / "docs/protocol"

WRONG = "(does not hold)"


def label(purpose):
    return b"sotto/1 " + purpose.encode("ascii") + b"\0"


def bytes_of(text):
    return bytes.fromhex(text.replace("-", ""))


class Case:
    """A vector in its file: `before` has the bytes of the last one of each structure before it, and their fields."""

    def __init__(self, data, fields, kind, before):
        self.data, self.fields, self.kind, self.before = data, fields, kind, before
        self.value = decode(kind, data)

    def field(self, name):
        return bytes_of(self.fields[name])

    def earlier(self, name, structure):
        return bytes_of(self.before[f"{name} of {structure}"])


def hexed(function):
    return lambda case: function(case).hex()


def holds(name, test):
    """The text of the field itself, if the test says that it is right."""
    return lambda case: case.fields[name] if test(case) else WRONG


# 03 Identity and pairing

ADJECTIVES, NOUNS = ((CHAPTERS / f"{name}.txt").read_text("utf-8").split() for name in ("adjectives", "nouns"))


def names(data):
    """Of two bytes each."""
    return " ".join(ADJECTIVES[data[i]] + NOUNS[data[i + 1]] for i in range(0, len(data), 2))


def device_name(signing_key):
    return names(sha256(label("device name"), signing_key)[:2])


def safety_words(case):
    """Of the pairing that ends with this PairConfirm."""
    joiner = decode(PAIR_REQUEST, case.before["PairRequest"])["package"]
    offer = decode(PAIR_OFFER, case.before["PairOffer"])
    nonces = offer["nonce"] + decode(PAIR_ACCEPT, case.before["PairAccept"])["nonce"]
    salt = sha256(label("safety words salt"), *map(KEY_PACKAGE.write, (offer["package"], joiner)))
    return names(hkdf(nonces, salt, label("safety words"), 6))


LONG_TERM = {False: "key-path long-term classical", True: "key-path long-term hybrid"}


def package_signature(case):
    package = case.value.get("package", case.value)
    signed = label("key package") + KEY_PACKAGE.write(package)[:-64]
    return package["signature"].hex() if ed_verify(package["signingKey"], signed, package["signature"]) else WRONG


def list_signature(case):
    signed = label("device list") + case.data[:-64]
    signature = case.value["signature"]
    return signature.hex() if ed_verify(case.value["listKey"], signed, signature) else WRONG


def invitation_key(purpose, size):
    return hexed(lambda c: hkdf(c.value["seed"], c.value["windowKey"], label("invitation " + purpose), size))


def request_mac(case):
    invitation = decode(INVITATION, case.before["Invitation"])
    secret = hkdf(invitation["seed"], invitation["windowKey"], label("invitation pairing secret"))
    return mac(secret, label("pair request"), case.data[:-32]).hex()


def transcript(last):
    messages = ("Invitation", "PairRequest", "PairOffer", "PairAccept", "PairConfirm")

    def compute(case):
        earlier = [case.before[name] for name in messages[:messages.index(last)]]
        return sha256(label("pair transcript"), *(BYTES.write(m) for m in earlier + [case.data[:-32]]))
    return compute


def confirmation(last):
    return hexed(lambda c: mac(c.field("MAC key"), transcript(last)(c)))


def pair_mac_key(from_joiner, identities, secrets):
    """`identities` are inviter's and joiner's DeviceIdentity, `secrets` the two of ML-KEM or none."""
    values = [decode(DEVICE_IDENTITY, data) for data in identities]
    keys = [p256_public_key(v["identityScalar"]) for v in values]
    ids = [sha256(ed_public_key(v["signingSeed"])) for v in values]
    sender, recipient = (1, 0) if from_joiner else (0, 1)
    context = sha256(ids[sender], ids[recipient], keys[sender], keys[recipient])
    agreed = p256_agree(values[0]["identityScalar"], keys[1]) + b"".join(sorted(secrets))
    long_term = hkdf(agreed, xor(*keys), label(LONG_TERM[bool(secrets)]) + context)
    return hkdf(long_term, b"", label("pair confirm"))


def classical_mac_key(from_joiner):
    def compute(case):
        if "encapsulationKey of PairRequest" in case.before and case.before["encapsulationKey of PairRequest"]:
            return None
        return pair_mac_key(from_joiner, [case.before[f"DeviceIdentity {n}"] for n in (1, 2)], []).hex()
    return compute


def sorted_secrets(case):
    """In the order of their bytes, if they give the MAC keys of the pairing before."""
    secrets = [case.value["inviterSecret"], case.value["joinerSecret"]]
    devices = [case.before[f"DeviceIdentity {n}"] for n in (1, 2)]
    for message, from_joiner in (("PairAccept", True), ("PairConfirm", False)):
        if pair_mac_key(from_joiner, devices, secrets) != case.earlier("MAC key", message):
            return WRONG
    return b"".join(sorted(secrets)).hex()


def opens_commitment(case):
    commitment = sha256(label("pair commitment"), case.value["nonce"])
    return case.value["nonce"] == case.field("nonce") and commitment == case.earlier("commitment", "PairRequest")


# 04 Bundles

PATH_LABELS = {1: "key-path forward-secret hybrid", 2: "key-path forward-secret classical",
               3: LONG_TERM[True], 4: LONG_TERM[False]}


def path_key(mode, private, own, other, secrets, context):
    agreed = p256_agree(private, other) + b"".join(sorted(secrets) if mode in (1, 3) else [])
    return hkdf(agreed, xor(own, other), label(PATH_LABELS[mode]) + context)


def context_hash(case):
    names = ("senderDeviceID", "recipientDeviceID", "senderIdentityKey", "recipientIdentityKey")
    return sha256(*map(case.field, names))


def is_key_of_path(mode):
    def test(case):
        private, key, other = map(case.field, ("recipientPrivateKey", "recipientPublicKey", "senderPublicKey"))
        secrets = [case.field("ss1"), case.field("ss2")]
        return path_key(mode, private, key, other, secrets, context_hash(case)) == case.data
    return test


def recipient(case):
    return next(name for name in (f"keys of the recipient {n}" for n in (1, 2, 3))
                if case.before[name] == case.field("recipient"))


def slot_key(case, secrecy):
    """The recipient's key for what reaches it by `secrecy`."""
    name = recipient(case)
    sender_key, identity_key = case.earlier("identityKey", "keys of the sender"), case.earlier("identityKey", name)
    context = sha256(case.before["keys of the sender"], case.before[name], sender_key, identity_key)
    secrets = [case.earlier("ss1", name), case.earlier("ss2", name)]
    if secrecy["mode"] > 2:
        private, key, other = case.earlier("identityPrivateKey", name), identity_key, sender_key
    else:
        words = case.before[f"prekeys of {name}"].split()
        private = bytes_of(dict(zip(words[::2], words[1::2])).get(ID.show(secrecy["prekeyID"]), ""))
        if not private:
            return None
        key, other = p256_public_key(private), secrecy["ephemeralPublicKey"]
    return path_key(secrecy["mode"], private, key, other, secrets, context)


def path_of_slot(case):
    """The name of the path of the slot that opens, and holds these bytes."""
    envelope = decode(BUNDLE, case.before["Bundle of a group"])["group"]
    for slot in envelope["recipients"]:
        key = slot_key(case, slot["secrecyContext"])
        if key == case.field("wrappingKey") and open_box(key, slot["wrappedPayload"], envelope["blind"]) == case.data:
            return PATH_NAMES[slot["secrecyContext"]["mode"]]
    return WRONG


def slot_signature(case):
    signature = case.value["senderSignature"]
    signed = case.earlier("signedBytes", "Bundle of a group")
    key = case.earlier("signingKey", "keys of the sender")
    return signature.hex() if ed_verify(key, signed, signature) else WRONG


def batch_signature(case):
    signature = case.value["signature"]
    signed = label("prekey batch") + case.field("issuer") + case.field("recipient") + case.data[:-64]
    key = case.earlier("signingKey", "keys of the sender")
    return signature.hex() if ed_verify(key, signed, signature) else WRONG


def fingerprint(case):
    return sha256(case.earlier("identityKey", "keys of the sender"), case.value["fingerprintNonce"])


def body_digest(case):
    inner = sha256(label("group bundle session key"), case.field("sessionKey"))
    return sha256(label("group bundle body"), inner, case.value["ciphertext"])


def signed_bytes(case):
    v = case.value
    return (label("group bundle") + b"\4" + SECRECY_CONTEXT.write(v["secrecy"]) + v["group"]["blind"]
            + v["group"]["blindNonce"] + case.before["keys of the sender"] + case.field("bodyDigest"))


def body(case, key):
    data = b"v4" + SECRECY_CONTEXT.write(case.value["secrecy"])
    group = case.value["group"]
    return open_box(key, case.value["ciphertext"], data + (group["blind"] if group else b""))


def group_content(case):
    opened = body(case, case.field("sessionKey"))
    return decode(SEALED_PAYLOAD, opened)["content"].decode("utf-8") if opened else WRONG


def single_key(case):
    key = slot_key(case, case.value["secrecy"])
    return key.hex() if body(case, key) is not None else WRONG


def sender_proof(bundle, key):
    """`bundle` has the payload in it and `key` in its fields."""
    def compute(case):
        proof = mac(case.earlier(key, bundle), case.earlier("identityKey", "keys of the sender"))
        return proof.hex()
    return compute


def single_signature(case):
    bundle = decode(BUNDLE, case.before["Bundle for one device"])
    payload = SEALED_PAYLOAD.write({**case.value, "senderSignature": None})
    signed = (label("single bundle") + b"\4" + SECRECY_CONTEXT.write(bundle["secrecy"])
              + case.before["keys of the sender"] + case.earlier("recipient", "Bundle for one device")
              + sha256(label("single bundle payload"), payload))
    signature, key = case.value["senderSignature"], case.earlier("signingKey", "keys of the sender")
    return signature.hex() if ed_verify(key, signed, signature) else WRONG


def members(case):
    """The contacts in the slots that open."""
    opened = [open_box(case.field("slotKey"), SLOT.write(slot), case.field("associatedData")) for slot in case.value]
    return sorted(ID.show(plain[:16]) for plain in opened if plain and plain[16:] == bytes(112))


# 05 Envelope

def envelope_plaintext(case):
    """The plaintext, opened and signed by the author in it."""
    value, header = case.value, case.data[:65]
    info = label("envelope") + header[:33]
    opened = hpke_open(case.field("mailboxPrivateKey"), value["encapsulatedKey"], value["sealed"], info, header)
    if opened is None:
        return WRONG
    plaintext = decode(ENVELOPE_PLAINTEXT, opened)
    signed = label("envelope signature") + header + opened[:-64]
    return opened.hex() if ed_verify(plaintext["author"], signed, plaintext["signature"]) else WRONG


def plaintext_field(name):
    return lambda case: ENVELOPE_PLAINTEXT.leaf(decode(ENVELOPE_PLAINTEXT, case.field("plaintext")), name)


# 08 Content

def chunked_file(case):
    key, chunks, opened = case.field("key"), list(case.value.values()), b""
    for index, chunk in enumerate(chunks):
        nonce = index.to_bytes(11, "big") + bytes([index == len(chunks) - 1])
        opened += gcm_open(key, nonce, chunk["ciphertext"], chunk["tag"]) or b""
    size = len(case.field("file"))
    return opened[:size].hex() if opened[size:] == bytes(padme(size) - size) else WRONG


# 10 Profile

def depth_key(first, depth):
    for _ in range(depth):
        first = hkdf(first, b"", label("next depth"))
    return first


def is_chain(case):
    return case.value == [depth_key(case.value[0], depth) for depth in range(32)]


def is_token(case):
    key = hkdf(case.field("token key"), b"", label("token") + case.fields["table"].encode("ascii"))
    return mac(key, bytes([int(case.fields["kind"])]), case.field("logical key"))[:16] == case.data


def table_key(floor_key, table):
    return hkdf(floor_key, b"", label("table") + table.encode("ascii"))


def place(table, row, part="box"):
    return String().write(table) + BYTES.write(row) + BYTES.write(part.encode("ascii"))


def boxed_record(case):
    f = case.fields
    data = place(f["table"], case.field("row"), f["part"])
    opened = open_box(table_key(case.field("floor key"), f["table"]), case.data, data)
    if opened is None:
        return WRONG
    size = 4 + int.from_bytes(opened[:4], "big")
    return opened[4:size].hex() if not any(opened[size:]) else WRONG


def spool_content(case):
    depth, data = int(case.fields["depth"]), place("spool", int(case.fields["row"]).to_bytes(2, "big"))
    inner = open_box(table_key(case.field("floor key"), "spool"), case.data, data)
    key = hkdf(depth_key(case.field("K0"), depth), b"", label("spool row"))
    opened = inner and open_box(key, inner, data)
    return SPOOL_CONTENT.write(decode(SPOOL_CONTENT, opened)).hex() if opened else WRONG


def layer_slot(case):
    """The hash of the slot that the fields describe."""
    depth, data = int(case.fields["depth"]), place("layers", bytes([int(case.fields["depth"])]))
    content = bytes(i % 251 for i in range(262_144))
    key = hkdf(depth_key(case.field("K0"), depth), b"", label("layer slot"))
    inner = seal_box(key, case.field("inner nonce"), content, data)
    slot = seal_box(table_key(case.field("floor key"), "layers"), case.field("outer nonce"), inner, data)
    return case.fields["content"] if sha256(slot) == case.data and len(slot) == 262_200 else WRONG


def gate_box(case, name, key, purpose):
    return open_box(key, b"".join(case.value[name].values()), label(purpose))


def gate_device_key(case):
    """The device key opens the lockout record, all zeros at first, and the open box."""
    device, salt = case.field("device key"), case.value["salt"]
    lockout = gate_box(case, "lockout box", hkdf(device, salt, label("lockout")), "lockout")
    return lockout == bytes(32)


def gate_depth_key(case):
    key = hkdf(case.field("device key"), case.value["salt"], label("open box"))
    opened = gate_box(case, "open box", key, "open box")
    if not opened or opened[0] != 0:
        return WRONG
    pairs = (x25519(hkdf(depth_key(opened[1:], d), b"", label("depth key pair"))) for d in range(32))
    return opened[1:].hex() if list(pairs) == case.value["public keys"] else WRONG


def gate_floor_key(case):
    """The same floor key for each depth."""
    opened = set()
    for depth, (public, sealed) in enumerate(zip(case.value["public keys"], case.value["sealed floor keys"])):
        private = hkdf(depth_key(case.field("K0"), depth), b"", label("depth key pair"))
        info = label("floor key") + public
        opened.add(hpke_open(private, sealed["encapsulated key"], sealed["sealed"], info, bytes([depth])))
    key = opened.pop()
    flags = key and gate_box(case, "flags box", table_key(key, "gate flags"), "gate flags")
    return key.hex() if not opened and flags == bytes(64) else WRONG
