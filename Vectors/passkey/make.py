# SPDX-License-Identifier: MIT
"""Writes signatures.json: keys and signatures at the edges of ES256, EdDSA and RS256, with what a verifier must say.

    make.py            writes the file
    make.py --check    compares it with what would be written

Everything is computed here with whole numbers, without a library of cryptography, so that the file does not repeat a
library's mistakes. The keys come from fixed seeds and guard nothing; primes.json has the primes of the RSA keys, which
take a minute to find.
"""

import base64
import hashlib
import json
import random
import sys
from pathlib import Path

FILE = Path(__file__).parent / "signatures.json"
PRIMES = Path(__file__).parent / "primes.json"
SITE, ORIGIN, CHALLENGE = "ink.example", "https://ink.example", bytes(range(32))
CLIENT = json.dumps(
    {
        "type": "webauthn.get", "challenge": base64.urlsafe_b64encode(CHALLENGE).decode().rstrip("="), "origin": ORIGIN,
        "crossOrigin": False,
    }, separators=(",", ":")).encode()
DATA = hashlib.sha256(SITE.encode()).digest() + bytes([5, 0, 0, 0, 1])
MESSAGE = DATA + hashlib.sha256(CLIENT).digest()
DIGEST = hashlib.sha256(MESSAGE).digest()


# CBOR, as far as keys need it.
def head(major, number):
    for info, size in ((24, 1), (25, 2), (26, 4), (27, 8)):
        if number < 24:
            return bytes([major << 5 | number])
        if number < 1 << 8 * size:
            return bytes([major << 5 | info]) + number.to_bytes(size, "big")
    raise ValueError(number)


def cbor(value):
    match value:
        case bool():
            return b"\xf5" if value else b"\xf4"
        case int():
            return head(0, value) if value >= 0 else head(1, -1 - value)
        case bytes():
            return head(2, len(value)) + value
        case dict():
            return head(5, len(value)) + b"".join(cbor(k) + cbor(v) for k, v in value.items())
    raise TypeError(value)


# P-256 (SEC 2).
P = 2**256 - 2**224 + 2**192 + 2**96 - 1
N = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551
B = 0x5AC635D8AA3A93E7B3EBBD55769886BC651D06B0CC53B0F63BCE3C3E27D2604B
G = (
    0x6B17D1F2E12C4247F8BCE6E563A440F277037D812DEB33A0F4A13945D898C296,
    0x4FE342E2FE1A7F9B8EE7EB4A7C0F9E162BCE33576B315ECECBB6406837BF51F5)


def add(p, q):
    if p is None or q is None:
        return p or q
    if p[0] == q[0]:
        if (p[1] + q[1]) % P == 0:
            return None
        slope = (3 * p[0] * p[0] - 3) * pow(2 * p[1], -1, P)
    else:
        slope = (q[1] - p[1]) * pow(q[0] - p[0], -1, P)
    x = (slope * slope - p[0] - q[0]) % P
    return x, (slope * (p[0] - x) - p[1]) % P


def times(k, p):
    result = None
    while k:
        if k & 1:
            result = add(result, p)
        p, k = add(p, p), k >> 1
    return result


def lifted(x):
    """A point with this x, if there is one."""
    y2 = (x**3 - 3 * x + B) % P
    y = pow(y2, (P + 1) // 4, P)
    return (x, y) if y * y % P == y2 else None


def cose_ec(x, y, **changes):
    key = {1: 2, 3: -7, -1: 1, -2: x if isinstance(x, bytes) else x.to_bytes(32, "big"), -3: y}
    if isinstance(y, int) and not isinstance(y, bool):
        key[-3] = y.to_bytes(32, "big")
    for label, value in changes.get("set", {}).items():
        key[label] = value
    return cbor(key)


def integer(value, minimal=True):
    """A DER INTEGER; not minimal: with one zero byte too many."""
    body = value.to_bytes(value.bit_length() // 8 + 1, "big")
    return der(2, body if minimal else b"\0" + body)


def der(tag, body):
    size = len(body)
    if size < 128:
        return bytes([tag, size]) + body
    length = size.to_bytes((size.bit_length() + 7) // 8, "big")
    return bytes([tag, 128 | len(length)]) + length + body


def sequence(r, s):
    return der(0x30, integer(r) + integer(s))


def es256():
    z = int.from_bytes(DIGEST, "big") % N
    d = int.from_bytes(hashlib.sha256(b"InkLock vector key").digest(), "big") % N
    k = int.from_bytes(hashlib.sha256(b"InkLock vector nonce").digest(), "big") % N
    key = times(d, G)
    r = times(k, G)[0] % N
    s = pow(k, -1, N) * (z + r * d) % N
    right = cose_ec(*key)
    good = sequence(r, s)
    yield "an ordinary signature", right, good, True
    # ECDSA has two signatures for each nonce, and the standards take both.
    yield "the mirrored s", right, sequence(r, N - s), True

    def key_for(point, r, s):
        """The key under which r and s are right: (s·R − z·G) / r."""
        return times(pow(r, -1, N), add(times(s, point), times(N - z, G)))

    nonce = times(k, G)
    for name, edge in [("1", 1), ("2", 2), ("n − 1", N - 1), ("half of n", N >> 1), ("2^255", 2**255 % N)]:
        yield f"s is {name}", cose_ec(*key_for(nonce, r, edge)), sequence(r, edge), True
    x = next(x for x in range(N, P) if lifted(x))
    high = lifted(x)
    yield "the nonce's x is n or more", cose_ec(*key_for(high, x - N, s)), sequence(x - N, s), True
    yield "r is that x", cose_ec(*key_for(high, x - N, s)), sequence(x, s), False

    edges = [("0", 0), ("n", N), ("n + 1", N + 1), ("p", P), ("p + 1", P + 1), ("2^256", 2**256), ("2^256 − 1", 2**256 - 1)]
    for name, value in edges:
        yield f"r is {name}", right, sequence(value, s), False
        yield f"s is {name}", right, sequence(r, value), False
        yield f"both are {name}", right, sequence(value, value), False
    for name, a, b in [
        ("r + n", r + N, s), ("s + n", r, s + N), ("both + n", r + N, s + N), ("n − r", N - r, s), ("swapped", s, r),
        ("r twice", r, r), ("s of the next digest", r, pow(k, -1, N) * (z + 1 + r * d) % N), ("both are 1", 1, 1),
        ("r is 1", 1, s), ("s is 1 for this key", r, 1), ("r has 64 bytes", r << 256, s), ("s has 512 bytes", r, s << 3840),
    ]:
        yield name, right, sequence(a, b), False
    byte = lambda value: value.to_bytes(32, "big")
    ri, si = integer(r), integer(s)
    negative = lambda value: der(2, (-value).to_bytes(33, "big", signed=True))
    for name, bytes_ in [
        ("nothing", b""), ("r and s without DER", byte(r) + byte(s)), ("an empty sequence", b"\x30\0"),
        ("zeros", bytes(len(good))), ("an r without bytes", der(0x30, b"\2\0" + si)),
        ("an s without bytes", der(0x30, ri + b"\2\0")), ("r alone", der(0x30, ri)), ("three numbers", der(0x30, ri + si + si)),
        ("negative r", der(0x30, negative(r) + si)), ("negative s", der(0x30, ri + negative(s))),
        ("−1 for r", der(0x30, b"\2\1\xff" + si)), ("r with a zero too many", der(0x30, integer(r, False) + si)),
        ("s with a zero too many", der(0x30, ri + integer(s, False))),
        ("s with 200 zeros too many", der(0x30, ri + der(2, bytes(200) + byte(s)))),
        ("a byte behind", good + b"\0"), ("a null behind", good + b"\5\0"), ("a second signature behind", good + good),
        ("a byte behind s", der(0x30, ri + si + b"\0")), ("a null behind s", der(0x30, ri + si + b"\5\0")),
        ("a length in long form", b"\x30\x81" + good[1:]), ("a length of four bytes", b"\x30\x84\0\0\0" + good[1:]),
        ("a length of 2^64 − 1", b"\x30\x88" + b"\xff" * 8 + good[2:]), ("no length", b"\x30\x80" + good[2:] + b"\0\0"),
        ("one too long", bytes([0x30, good[1] + 1]) + good[2:]), ("one too short", bytes([0x30, good[1] - 1]) + good[2:]),
        ("r's length in long form", der(0x30, b"\2\x81" + ri[1:] + si)), ("a set", b"\x31" + good[1:]),
        ("a primitive sequence", b"\x10" + good[1:]), ("a private sequence", b"\xf0" + good[1:]),
        ("r as octets", der(0x30, b"\4" + ri[1:] + si)), ("s as bits", der(0x30, ri + b"\3" + si[1:])),
        ("r constructed", der(0x30, b"\x22" + ri[1:] + si)), ("a sequence within one", der(0x30, good)),
        ("a real number for s", der(0x30, ri + b"\x09\3\x80\0\1")), ("true for s", der(0x30, ri + b"\1\1\xff")),
    ] + [(f"the first {count} bytes", good[:count]) for count in (1, 2, 3, 4, 35, 36, 40, len(good) - 1)]:
        yield name, right, bytes_, False

    x, y = key
    for name, cose in [
        ("the point 0, 0", cose_ec(0, 0)), ("y + 1", cose_ec(x, (y + 1) % P)), ("x + 1", cose_ec((x + 1) % P, y)),
        ("x and y swapped", cose_ec(y, x)), ("the other sign of y", cose_ec(x, P - y)), ("y is 0", cose_ec(x, 0)),
        ("x is p", cose_ec(P, y)), ("y + p of a small y", cose_ec(5, P + 1)), ("all ones", cose_ec(2**256 - 1, 2**256 - 1)),
        ("a small x + p", cose_ec(*above_field())), ("a point of secp256k1", cose_ec(*SECP256K1)),
        ("a point of the twist", cose_ec(*twist())), ("a compressed point, odd", cose_ec(x, True)),
        ("a compressed point, even", cose_ec(x, False)), ("no y", cose_ec(x, b"")), ("no x", cose_ec(b"", y)),
        ("infinity as one byte", cose_ec(b"\0", b"")), ("x of 31 bytes", cose_ec(byte(x)[1:], y)),
        ("x of 33 bytes", cose_ec(b"\0" + byte(x), y)), ("y of 33 bytes", cose_ec(x, b"\0" + byte(y))),
        ("both in x", cose_ec(byte(x) + byte(y), b"")), ("both with 4 before in x", cose_ec(b"\4" + byte(x) + byte(y), b"")),
        ("P-384", cose_ec(x, y, set={-1: 2})), ("secp256k1's number", cose_ec(x, y, set={-1: 8})),
        ("another kind of key", cose_ec(x, y, set={1: 1})), ("ES384", cose_ec(x, y, set={3: -35})),
        ("ES256K", cose_ec(x, y, set={3: -47})), ("EdDSA", cose_ec(x, y, set={3: -8})), ("with a private part", cose_ec(x, y, set={-4: byte(d)})),
        ("with an identifier", cose_ec(x, y, set={2: b"1"})), ("with uses", cose_ec(x, y, set={4: 2})),
    ]:
        yield f"key: {name}", cose, good, False


SECP256K1 = (
    0x79BE667EF9DCBBAC55A06295CE870B07029BFCDB2DCE28D959F2815B16F81798,
    0x483ADA7726A3C4655DA4FBFC0E1108A8FD17B448A68554199C47D08FFB10D4B8)


def above_field():
    """A point whose x also fits in 32 bytes with p added."""
    x = next(x for x in range(2**256 - P) if lifted(x))
    return x + P, lifted(x)[1]


def twist():
    """A point with y² = x³ − 3x + b·δ: a point of the curve's twist."""
    return next((x, y) for x in range(2, 1000) if lifted(x) is None for y in [pow(x**3 - 3 * x + B, (P + 1) // 4, P)])


# Ed25519 (RFC 8032).
Q25519 = 2**255 - 19
L = 2**252 + 27742317777372353535851937790883648493
D = -121665 * pow(121666, -1, Q25519) % Q25519
ROOT = pow(2, (Q25519 - 1) // 4, Q25519)


def x_of(y, sign):
    x2 = (y * y - 1) * pow(D * y * y + 1, -1, Q25519) % Q25519
    x = pow(x2, (Q25519 + 3) // 8, Q25519)
    if (x * x - x2) % Q25519:
        x = x * ROOT % Q25519
    if (x * x - x2) % Q25519:
        return None
    return Q25519 - x if x & 1 != sign else x


def plus(p, q):
    product = D * p[0] * q[0] * p[1] * q[1]
    return (
        (p[0] * q[1] + q[0] * p[1]) * pow(1 + product, -1, Q25519) % Q25519,
        (p[1] * q[1] + p[0] * q[0]) * pow(1 - product, -1, Q25519) % Q25519)


def multiple(k, p):
    result = (0, 1)
    while k:
        if k & 1:
            result = plus(result, p)
        p, k = plus(p, p), k >> 1
    return result


BASE_Y = 4 * pow(5, -1, Q25519) % Q25519
BASE = (x_of(BASE_Y, 0), BASE_Y)


def packed(p):
    return (p[1] | (p[0] & 1) << 255).to_bytes(32, "little")


def cose_okp(x, **changes):
    return cbor({1: 1, 3: -8, -1: 6, -2: x} | changes.get("set", {}))


def torsion():
    """The eight points whose order divides 8."""
    y = 2
    while True:
        x = x_of(y, 0)
        if x is not None:
            point = multiple(L, (x, y))
            if multiple(4, point) != (0, 1):
                return [multiple(i, point) for i in range(8)]
        y += 1


def eddsa():
    hashed = hashlib.sha512(hashlib.sha256(b"InkLock vector key").digest()).digest()
    a = int.from_bytes(hashed[:32], "little") & (1 << 254) - 8 | 1 << 254
    key = packed(multiple(a, BASE))
    r = int.from_bytes(hashlib.sha512(hashed[32:] + MESSAGE).digest(), "little") % L
    nonce = packed(multiple(r, BASE))

    def challenge(nonce, key):
        return int.from_bytes(hashlib.sha512(nonce + key + MESSAGE).digest(), "little") % L

    little = lambda value: value.to_bytes(32, "little")
    s = (r + challenge(nonce, key) * a) % L
    right, good = cose_okp(key), nonce + little(s)
    yield "an ordinary signature", right, good, True
    for i in range(1, 16):
        if s + i * L < 2**256:
            yield f"S + {i} L", right, nonce + little(s + i * L), False
    for name, value in [
        ("S is 0", 0), ("S is 1", 1), ("S is L", L), ("S is L − 1", L - 1), ("S is 2^256 − 1", 2**256 - 1),
        ("L − S", L - s), ("S with bit 253", s | 1 << 253), ("S with bit 254", s | 1 << 254), ("S with bit 255", s | 1 << 255),
    ]:
        yield name, right, nonce + little(value), False
    one = little(1)
    for name, bytes_ in [
        ("nothing", b""), ("63 bytes", good[:63]), ("65 bytes", good + b"\0"), ("128 bytes", good + good),
        ("R alone", nonce), ("S alone", little(s)), ("S and R swapped", little(s) + nonce), ("zeros", bytes(64)),
        ("R is the key", key + little(s)), ("R with the other sign", nonce[:31] + bytes([nonce[31] ^ 128]) + little(s)),
        ("R is 0", bytes(32) + little(s)), ("R is 1 and S is 0", one + bytes(32)), ("R is p", little(Q25519) + little(s)),
    ]:
        yield name, right, bytes_, False
    # Right for R = 1 but for how R is written.
    for name, nonce_ in [("p + 1", little(Q25519 + 1)), ("1 with the sign of 0", little(1 | 1 << 255))]:
        yield f"R is {name}", right, nonce_ + little(challenge(nonce_, key) * a % L), False

    # With a key of small order, one signature is right for every message, or for one in two, four or eight.
    for point in torsion():
        for y in {point[1], point[1] + Q25519} if point[1] < 19 else {point[1]}:
            for sign in {0, 1} if point[0] == 0 else {point[0] & 1}:
                weak = little(y | sign << 255)
                name = f"key: small order, {weak.hex()[:4]}…{weak.hex()[-4:]}"
                yield name, cose_okp(weak), forged(weak, point, challenge), False
    off = next(y for y in range(2, 100) if x_of(y, 0) is None)
    for name, cose in [
        ("on no point", cose_okp(little(off))), ("y is p", cose_okp(little(Q25519))),
        ("y is p + 3", cose_okp(little(Q25519 + 3))), ("y is 2^255 − 1", cose_okp(little(2**255 - 1))), ("all ones", cose_okp(b"\xff" * 32)),
        ("31 bytes", cose_okp(key[:31])), ("33 bytes", cose_okp(key + b"\0")), ("none", cose_okp(b"")),
        ("the other sign", cose_okp(key[:31] + bytes([key[31] ^ 128]))), ("X25519", cose_okp(key, set={-1: 4})),
        ("Ed448", cose_okp(key, set={-1: 7})), ("ES256", cose_okp(key, set={3: -7})),
        ("another kind of key", cose_okp(key, set={1: 2})), ("with a private part", cose_okp(key, set={-4: key})),
    ]:
        yield f"key: {name}", cose, good, False


def forged(weak, point, challenge):
    """A signature under a key of small order: S is 0 and R the point that makes the equation right, if one is found."""
    for guess in torsion():
        nonce = packed(guess)
        k = int.from_bytes(hashlib.sha512(nonce + weak + MESSAGE).digest(), "little") % L
        if packed(multiple(k % 8, (-point[0] % Q25519, point[1]))) == nonce:
            return nonce + bytes(32)
    return packed((0, 1)) + bytes(32)


# RSA (RFC 8017).
SHA256_INFO = bytes.fromhex("3031300d060960864801650304020105000420")


def is_prime(n, source):
    if any(n % p == 0 for p in (3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37)):
        return False
    odd, twos = n - 1, 0
    while odd % 2 == 0:
        odd, twos = odd // 2, twos + 1
    for _ in range(12):
        x = pow(source.randrange(2, n - 1), odd, n)
        if x in (1, n - 1):
            continue
        for _ in range(twos - 1):
            x = x * x % n
            if x == n - 1:
                break
        else:
            return False
    return True


def found_primes(bits, e, source):
    while True:
        primes = []
        while len(primes) < 2:
            size = bits // 2 if primes else bits - bits // 2
            p = source.getrandbits(size) | 1 | 3 << (size - 2)
            if (p - 1) % e and is_prime(p, source):
                primes.append(p)
        if (primes[0] * primes[1]).bit_length() == bits:
            return primes


def rsa_key(bits, e, seed):
    known = json.loads(PRIMES.read_text()) if PRIMES.is_file() else {}
    if seed not in known:
        known[seed] = [f"{p:x}" for p in found_primes(bits, e, random.Random(seed))]
        PRIMES.write_text(json.dumps(known, indent=1) + "\n")
    p, q = (int(prime, 16) for prime in known[seed])
    return p * q, pow(e, -1, (p - 1) * (q - 1))


def cose_rsa(n, e, **changes):
    number = lambda value: value if isinstance(value, bytes) else value.to_bytes((value.bit_length() + 7) // 8, "big")
    return cbor({1: 3, 3: -257, -1: number(n), -2: number(e)} | changes.get("set", {}))


def rs256():
    e = 65537
    n, d = rsa_key(2048, e, "InkLock vector key")
    size = 256
    sign = lambda block: pow(int.from_bytes(block, "big"), d, n).to_bytes(size, "big")
    info = SHA256_INFO + DIGEST
    block = lambda info, kind=1, fill=255, size=size: bytes([0, kind]) + bytes([fill]) * (size - 3 - len(info)) + b"\0" + info
    whole = block(info)
    right, good = cose_rsa(n, e), sign(whole)
    number = int.from_bytes(good, "big")
    yield "an ordinary signature", right, good, True
    for bits in (3072, 4096):
        m, c = rsa_key(bits, e, f"InkLock vector key {bits}")
        long = pow(int.from_bytes(block(info, size=bits // 8), "big"), c, m).to_bytes(bits // 8, "big")
        yield f"{bits} bits", cose_rsa(m, e), long, True

    def with_info(prefix, digest):
        return block(bytes.fromhex(prefix) + digest)

    sha1, sha512 = hashlib.sha1(MESSAGE).digest(), hashlib.sha512(MESSAGE).digest()
    garbage = bytes(range(1, 101))
    for name, block_ in [
        ("block kind 0", block(info, 0, 0)), ("block kind 2", block(info, 2)), ("padding of 0", block(info, 1, 0)),
        ("padding of FE", block(info, 1, 254)), ("a first byte of 1", b"\1" + whole[1:]),
        ("one byte of padding is wrong", whole[:9] + b"\xfe" + whole[10:]), ("a 0 in the padding", whole[:40] + b"\0" + whole[41:]),
        ("no 0 behind the padding", b"\0\1" + b"\xff" * (size - 2 - len(info)) + info),
        ("garbage behind the digest", b"\0\1" + b"\xff" * (size - 3 - len(info) - 100) + b"\0" + info + garbage),
        ("garbage behind and eight of padding", b"\0\1" + b"\xff" * 8 + b"\0" + info + garbage[:1] * (size - 11 - len(info))),
        ("no padding", b"\0\1\0" + info + bytes(size - 3 - len(info))), ("info at the front", info + bytes(size - len(info))),
        ("the digest alone", block(DIGEST)), ("another digest", block(SHA256_INFO + hashlib.sha256(DIGEST).digest())),
        ("a digest cut short", block(SHA256_INFO + DIGEST[:31])), ("a digest and a byte", block(info + b"\0")),
        ("info without null", with_info("302f300b0609608648016503040201" + "0420", DIGEST)),
        ("info with a length in long form", with_info("308131300d060960864801650304020105000420", DIGEST)),
        ("the digest's length in long form", with_info("3032300d06096086480165030402010500048120", DIGEST)),
        ("parameters that are no null", with_info("3032300e0609608648016503040201" + "0401" + "00" + "0420", DIGEST)),
        ("parameters with garbage", with_info("303d30190609608648016503040201" + "050c" + "00" * 12 + "0420", DIGEST)),
        ("SHA-1", with_info("3021300906052b0e03021a05000414", sha1)),
        ("SHA-512", with_info("3051300d060960864801650304020305000440", sha512)),
        ("SHA-256 with SHA-512's name", with_info("3031300d060960864801650304020305000420", DIGEST)),
        ("a digest of zeros", block(SHA256_INFO + bytes(32))), ("PSS", pss(size, n.bit_length())),
    ]:
        yield name, right, sign(block_), False
    for name, bytes_ in [
        ("nothing", b""), ("0", bytes(size)), ("1", (1).to_bytes(size, "big")), ("n − 1", (n - 1).to_bytes(size, "big")),
        ("n", n.to_bytes(size, "big")), ("n minus the signature", (n - number).to_bytes(size, "big")),
        ("the signature and n", (number + n).to_bytes(size + 1, "big")), ("a zero before", b"\0" + good), ("a zero behind", good + b"\0"),
        ("the last byte missing", good[:-1]), ("the first byte missing", good[1:]), ("all ones", b"\xff" * size),
        ("the padded block itself", whole), ("the digest", DIGEST), ("turned around", good[::-1]), ("512 bytes", good + good),
    ] + ([("the signature and n in as many bytes", (number + n).to_bytes(size, "big"))] if number + n < 2**2048 else []):
        yield name, right, bytes_, False

    for bits in (512, 1024, 2040, 2047, 4104):
        m, c = rsa_key(bits, e, f"InkLock vector key {bits}")
        width = (bits + 7) // 8
        short = pow(int.from_bytes(block(info, size=width), "big"), c, m).to_bytes(width, "big")
        yield f"key: {bits} bits", cose_rsa(m, e), short, False
    cube, root = rsa_key(2048, 3, "InkLock vector key e 3")
    yield "key: exponent 3", cose_rsa(cube, 3), pow(int.from_bytes(whole, "big"), root, cube).to_bytes(size, "big"), False
    # Everything signs itself.
    yield "key: exponent 1", cose_rsa(n, 1), whole, False
    for name, value in [("0", b"\0"), ("none", b""), ("2", 2), ("65536", 65536), ("2^32 + 1", 2**32 + 1), ("65537 with a zero", b"\0\1\0\1")]:
        yield f"key: exponent {name}", cose_rsa(n, value), good, False
    yield "key: exponent of 17", cose_rsa(*small_exponent(17)[:2]), small_exponent(17)[2](whole), False
    yield "key: modulus and exponent swapped", cose_rsa(e, n), good, False
    for name, modulus in [
        ("even", n + 1), ("0", bytes(256)), ("with a zero", b"\0" + n.to_bytes(256, "big")), ("none", b""),
        ("a power of 2", 1 << 2047), ("512 bytes of which half are zeros", bytes(256) + n.to_bytes(256, "big")),
    ]:
        yield f"key: modulus {name}", cose_rsa(modulus, e), good, False
    for name, changes in [
        ("PS256", {3: -37}), ("RS1", {3: -65535}), ("RS512", {3: -259}), ("another kind of key", {1: 2}), ("with a private part", {-3: b"1"}),
    ]:
        yield f"key: {name}", cose_rsa(n, e, set=changes), good, False


def small_exponent(e):
    n, d = rsa_key(2048, e, f"InkLock vector key e {e}")
    return n, e, lambda block: pow(int.from_bytes(block, "big"), d, n).to_bytes(256, "big")


def pss(size, bits):
    salt = bytes(32)
    inner = hashlib.sha256(bytes(8) + DIGEST + salt).digest()
    data = bytes(size - 66) + b"\1" + salt
    mask = b"".join(hashlib.sha256(inner + i.to_bytes(4, "big")).digest() for i in range(size // 32))
    masked = bytearray(a ^ b for a, b in zip(data, mask))
    masked[0] &= 255 >> (8 * size - bits + 1)
    return bytes(masked) + inner + b"\xbc"


def main():
    groups = {}
    for algorithm, cases in [("ES256", es256()), ("EdDSA", eddsa()), ("RS256", rs256())]:
        groups[algorithm] = [
            {"name": name, "key": key.hex(), "signature": signature.hex(), "isValid": is_valid}
            for name, key, signature, is_valid in cases]
        names = [case["name"] for case in groups[algorithm]]
        assert len(set(names)) == len(names), [name for name in names if names.count(name) > 1]
    shared = {
        "relyingParty": SITE, "origin": ORIGIN, "challenge": CHALLENGE.hex(), "clientData": CLIENT.decode(),
        "authenticatorData": DATA.hex(),
    }
    text = json.dumps(shared | {"cases": groups}, indent=1, ensure_ascii=False) + "\n"
    count = sum(map(len, groups.values()))
    if sys.argv[1:] == ["--check"]:
        is_same = FILE.read_text() == text
        print(f"{count if is_same else 0} passed, {0 if is_same else 1} failed")
        sys.exit(not is_same)
    FILE.write_text(text)
    print(f"{count} cases, {sum(case['isValid'] for cases in groups.values() for case in cases)} of them valid")


if __name__ == "__main__":
    main()
