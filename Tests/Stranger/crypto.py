"""The algorithms that the vectors need and the standard library lacks, after their standards.

Slow, and not constant in time: for the public keys of vectors only.
"""

import hashlib
import hmac


def sha256(*pieces):
    return hashlib.sha256(b"".join(pieces)).digest()


def xor(a, b):
    """As long as the shorter one."""
    return bytes(x ^ y for x, y in zip(a, b))


def mac(key, *pieces):
    return hmac.digest(key, b"".join(pieces), "sha256")


def extract(salt, key):
    return mac(salt or bytes(32), key)


def expand(key, info, size):
    output = block = b""
    counter = 1
    while len(output) < size:
        block = mac(key, block, info, bytes([counter]))
        output, counter = output + block, counter + 1
    return output[:size]


def hkdf(key, salt, info, size=32):
    """RFC 5869."""
    return expand(extract(salt, key), info, size)


# X25519, RFC 7748

P25519 = 2**255 - 19


def x25519(scalar, point=b"\x09" + bytes(31)):
    k = int.from_bytes(scalar, "little") & ~7 & (1 << 254) - 1 | 1 << 254
    x1 = int.from_bytes(point, "little") & (1 << 255) - 1
    x2, z2, x3, z3 = 1, 0, x1, 1
    for bit in range(254, -1, -1):
        swap = k >> bit & 1
        if swap:
            x2, z2, x3, z3 = x3, z3, x2, z2
        a, b, c, d = x2 + z2, x2 - z2, x3 + z3, x3 - z3
        da, cb, aa, bb = d * a % P25519, c * b % P25519, a * a % P25519, b * b % P25519
        x3, z3 = (da + cb) ** 2 % P25519, x1 * (da - cb) ** 2 % P25519
        e = aa - bb
        x2, z2 = aa * bb % P25519, e * (aa + 121_665 * e) % P25519
        if swap:
            x2, z2, x3, z3 = x3, z3, x2, z2
    return (x2 * pow(z2, -1, P25519) % P25519).to_bytes(32, "little")


# Ed25519, RFC 8032

ORDER = 2**252 + 27742317777372353535851937790883648493
D = -121_665 * pow(121_666, -1, P25519) % P25519


def ed_add(p, q):
    a, b = (p[1] - p[0]) * (q[1] - q[0]), (p[1] + p[0]) * (q[1] + q[0])
    c, d = 2 * p[3] * q[3] * D, 2 * p[2] * q[2]
    e, f, g, h = b - a, d - c, d + c, b + a
    return e * f % P25519, g * h % P25519, f * g % P25519, e * h % P25519


def ed_multiply(scalar, point):
    result = (0, 1, 1, 0)
    while scalar:
        if scalar & 1:
            result = ed_add(result, point)
        point, scalar = ed_add(point, point), scalar >> 1
    return result


def ed_point(data):
    value = int.from_bytes(data, "little")
    sign, y = value >> 255, value & (1 << 255) - 1
    square = (y * y - 1) * pow(D * y * y + 1, -1, P25519) % P25519
    x = pow(square, (P25519 + 3) // 8, P25519)
    if (x * x - square) % P25519:
        x = x * pow(2, (P25519 - 1) // 4, P25519) % P25519
    if (x * x - square) % P25519:
        return None
    if x & 1 != sign:
        x = P25519 - x
    return x, y, 1, x * y % P25519


ED_BASE = ed_point((4 * pow(5, -1, P25519) % P25519).to_bytes(32, "little"))


def ed_public_key(seed):
    scalar = int.from_bytes(hashlib.sha512(seed).digest()[:32], "little") & ~7 & (1 << 254) - 1 | 1 << 254
    x, y, z, _ = ed_multiply(scalar, ED_BASE)
    inverse = pow(z, -1, P25519)
    return (y * inverse % P25519 | (x * inverse % P25519 & 1) << 255).to_bytes(32, "little")


def ed_verify(key, message, signature):
    a, r, s = ed_point(key), ed_point(signature[:32]), int.from_bytes(signature[32:], "little")
    if a is None or r is None or s >= ORDER:
        return False
    k = int.from_bytes(hashlib.sha512(signature[:32] + key + message).digest(), "little") % ORDER
    left, right = ed_multiply(s, ED_BASE), ed_add(r, ed_multiply(k, a))
    return all((left[i] * right[2] - right[i] * left[2]) % P25519 == 0 for i in (0, 1))


# P-256, FIPS 186-4 and X9.63

P256 = 2**256 - 2**224 + 2**192 + 2**96 - 1
P256_ORDER = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551
P256_BASE = (0x6B17D1F2E12C4247F8BCE6E563A440F277037D812DEB33A0F4A13945D898C296,
             0x4FE342E2FE1A7F9B8EE7EB4A7C0F9E162BCE33576B315ECECBB6406837BF51F5)


def p256_add(p, q):
    if p is None or q is None:
        return p or q
    if p[0] == q[0] and (p[1] + q[1]) % P256 == 0:
        return None
    if p == q:
        slope = 3 * (p[0] * p[0] - 1) * pow(2 * p[1], -1, P256)
    else:
        slope = (q[1] - p[1]) * pow(q[0] - p[0], -1, P256)
    x = (slope * slope - p[0] - q[0]) % P256
    return x, (slope * (p[0] - x) - p[1]) % P256


def p256_multiply(scalar, point):
    result, scalar = None, int.from_bytes(scalar, "big")
    while scalar:
        if scalar & 1:
            result = p256_add(result, point)
        point, scalar = p256_add(point, point), scalar >> 1
    return result


def p256_public_key(scalar):
    x, y = p256_multiply(scalar, P256_BASE)
    return b"\4" + x.to_bytes(32, "big") + y.to_bytes(32, "big")


def p256_agree(scalar, key):
    point = int.from_bytes(key[1:33], "big"), int.from_bytes(key[33:], "big")
    return p256_multiply(scalar, point)[0].to_bytes(32, "big")


# AES-256-GCM, FIPS 197 and NIST SP 800-38D

def double(x):
    return x << 1 ^ (0x11b if x & 0x80 else 0)


def make_sbox():
    box, p, q = [0] * 256, 1, 1
    while True:
        p ^= double(p)
        q ^= q << 1
        q ^= q << 2
        q ^= q << 4
        q = (q ^ (0x09 if q & 0x80 else 0)) & 0xff
        rotated = q * 0x0101
        box[p] = q ^ 0x63 ^ (rotated >> 7 ^ rotated >> 6 ^ rotated >> 5 ^ rotated >> 4) & 0xff
        if p == 1:
            break
    box[0] = 0x63
    return box


SBOX = make_sbox()
SHIFTED = [(column + row) % 4 * 4 + row for column in range(4) for row in range(4)]


def round_keys(key):
    words, constant = [key[i:i + 4] for i in range(0, 32, 4)], 1
    while len(words) < 60:
        word = words[-1]
        if len(words) % 8 == 0:
            word = bytes(SBOX[b] for b in word[1:] + word[:1])
            word = bytes([word[0] ^ constant]) + word[1:]
            constant = double(constant)
        elif len(words) % 8 == 4:
            word = bytes(SBOX[b] for b in word)
        words.append(bytes(a ^ b for a, b in zip(word, words[-8])))
    return [b"".join(words[i:i + 4]) for i in range(0, 60, 4)]


def encrypt_block(keys, block):
    state = [a ^ b for a, b in zip(block, keys[0])]
    for number, key in enumerate(keys[1:], 1):
        state = [SBOX[state[i]] for i in SHIFTED]
        if number < 14:
            mixed = []
            for c in range(0, 16, 4):
                column = state[c:c + 4]
                every = column[0] ^ column[1] ^ column[2] ^ column[3]
                mixed += [column[i] ^ every ^ double(column[i] ^ column[(i + 1) % 4]) for i in range(4)]
            state = mixed
        state = [a ^ b for a, b in zip(state, key)]
    return bytes(state)


def ghash(subkey, data):
    h, y = int.from_bytes(subkey, "big"), 0
    for i in range(0, len(data), 16):
        x, v, y = y ^ int.from_bytes(data[i:i + 16], "big"), h, 0
        for bit in range(127, -1, -1):
            if x >> bit & 1:
                y ^= v
            v = v >> 1 ^ (0xe1 << 120 if v & 1 else 0)
    return y.to_bytes(16, "big")


def gcm_stream(keys, nonce, size):
    """The block that hides the tag, then `size` bytes for the text and some more."""
    blocks = [encrypt_block(keys, nonce + n.to_bytes(4, "big")) for n in range(1, size // 16 + 3)]
    return blocks[0], b"".join(blocks[1:])


def gcm_tag(keys, first, ciphertext, data):
    padded = lambda piece: piece + bytes(-len(piece) % 16)
    lengths = (8 * len(data)).to_bytes(8, "big") + (8 * len(ciphertext)).to_bytes(8, "big")
    return xor(ghash(encrypt_block(keys, bytes(16)), padded(data) + padded(ciphertext) + lengths), first)


def gcm_open(key, nonce, ciphertext, tag, data=b""):
    """The plaintext, or None if the tag is another."""
    keys = round_keys(key)
    first, stream = gcm_stream(keys, nonce, len(ciphertext))
    return xor(ciphertext, stream) if gcm_tag(keys, first, ciphertext, data) == tag else None


def seal_box(key, nonce, plaintext, data=b""):
    keys = round_keys(key)
    first, stream = gcm_stream(keys, nonce, len(plaintext))
    ciphertext = xor(plaintext, stream)
    return nonce + ciphertext + gcm_tag(keys, first, ciphertext, data)


def open_box(key, sealed, data=b""):
    """nonce, ciphertext, tag."""
    return gcm_open(key, sealed[:12], sealed[12:-16], sealed[-16:], data)


# HPKE, RFC 9180: base mode, DHKEM(X25519, HKDF-SHA256), HKDF-SHA256, AES-256-GCM, the first message

def labelled_extract(suite, salt, name, key):
    return extract(salt, b"HPKE-v1" + suite + name + key)


def labelled_expand(suite, key, name, info, size):
    return expand(key, size.to_bytes(2, "big") + b"HPKE-v1" + suite + name + info, size)


def hpke_open(private_key, encapsulated, sealed, info, data):
    kem, suite = b"KEM\x00\x20", b"HPKE\x00\x20\x00\x01\x00\x02"
    prk = labelled_extract(kem, b"", b"eae_prk", x25519(private_key, encapsulated))
    shared = labelled_expand(kem, prk, b"shared_secret", encapsulated + x25519(private_key), 32)
    context = (b"\0" + labelled_extract(suite, b"", b"psk_id_hash", b"")
               + labelled_extract(suite, b"", b"info_hash", info))
    secret = labelled_extract(suite, shared, b"secret", b"")
    key = labelled_expand(suite, secret, b"key", context, 32)
    nonce = labelled_expand(suite, secret, b"base_nonce", context, 12)
    return gcm_open(key, nonce, sealed[:-16], sealed[-16:], data)
