#!/usr/bin/env python3
"""Writes seeds for the fuzz targets, out of the tests that are there already: fuzz/seeds.py DIRECTORY

Targets whose input is no text (`answers`, `form`, `token`) need none: a fuzzer finds its way in at once.
"""

import json
import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
VECTORS = json.loads((ROOT / "mrtr-runtime/tests/vectors/state.json").read_text())
ATTRIBUTES = ["mrtr_tool", "mrtr_prompt", "mrtr_resource", "mrtr_part", "mrtr_handler"]
DERIVES = ["Elicit", "Choice"]


def payload():
    for token in VECTORS["tokens"]:
        yield bytes.fromhex(token["payload"])


def digest():
    """An even byte, then two texts with a zero byte between them."""
    texts = [json.dumps(case["arguments"]) for case in VECTORS["operations"] if case["arguments"]]
    spellings = ['{"a":1,"b":[1.0,10e-1]}', '{"b":[1e0,1],"a":1.00}', '{"a":-0,"\\u0062":0.0}', "{}"]
    texts += spellings
    for left, right in zip(texts, texts[1:] + texts[:1]):
        yield b"\0" + left.encode() + b"\0" + right.encode()


def keys():
    key = "q83vASNFZ4mrze8BI0VniavN7wEjRWeJq83vASNFZ4k="
    other = "-_-_ASNFZ4mrze8BI0VniavN7wEjRWeJq83vASNFZ4k"
    yield from (text.encode() for text in [key, f"{other}, {key}", f"{key},{key}", f"{key},", "dG9vIHNob3J0", "a=b"])


def message():
    for text in ["plain", "a\nb\t", "\u202ertl\u2066", "👩\u200d👧 क\u200cष", "\U000e0041", "\x1b[2J\x9b"]:
        yield bytes([9, 3]) + text.encode()


def attributes():
    """A byte for the attribute or derive, its options, a zero byte, and the item below."""
    seen = set()
    for file in sorted((ROOT / "ui-tests").glob("[pf]*/**/*.rs")):
        for which, options, item in items(file.read_text()):
            shape = (which, options)
            if len(item) < 1200 and (shape not in seen or len(seen) % 3 == 0):
                seen.add(shape)
                yield bytes([which]) + options.encode() + b"\0" + item.encode()


def items(text):
    text = re.sub(r"^\s*//.*\n", "", text, flags=re.M)
    for found in re.finditer(r"#\[(\w+)(?:\(([^\n]*)\))?\]\n", text):
        name, options = found.group(1), found.group(2) or ""
        if name in ATTRIBUTES:
            yield ATTRIBUTES.index(name), options, item(text[found.end():])
        elif name == "derive":
            for derived in set(re.findall(r"\w+", options)) & set(DERIVES):
                yield 5 + DERIVES.index(derived), "", item(text[found.end():])


def item(text):
    """Up to the brace that closes the first one."""
    depth = 0
    for at, char in enumerate(text):
        depth += {"{": 1, "}": -1}.get(char, 0)
        if char == "}" and depth == 0:
            return text[: at + 1]
    return text


def main(directory):
    for target in [payload, digest, keys, message, attributes]:
        folder = directory / target.__name__
        folder.mkdir(parents=True, exist_ok=True)
        for number, seed in enumerate(target()):
            (folder / f"seed-{number:03}").write_bytes(seed)


main(Path(sys.argv[1]))
