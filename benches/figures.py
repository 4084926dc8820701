#!/usr/bin/env python3
"""All figures of docs/SPEED.md: `benches/figures.py`, some minutes, on Linux with valgrind.

Instructions and allocations are counted by callgrind and repeat; times are those of this machine, now.
"""

import json
import os
import re
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import http_load

SERVERS = ("hand", "signed", "sealed")
RECORDED = (1, 5, 10, 20)
TIMES = 20


def build():
    command = ["cargo", "build", "--release", "-p", "mrtr-benches", "--bin", "figures", "-p", "mrtr-examples", "--bin", "bench"]
    subprocess.run(command, check=True)
    metadata = subprocess.run(["cargo", "metadata", "--format-version=1", "--no-deps"], check=True, capture_output=True)
    return os.path.join(json.loads(metadata.stdout)["target_directory"], "release")


class Figures:
    def __init__(self, binary):
        self.binary = binary

    def run(self, server, *options):
        command = [self.binary, "--server", server, *map(str, options)]
        return json.loads(subprocess.run(command, check=True, capture_output=True).stdout)

    def count(self, server, *options):
        """Instructions and allocations of one run."""
        with tempfile.NamedTemporaryFile() as out:
            command = ["valgrind", "--tool=callgrind", f"--callgrind-out-file={out.name}", "--collect-atstart=no"]
            command += ["--toggle-collect=*measured*", self.binary, "--server", server, "--times", str(TIMES)]
            subprocess.run([*command, *map(str, options)], check=True, capture_output=True)
            text = open(out.name).read()
        instructions = int(re.search(r"^(?:summary|totals): (\d+)", text, re.M)[1])
        return instructions / TIMES, allocations(text) / TIMES

    def nanoseconds(self, server, *options):
        """The fastest of many short runs."""
        return self.run(server, "--times", 10, "--repeats", 2000, *options)


def allocations(text):
    """How often malloc, calloc and realloc were called."""
    names, called, count = {}, "", 0
    for line in text.splitlines():
        if match := re.match(r"(c?)fn=\((\d+)\)(?: (.*))?", line):
            if match[3]:
                names[match[2]] = match[3]
            if match[1]:
                called = names[match[2]]
        elif (match := re.match(r"calls=(\d+)", line)) and called in ("malloc", "calloc", "realloc"):
            count += int(match[1])
    return count


def row(*cells):
    print("| " + " | ".join(cells) + " |", flush=True)


def head(*cells):
    print()
    row(*cells)
    row(*["---"] * len(cells))


def ratios(values, form="{:,.0f}"):
    """By hand, then both modes with their ratio to it."""
    hand = values["hand"]
    return [form.format(hand)] + [f"{form.format(values[mode])} ({values[mode] / hand:.2f})" for mode in SERVERS[1:]]


def whole_flow(figures):
    head("a flow of three asks: 4 requests", "by hand", "signed", "sealed")
    counts = {server: figures.count(server, "--tool", "book") for server in SERVERS}
    plain, _ = figures.count("hand", "--tool", "plain")
    row("instructions of the MRTR part", *ratios({server: count[0] - 4 * plain for server, count in counts.items()}))
    row("instructions", *ratios({server: count[0] for server, count in counts.items()}))
    row("allocations", *ratios({server: count[1] for server, count in counts.items()}))
    row("time, ns", *ratios({server: figures.nanoseconds(server, "--tool", "book") for server in SERVERS}))


def rounds(figures):
    options = lambda answers: ("--tool", "many", "--n", answers + 2, "--recorded", answers)
    counts = {(server, n): figures.count(server, *options(n)) for server in SERVERS for n in RECORDED}
    times = {(server, n): figures.nanoseconds(server, *options(n)) for server in SERVERS for n in RECORDED}
    head("one round", "by hand", "signed", "sealed")
    for answers in RECORDED:
        row(f"{answers} recorded: instructions", *ratios({s: counts[s, answers][0] for s in SERVERS}))
        row(f"{answers} recorded: allocations", *ratios({s: counts[s, answers][1] for s in SERVERS}))
        row(f"{answers} recorded: time, ns", *ratios({s: times[s, answers] for s in SERVERS}))
    least, most = RECORDED[0], RECORDED[-1]
    more = lambda of: {s: (of(s, most) - of(s, least)) / (most - least) for s in SERVERS}
    row("one more recorded answer: instructions", *ratios(more(lambda s, n: counts[s, n][0])))
    row("one more recorded answer: allocations", *ratios(more(lambda s, n: counts[s, n][1]), "{:.1f}"))
    row("one more recorded answer: time, ns", *ratios(more(lambda s, n: times[s, n])))


def states(figures):
    head("bytes of `requestState` for one more recorded answer", "by hand", "signed", "sealed", "1.4 × JSON + 56")
    for text in (12, 100, 1000):
        lengths = {s: figures.run(s, "--tool", "many", "--n", 12, "--bytes", text) for s in SERVERS}
        one = [f"{(lengths[s][10] - lengths[s][0]) / 10:.0f}" for s in SERVERS]
        json_bytes = len(json.dumps({"v": "x" * text}, separators=(",", ":")))
        row(f"answer of {json_bytes} bytes of JSON", *one, f"{1.4 * json_bytes + 56:.0f}")


def main():
    release = build()
    figures = Figures(os.path.join(release, "figures"))
    whole_flow(figures)
    rounds(figures)
    states(figures)
    http_load.table(os.path.join(release, "bench"))


if __name__ == "__main__":
    main()
