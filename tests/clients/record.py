"""Stands between a client and a server, changes nothing, and writes down every message, one JSON object a line.

python record.py LOG stdio PROGRAM ARGUMENT..: runs the program and hands standard input and output on.
python record.py LOG http URL: prints `listening on ..`, and hands on what is sent there.
"""

import http.client
import http.server
import json
import os
import subprocess
import sys
import threading
from urllib.parse import urlsplit

log_path, kind, *target = sys.argv[1:]
log = open(log_path, "a", encoding="utf-8")
lock = threading.Lock()


def note(sender, text):
    if text.strip():
        with lock:
            print(json.dumps({"from": sender, "message": json.loads(text)}), file=log, flush=True)


def pump(source, sink, sender):
    for line in source:
        try:
            note(sender, line.decode())
        except ValueError:
            print(f"no message, from the {sender}: {line!r}", file=sys.stderr, flush=True)
            os._exit(1)
        sink.write(line)
        sink.flush()
    sink.close()


def stdio(command):
    server = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    threading.Thread(target=pump, args=(sys.stdin.buffer, server.stdin, "client"), daemon=True).start()
    pump(server.stdout, sys.stdout.buffer, "server")
    sys.exit(server.wait())


class Between(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *_):
        pass

    def hand_on(self):
        assert "Transfer-Encoding" not in self.headers, "a request in chunks"
        body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
        note("client", body.decode())
        server = http.client.HTTPConnection(upstream.hostname, upstream.port)
        headers = {name: value for name, value in self.headers.items() if name.lower() not in ("host", "connection")}
        server.request(self.command, self.path, body or None, headers)
        try:
            self.answer(server.getresponse())
        except (BrokenPipeError, ConnectionResetError):
            self.close_connection = True
        finally:
            server.close()

    do_GET = do_POST = do_DELETE = hand_on

    def answer(self, response):
        self.send_response(response.status)
        for name, value in response.getheaders():
            if name.lower() not in ("content-length", "transfer-encoding", "connection", "date"):
                self.send_header(name, value)
        self.send_header("Transfer-Encoding", "chunked")
        self.end_headers()
        if "text/event-stream" in response.getheader("Content-Type", ""):
            for line in response:
                if line.startswith(b"data:"):
                    note("server", line[len(b"data:"):].decode())
                self.chunk(line)
        else:
            body = response.read()
            if "json" in response.getheader("Content-Type", ""):
                note("server", body.decode())
            self.chunk(body)
        self.wfile.write(b"0\r\n\r\n")

    def chunk(self, data):
        if data:
            self.wfile.write(b"%x\r\n%s\r\n" % (len(data), data))
            self.wfile.flush()


if kind == "stdio":
    stdio(target)
else:
    upstream = urlsplit(target[0])
    between = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Between)
    between.daemon_threads = True
    print(f"listening on http://127.0.0.1:{between.server_port}{upstream.path}", flush=True)
    between.serve_forever()
