"""CPU of whole servers, per request: `mrtr-examples --bin bench` and the same with `--by-hand`, in one run, by turns.

What is read is the processor time of the server's threads, from /proc. The client is another process. `benches/http_load.py target/release/bench` measures this alone.
"""

import http.client
import json
import os
import socket
import statistics
import subprocess
import sys

META = {
    "io.modelcontextprotocol/protocolVersion": "2026-07-28",
    "io.modelcontextprotocol/clientInfo": {"name": "load", "version": "1"},
    "io.modelcontextprotocol/clientCapabilities": {"elicitation": {"form": {}}},
}
ANSWERS = {"city": {"city": "Lisbon"}, "date": {"date": "2026-12-24"}, "confirm": {"ok": True}}


class Server:
    """A server on a port of its own, and one connection to it that stays open."""

    def __init__(self, binary, *options):
        command = [binary, "--http", "127.0.0.1:0", *options]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        url = self.process.stdout.readline().split()[-1]
        self.path = "/" + url.split("/", 3)[3]
        self.connection = http.client.HTTPConnection(url.split("/")[2])
        self.connection.connect()
        # Otherwise each request waits for an acknowledgement of its head.
        self.connection.sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.requests = 0

    def cpu(self):
        """Seconds of processor time so far."""
        tasks = f"/proc/{self.process.pid}/task"
        # As `stat` has it, but in nanoseconds.
        read = lambda task: open(f"{tasks}/{task}/schedstat").read().split()[0]
        return sum(int(read(task)) for task in os.listdir(tasks)) / 1e9

    def call(self, tool, arguments, retry=None):
        params = {"name": tool, "arguments": arguments, "_meta": META, **(retry or {})}
        self.requests += 1
        body = json.dumps({"jsonrpc": "2.0", "id": self.requests, "method": "tools/call", "params": params})
        headers = {
            "Content-Type": "application/json",
            "Accept": "application/json, text/event-stream",
            "MCP-Protocol-Version": "2026-07-28",
            "Mcp-Method": "tools/call",
            "Mcp-Name": tool,
        }
        self.connection.request("POST", self.path, body, headers)
        # A reply comes in pieces, and the server waits for an acknowledgement of the first.
        self.connection.sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_QUICKACK, 1)
        text = self.connection.getresponse().read().decode()
        if not text.startswith("{"):
            text = [line[5:] for line in text.splitlines() if line.startswith("data:") and "jsonrpc" in line][-1]
        return json.loads(text)["result"]

    def flow(self, tool, arguments):
        """Answers all questions of a call, and gives the text that it ends with."""
        result = self.call(tool, arguments)
        while result.get("resultType") == "input_required":
            keys = result["inputRequests"]
            answer = lambda key: {"action": "accept", "content": ANSWERS.get(key, {"v": "x" * 12})}
            retry = {"inputResponses": {key: answer(key) for key in keys}, "requestState": result["requestState"]}
            result = self.call(tool, arguments, retry)
        return result["content"][0]["text"]

    def measure(self, tool, arguments, flows):
        """Requests, and seconds of CPU for them."""
        requests, cpu = self.requests, self.cpu()
        for _ in range(flows):
            self.flow(tool, arguments)
        return self.requests - requests, self.cpu() - cpu

    def stop(self):
        self.process.terminate()
        self.process.wait()


def compare(binary, signed, tool, arguments, requests, turns=20):
    """Microseconds of CPU per request, with mrtr and by hand: the median of the turns."""
    servers = [Server(binary, *(["--signed"] if signed else [])), Server(binary, "--by-hand")]
    try:
        texts = {server.flow(tool, arguments) for server in servers}
        assert len(texts) == 1, texts
        asks = servers[0].requests
        flows = max(1, requests // (asks * turns))
        for server in servers:
            server.measure(tool, arguments, flows)
        measured = ([], [])
        for turn in range(turns):
            for place in (0, 1) if turn % 2 else (1, 0):
                count, cpu = servers[place].measure(tool, arguments, flows)
                measured[place].append(cpu / count * 1e6)
        return [statistics.median(costs) for costs in measured]
    finally:
        for server in servers:
            server.stop()


def table(binary, requests=20000):
    print("\n| over HTTP, CPU per request | with mrtr | by hand | ratio |\n| --- | --- | --- | --- |")
    for tool, more in [("plain", {}), ("one", {}), ("book", {}), ("many", {"n": 20})]:
        for mode in ("signed", "sealed"):
            ours, hand = compare(binary, mode == "signed", tool, {"trip": "spring", **more}, requests)
            name = f"{tool}, {more['n']} asks" if more else tool
            print(f"| {name}, {mode} | {ours:.1f} µs | {hand:.1f} µs | {ours / hand:.3f} |", flush=True)


if __name__ == "__main__":
    table(sys.argv[1], *map(int, sys.argv[2:]))
