#!/usr/bin/env python3
"""Stage 1 in Python, without dependencies: what the grader sees is the protocol, not the language.

    ./lab grade --stage 1-single-node --command 'python3 grader/examples/single.py {port} {data}'

Every entity is a file, named after its key's hash, that is written aside and renamed: whatever is acknowledged survives
the death of this process. A thread serves each connection.
"""

import hashlib
import os
import signal
import socket
import sys
import threading
from urllib.parse import unquote_to_bytes

VALUE_LIMIT = 1 << 20
HEAD_LIMIT = 16 * 1024
WORDS = {200: "OK", 201: "Created", 202: "Accepted", 400: "Bad Request", 404: "Not Found", 405: "Method Not Allowed",
         411: "Length Required", 413: "Content Too Large", 431: "Request Header Fields Too Large"}


class Refused(Exception):
    """A request that is no HTTP: nobody knows where the next one begins."""


class Store:
    def __init__(self, folder):
        self.folder = folder
        os.makedirs(folder, exist_ok=True)

    def path(self, key):
        return os.path.join(self.folder, hashlib.sha256(key).hexdigest())

    def get(self, key):
        try:
            with open(self.path(key), "rb") as file:
                return file.read()
        except FileNotFoundError:
            return None

    def put(self, key, value):
        aside = f"{self.path(key)}.{threading.get_ident()}"
        with open(aside, "wb") as file:
            file.write(value)
        os.replace(aside, self.path(key))

    def delete(self, key):
        try:
            os.remove(self.path(key))
        except FileNotFoundError:
            pass


def answer(store, method, target, value):
    path, _, query = target.partition("?")
    if path == "/v0/status":
        return 200, b"", ""
    if path != "/v0/entity":
        return 400, b"unknown path\n", ""
    ids = [part[3:] for part in query.split("&") if part.startswith("id=")]
    if len(ids) != 1 or not ids[0]:
        return 400, b"the id is missing or empty\n", ""
    key = unquote_to_bytes(ids[0].encode("latin-1"))
    if method == "GET":
        found = store.get(key)
        return (404, b"", "") if found is None else (200, found, "")
    if method == "PUT":
        store.put(key, value)
        return 201, b"", ""
    if method == "DELETE":
        store.delete(key)
        return 202, b"", ""
    return 405, b"", "Allow: GET, PUT, DELETE\r\n"


def head_of(stream):
    """The lines up to the blank one; nothing at the end of a connection."""
    lines, size = [], 0
    while True:
        line = stream.readline(HEAD_LIMIT)
        size += len(line)
        if size >= HEAD_LIMIT:
            raise Refused(431)
        if not line:
            return None
        if line in (b"\r\n", b"\n"):
            if lines:
                return lines
            continue
        lines.append(line.decode("latin-1").rstrip("\r\n"))


def parse(lines):
    parts = lines[0].split(" ")
    if len(parts) != 3 or not parts[0].isalpha() or not parts[1].startswith("/") or not parts[2].startswith("HTTP/1."):
        raise Refused(400)
    lengths, closes = set(), parts[2] == "HTTP/1.0"
    for line in lines[1:]:
        name, colon, content = line.partition(":")
        if not colon or not name.strip():
            raise Refused(400)
        if name.lower() == "content-length":
            lengths.add(content.strip())
        elif name.lower() == "transfer-encoding":
            raise Refused(411)
        elif name.lower() == "connection":
            closes = "close" in content.lower() or closes and "keep-alive" not in content.lower()
    if len(lengths) > 1 or not all(length.isdigit() for length in lengths):
        raise Refused(400)
    return parts[0], parts[1], int(lengths.pop()) if lengths else 0, closes


def reply(connection, method, status, body, headers):
    head = f"HTTP/1.1 {status} {WORDS[status]}\r\nContent-Length: {len(body)}\r\n{headers}\r\n".encode("latin-1")
    connection.sendall(head + (b"" if method == "HEAD" else body))


def drain(connection):
    """To close while the client still sends would make its system forget the answer."""
    connection.shutdown(socket.SHUT_WR)
    connection.settimeout(1)
    while connection.recv(65536):
        pass


def serve(connection, store):
    with connection, connection.makefile("rb") as stream:
        try:
            while True:
                lines = head_of(stream)
                if lines is None:
                    return
                method, target, length, closes = parse(lines)
                if length > VALUE_LIMIT:
                    raise Refused(413)
                value = stream.read(length)
                if len(value) < length:
                    return
                status, body, headers = answer(store, method, target, value)
                reply(connection, method, status, body, headers + ("Connection: close\r\n" if closes else ""))
                if closes:
                    return
        except Refused as refused:
            reply(connection, "", refused.args[0], b"", "Connection: close\r\n")
            drain(connection)


def served(connection, store):
    try:
        serve(connection, store)
    except OSError:
        pass  # The client is gone.


def main():
    port, data = int(sys.argv[1]), sys.argv[2]
    signal.signal(signal.SIGTERM, lambda *_: os._exit(0))
    store = Store(data)
    listener = socket.create_server(("127.0.0.1", port), backlog=256)
    print(f"ready http://127.0.0.1:{port}", flush=True)
    while True:
        connection, _ = listener.accept()
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        threading.Thread(target=served, args=(connection, store), daemon=True).start()


main()
