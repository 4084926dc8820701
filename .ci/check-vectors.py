#!/usr/bin/env python3
"""Makes and opens the test vectors of requestState again, from docs/STATE-FORMAT.md alone.

It calls none of our code and needs nothing but Python's standard library.
"""

import hashlib
import hmac
import json
import re
import struct
import sys
from base64 import urlsafe_b64encode
from pathlib import Path

FILE = Path(__file__).parent.parent / "mrtr-runtime/tests/vectors/state.json"


class Refused(Exception):
    """A token or payload that does not open, with its reason."""


# --- XChaCha20-Poly1305 (draft-irtf-cfrg-xchacha, RFC 8439) ---


def rounds(state):
    def quarter(a, b, c, d):
        for x, y, z, shift in ((a, b, d, 16), (c, d, b, 12), (a, b, d, 8), (c, d, b, 7)):
            state[x] = (state[x] + state[y]) & 0xFFFFFFFF
            mixed = state[z] ^ state[x]
            state[z] = (mixed << shift | mixed >> (32 - shift)) & 0xFFFFFFFF

    for _ in range(10):
        for column in range(4):
            quarter(column, 4 + column, 8 + column, 12 + column)
        for at in range(4):
            quarter(at, 4 + (at + 1) % 4, 8 + (at + 2) % 4, 12 + (at + 3) % 4)
    return state


def words(data):
    return list(struct.unpack(f"<{len(data) // 4}L", data))


CONSTANT = words(b"expand 32-byte k")


def hchacha(key, nonce):
    state = rounds(CONSTANT + words(key) + words(nonce))
    return struct.pack("<8L", *state[:4], *state[12:])


def block(key, counter, nonce):
    start = CONSTANT + words(key) + [counter] + words(nonce)
    mixed = rounds(list(start))
    return struct.pack("<16L", *((a + b) & 0xFFFFFFFF for a, b in zip(start, mixed)))


def stream(key, nonce, data):
    out = bytearray()
    for at in range(0, len(data), 64):
        pad = block(key, 1 + at // 64, nonce)
        out += bytes(a ^ b for a, b in zip(data[at : at + 64], pad))
    return bytes(out)


def poly1305(key, data):
    r = int.from_bytes(key[:16], "little") & 0x0FFFFFFC0FFFFFFC0FFFFFFC0FFFFFFF
    total = 0
    for at in range(0, len(data), 16):
        total = (total + int.from_bytes(data[at : at + 16] + b"\1", "little")) * r % (2**130 - 5)
    total += int.from_bytes(key[16:], "little")
    return (total % 2**128).to_bytes(16, "little")


def pad16(data):
    return data + bytes(-len(data) % 16)


def aead(key, nonce, header):
    subkey, short = hchacha(key, nonce[:16]), bytes(4) + nonce[16:]
    one_time = block(subkey, 0, short)[:32]

    def tag(text):
        lengths = struct.pack("<QQ", len(header), len(text))
        return poly1305(one_time, pad16(header) + pad16(text) + lengths)

    return (lambda data: stream(subkey, short, data)), tag


def check_primitives():
    """The test vectors of the two RFCs, so that a slip in here is not taken for one of the format."""
    key = bytes(range(0x80, 0xA0))
    nonce = bytes(range(0x40, 0x58))
    text = (
        b"Ladies and Gentlemen of the class of '99: If I could offer you only one tip for the "
        b"future, sunscreen would be it."
    )
    header = bytes.fromhex("50515253c0c1c2c3c4c5c6c7")
    crypt, tag = aead(key, nonce, header)
    assert crypt(text)[:8].hex() == "bd6d179d3e83d43b"
    assert tag(crypt(text)).hex() == "c0875924c1c7987947deafd8780acf49"


# --- the token ---


def field(data):
    return struct.pack("<Q", len(data)) + data


def hkdf_expand(prk, info):
    return hmac.digest(prk, info + b"\1", "sha256")


def base64url(data):
    return urlsafe_b64encode(data).rstrip(b"=").decode()


ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"


def unbase64url(text):
    if not all(letter in ALPHABET for letter in text) or len(text) % 4 == 1:
        raise Refused("encoding")
    bits = "".join(f"{ALPHABET.index(letter):06b}" for letter in text)
    whole = len(bits) // 8 * 8
    if "1" in bits[whole:]:
        raise Refused("encoding")
    return bytes(int(bits[at : at + 8], 2) for at in range(0, whole, 8))


MODES = {"sealed": "m1", "signed": "m1s"}


def subkey(key, mode, purpose, audience):
    prk = hmac.digest(bytes(32), key, "sha256")
    parts = ("mrtr", "m1", MODES[mode], purpose, audience)
    return hkdf_expand(prk, b"".join(field(part.encode()) for part in parts))


def key_id(key, mode, audience):
    return base64url(subkey(key, mode, "key id", audience)[:6])


def seal(key, audience, mode, nonce, payload):
    header = f"{MODES[mode]}.{key_id(key, mode, audience)}."
    secret = subkey(key, mode, "seal", audience)
    if mode == "signed":
        body = payload + hmac.digest(secret, header.encode() + payload, "sha256")
    else:
        crypt, tag = aead(secret, nonce, header.encode())
        text = crypt(payload)
        body = text + tag(text) + nonce
    return header + base64url(body)


def unseal(token, keys, audience, mode, state_bytes):
    if len(token.encode()) > state_bytes:
        raise Refused("too_long")
    version, point, rest = token.partition(".")
    if not point:
        raise Refused("header")
    if version not in MODES.values():
        raise Refused("version" if re.fullmatch("m[0-9]{1,4}s?", version) else "header")
    name, point, body = rest.partition(".")
    if not point or not re.fullmatch("[A-Za-z0-9_-]{8}", name):
        raise Refused("header")
    if version != MODES[mode]:
        raise Refused("mode")
    key = next((key for key in keys if key_id(key, mode, audience) == name), None)
    if key is None:
        raise Refused("unknown_key")
    body = unbase64url(body)
    secret, header = subkey(key, mode, "seal", audience), f"{version}.{name}.".encode()
    if mode == "signed":
        payload, mac = body[:-32], body[-32:]
        if len(body) < 32 or hmac.digest(secret, header + payload, "sha256") != mac:
            raise Refused("integrity")
        return payload
    if len(body) < 40:
        raise Refused("integrity")
    text, tag, nonce = body[:-40], body[-40:-24], body[-24:]
    crypt, tag_of = aead(secret, nonce, header)
    if tag_of(text) != tag:
        raise Refused("integrity")
    return crypt(text)


# --- the payload, written ---

KINDS = ("form", "url", "sample", "roots")
OUTCOMES = {"capture": 0, "accepted": 16, "declined": 32, "cancelled": 48}


def varint(number):
    out = bytearray()
    while number >= 0x80:
        out.append(number & 0x7F | 0x80)
        number >>= 7
    return bytes(out) + bytes([number])


def text(string):
    data = string.encode()
    return varint(len(data)) + data


def listed(entries):
    return varint(len(entries)) + b"".join(entries)


class Number(str):
    """A number as its text."""


def parse(string):
    """A JSON value with its numbers as texts and its objects as pairs, the last of a name."""
    return json.loads(
        string,
        parse_int=Number,
        parse_float=Number,
        object_pairs_hook=lambda pairs: ("object", list(dict(pairs).items())),
    )


def integer(number):
    """The integer that a number is, if serde_json reads it as one."""
    if re.fullmatch("0|-?[1-9][0-9]*", number) and -(2**63) <= int(number) < 2**64:
        return int(number)
    return None


def head(tag, number):
    if number < 31:
        return bytes([tag << 5 | number])
    return bytes([tag << 5 | 31]) + varint(number - 31)


def value(json_value):
    if json_value is None or isinstance(json_value, bool):
        return head(6, {None: 0, False: 1, True: 2}[json_value])
    if isinstance(json_value, Number):
        whole = integer(json_value)
        if whole is None:
            return head(5, len(json_value)) + json_value.encode()
        return head(0, whole) if whole >= 0 else head(1, -1 - whole)
    if isinstance(json_value, str):
        return head(2, len(json_value.encode())) + json_value.encode()
    if isinstance(json_value, list):
        return head(3, len(json_value)) + b"".join(map(value, json_value))
    members = json_value[1]
    return head(4, len(members)) + b"".join(text(key) + value(item) for key, item in members)


def function(described):
    return bytes.fromhex(described["fingerprint"]) + varint(described["version"])


def identity(bits, named):
    of = bytes.fromhex(named["of"] or "")
    bits |= 4 if of else 0
    return bytes([bits]) + text(named["key"]) + of + varint(named["occurrence"])


def pending(entry, issued):
    own, names = entry["wire_key"] != entry["identity"]["key"], entry["members"]
    bits = KINDS.index(entry["kind"]) | (8 if own else 0) | (16 if names else 0)
    since = b""
    if entry["since"] is not None:
        bits, since = bits | 32, varint((issued - entry["since"]) % 2**64)
    wire_key = text(entry["wire_key"]) if own else b""
    question = bytes.fromhex(entry["question"])
    members = listed([text(name) for name in names]) if names else b""
    start = identity(bits, entry["identity"]) + wire_key + question
    return start + bytes([entry["retries"]]) + since + members


def haste(entry):
    """The flag, and what follows the question of a refusal that nobody saw."""
    millis = entry.get("haste")
    return (0, b"") if millis is None else (64, varint(millis))


def held(entry):
    flag, millis = haste(entry)
    start = identity(KINDS.index(entry["kind"]) | flag, entry["identity"])
    question = bytes.fromhex(entry["question"])
    return start + question + bytes([entry["retries"]]) + millis + value(parse(entry["answer"]))


def record(entry, functions):
    what = entry["entry"]
    outcome = what.get("outcome", "capture")
    kind = KINDS.index(what["kind"]) if "kind" in what else 0
    flag, millis = haste(what)
    out = identity(kind | OUTCOMES[outcome] | flag, entry["identity"])
    made_in = [function(one) for one in entry["functions"]]
    if made_in in functions:
        out += varint(functions.index(made_in))
    else:
        within = made_in[:1] == functions[0]
        written = made_in[1:] if within else made_in
        out += varint(len(functions)) + varint(len(written) * 2 + within) + b"".join(written)
        functions.append(made_in)
    out += bytes.fromhex(what.get("question", "")) + millis
    if outcome in ("capture", "accepted"):
        out += value(parse(what["capture"] if outcome == "capture" else what["answer"]))
    return out


def payload_of(state):
    functions = [[function(state["function"])]]
    difference = lambda later, earlier: varint((state[later] - state[earlier]) % 2**64)
    return b"".join(
        (
            b"\1",
            functions[0][0],
            bytes.fromhex(state["flow_id"]),
            bytes.fromhex(state["seed"]),
            varint(state["started_at"]),
            difference("issued_at", "started_at"),
            difference("expires_at", "issued_at"),
            difference("deadline", "started_at"),
            varint(state["requests"]),
            varint(state["drops"]),
            listed([varint(number * 2 + had) for number, had in state["can"]]),
            bytes.fromhex(state["principal"]),
            bytes.fromhex(state["operation"]),
            listed([pending(entry, state["issued_at"]) for entry in state["pending"]]),
            listed([held(entry) for entry in state["held"]]),
            listed([record(entry, functions) for entry in state["records"]]),
        )
    )


# --- the payload, read ---


class Reader:
    def __init__(self, data):
        self.rest = data

    def take(self, count):
        if count > len(self.rest):
            raise Refused("truncated")
        taken, self.rest = self.rest[:count], self.rest[count:]
        return taken

    def byte(self):
        return self.take(1)[0]

    def varint(self, most=2**64 - 1):
        number = shift = 0
        while True:
            byte = self.byte()
            number |= (byte & 0x7F) << shift
            if number >= 2**64 or shift > 63 or (byte == 0 and shift > 0):
                raise Refused("number")
            if byte < 0x80:
                break
            shift += 7
        if number > most:
            raise Refused("number")
        return number

    def count(self, number, least):
        if number * least > len(self.rest):
            raise Refused("count")
        return number

    def utf8(self, length):
        try:
            return self.take(self.count(length, 1)).decode()
        except UnicodeDecodeError:
            raise Refused("utf8") from None

    def text(self):
        return self.utf8(self.varint())

    def list(self, least, entry):
        return self.entries(self.varint(), least, entry)

    def entries(self, number, least, entry):
        return [entry() for _ in range(self.count(number, least))]


def distinct(names):
    names = list(names)
    if len(set(names)) != len(names):
        raise Refused("duplicate")


def read_value(reader, depth=128):
    first = reader.byte()
    tag, number = first >> 5, first & 31
    if number == 31:
        number += reader.varint()
        if number >= 2**64:
            raise Refused("number")
    if tag == 0 or (tag == 1 and number < 2**63):
        return
    if tag == 1:
        raise Refused("number")
    if tag == 2:
        reader.utf8(number)
    elif tag in (3, 4):
        if depth == 0:
            raise Refused("depth")
        keys = []
        for _ in range(reader.count(number, 2 if tag == 4 else 1)):
            keys.append(reader.text() if tag == 4 else len(keys))
            read_value(reader, depth - 1)
        distinct(keys)
    elif tag == 5:
        literal = reader.utf8(number)
        if not re.fullmatch(r"-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?", literal):
            raise Refused("number")
        if integer(literal) is not None:
            raise Refused("number")
    elif tag == 6 and number <= 2:
        return
    else:
        raise Refused("tag")


def read_identity(reader, allowed):
    bits = reader.byte()
    if bits & ~(allowed | 4):
        raise Refused("tag")
    key = reader.text()
    of = reader.take(16) if bits & 4 else None
    return bits, (key, of, reader.varint(2**32 - 1))


def read_pending(reader):
    bits, name = read_identity(reader, 3 | 8 | 16 | 32)
    wire_key = reader.text() if bits & 8 else name[0]
    if bits & 8 and wire_key == name[0]:
        raise Refused("duplicate")
    reader.take(16)
    reader.byte()
    if bits & 32:
        reader.varint()
    if bits & 16:
        members = reader.list(1, reader.text)
        if not members or bits & 3:
            raise Refused("tag")
        distinct(members)
    return name, wire_key


def read_held(reader):
    bits, name = read_identity(reader, 3 | 64)
    reader.take(17)
    if bits & 64:
        reader.varint()
    read_value(reader)
    return name


def read_function(reader):
    return reader.take(16), reader.varint(2**32 - 1)


def read_path(reader, handler):
    head = reader.varint()
    written = tuple(reader.entries(head >> 1, 17, lambda: read_function(reader)))
    if not head & 1 and (not written or written[:1] == handler):
        raise Refused("duplicate")
    return handler + written if head & 1 else written


def read_record(reader, functions):
    bits, name = read_identity(reader, 3 | 48 | 64)
    place = reader.varint()
    if place > len(functions):
        raise Refused("count")
    if place == len(functions):
        functions.append(read_path(reader, functions[0]))
        distinct(functions)
    if bits & 48 == 0 and bits & 3 or bits & 48 in (0, 16) and bits & 64:
        raise Refused("tag")
    if bits & 48:
        reader.take(16)
    if bits & 64:
        reader.varint()
    if bits & 48 in (0, 16):
        read_value(reader)
    return name


def read_payload(data):
    reader = Reader(data)
    if reader.byte() != 1:
        raise Refused("version")
    functions = [(read_function(reader),)]
    reader.take(32)
    started = reader.varint()
    issued = (started + reader.varint()) % 2**64
    expires = (issued + reader.varint()) % 2**64
    deadline = (started + reader.varint()) % 2**64
    reader.varint(2**32 - 1)
    reader.varint(2**32 - 1)
    can = reader.list(1, reader.varint)
    if any(number >> 1 > 255 for number in can):
        raise Refused("number")
    principal, operation = reader.take(32), reader.take(32)
    asked = reader.list(5, lambda: read_pending(reader))
    came = reader.list(5, lambda: read_held(reader))
    recorded = reader.list(5, lambda: read_record(reader, functions))
    if reader.rest:
        raise Refused("trailing")
    distinct(number >> 1 for number in can)
    distinct(wire_key for _, wire_key in asked)
    distinct(name for name, _ in asked)
    distinct(came)
    distinct(recorded)
    return issued, expires, deadline, principal, operation


def open_token(token, how):
    payload = unseal(
        token,
        [bytes.fromhex(key) for key in how["keys"]],
        how["audience"],
        how["mode"],
        how["state_bytes"],
    )
    try:
        issued, expires, deadline, principal, operation = read_payload(payload)
    except Refused as refused:
        raise Refused("payload", *refused.args) from None
    now = how["now"]
    if issued > now + how["skew"]:
        raise Refused("issued_in_future")
    if now >= deadline:
        raise Refused("past_deadline")
    if now >= expires:
        raise Refused("expired")
    if principal.hex() != how["principal"]:
        raise Refused("principal")
    if operation.hex() != how["operation"]:
        raise Refused("operation")


# --- the digests ---


def digest(tag, *parts):
    return hashlib.sha256(field(b"mrtr") + field(tag) + b"".join(parts)).hexdigest()


def principal_digest(who):
    part = lambda name: field(b"none") if name is None else field(b"some") + field(name.encode())
    parts = (part(who[name]) for name in ("issuer", "subject", "client", "scope"))
    return digest(b"principal", field(who["kind"].encode()), *parts)


def normalized(number):
    if integer(number) is None:
        double = float(number)
        is_written_out = double.is_integer() and abs(double) < 2**64
        number = str(int(double)) if is_written_out else repr(double)
    sign, whole, fraction, exponent = re.fullmatch(
        r"(-?)(\d+)(?:\.(\d+))?(?:e([+-]?\d+))?", number
    ).groups()
    fraction = fraction or ""
    digits = (whole + fraction).lstrip("0")
    power = int(exponent or 0) - len(fraction) + len(digits) - len(digits.rstrip("0"))
    digits = digits.rstrip("0")
    return (sign or "+", digits, power) if digits else ("+", "", 0)


def walk(json_value):
    if json_value is None or isinstance(json_value, bool):
        return {None: b"n", False: b"f", True: b"t"}[json_value]
    if isinstance(json_value, Number):
        sign, digits, power = normalized(json_value)
        return sign.encode() + field(digits.encode()) + b"e" + struct.pack("<q", power)
    if isinstance(json_value, str):
        return b"s" + field(json_value.encode())
    if isinstance(json_value, list):
        return b"[" + struct.pack("<Q", len(json_value)) + b"".join(map(walk, json_value))
    members = sorted(json_value[1], key=lambda member: member[0].encode())
    walked = b"".join(field(key.encode()) + walk(item) for key, item in members)
    return b"{" + struct.pack("<Q", len(members)) + walked


def operation_digest(method, target, arguments):
    members = parse("{}" if arguments is None else arguments)
    return digest(b"operation", field(method.encode()), field(target.encode()), walk(members))


# --- the vectors ---


def check_tokens(vectors):
    for vector in vectors["tokens"]:
        payload = payload_of(vector["state"])
        assert payload.hex() == vector["payload"], vector["name"]
        key, nonce = bytes.fromhex(vector["key"]), bytes.fromhex(vector["nonce"] or "")
        token = seal(key, vector["audience"], vector["mode"], nonce, payload)
        assert token == vector["token"], vector["name"]
        opened = unseal(token, [key], vector["audience"], vector["mode"], len(token))
        assert opened == payload, vector["name"]
        read_payload(payload)


def check_principals(vectors):
    for who in vectors["principals"]:
        assert principal_digest(who) == who["digest"], who


def check_operations(vectors):
    for line in vectors["operations"]:
        for arguments in line["arguments"]:
            made = operation_digest(line["method"], line["target"], arguments)
            assert made == line["digest"], arguments
    digests = [line["digest"] for line in vectors["operations"]]
    assert len(set(digests)) == len(digests)


def check_refused(vectors):
    open_token(vectors["opening"]["token"], vectors["opening"])
    for case in vectors["refused"]:
        expected = [case[name] for name in ("reason", "detail") if name in case]
        try:
            open_token(case["token"], {**vectors["opening"], **case})
        except Refused as refused:
            assert list(refused.args) == expected, (case["name"], refused.args)
        else:
            raise AssertionError(f"opened: {case['name']}")


def main():
    vectors = json.loads(FILE.read_text(encoding="utf-8"))
    check_primitives()
    for check in (check_tokens, check_principals, check_operations, check_refused):
        check(vectors)
    least = {"tokens": 7, "principals": 4, "operations": 20, "refused": 70}
    for name, number in least.items():
        assert len(vectors[name]) >= number, name
    counts = {name: len(lines) for name, lines in vectors.items() if isinstance(lines, list)}
    print("made again from docs/STATE-FORMAT.md:", counts)
    return 0


if __name__ == "__main__":
    sys.exit(main())
