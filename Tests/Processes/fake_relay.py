"""A relay in a few lines that keeps to the protocol, until a test makes it do something else.

Written from docs/protocol/05-relay.md. It keeps everything in memory, asks for no proofs, and serves each connection on
a thread of its own.
"""

import base64
import hashlib
import os
import socket
import ssl
import struct
import subprocess
import threading
import time

HELLO, OPEN, CLOSE, PUSH, ACKNOWLEDGE, BLANK, OBJECT_PUT, OBJECT_GET, OBJECT_DELETE, PING = range(1, 11)
DELIVER, ERROR = 0x40, 0x7F
ANSWER = 0x80
UNKNOWN_OBJECT = 0x46


def length(count):
    """RFC 9000 section 16"""
    for size, (bits, tag) in {1: (6, 0), 2: (14, 1), 4: (30, 2), 8: (62, 3)}.items():
        if count < 1 << bits:
            return (count | tag << bits).to_bytes(size, "big")
    raise ValueError(count)


def read_length(data, at):
    size = 1 << (data[at] >> 6)
    return int.from_bytes(data[at:at + size], "big") & (1 << (8 * size - 2)) - 1, at + size


def sized(data):
    return length(len(data)) + data


def frame(kind, body):
    return struct.pack(">BI", kind, len(body)) + body


def done(kind, tag, body=b""):
    return frame(kind | ANSWER, struct.pack(">IB", tag, 0) + body)


def refused(kind, tag, code, after=0):
    return frame(kind | ANSWER, struct.pack(">IBBI", tag, 1, code, after))


class HostKey:
    """A key of the kind that a relay makes for itself, and its pin."""

    def __init__(self, folder):
        self.key, self.certificate = folder / "fake.key", folder / "fake.pem"
        subprocess.run(
            ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "2",
             "-subj", "/CN=relay", "-keyout", self.key, "-out", self.certificate], check=True, capture_output=True)
        public = subprocess.run(
            ["openssl", "pkey", "-in", self.key, "-pubout", "-outform", "DER"], check=True, capture_output=True).stdout
        self.pin = base64.b32encode(hashlib.sha256(public).digest()).decode().rstrip("=").lower()


class FakeRelay:
    """`misbehaviour` has any of the methods of `Honest`, which are asked instead of them."""

    def __init__(self, folder):
        self.host_key = HostKey(folder)
        self.misbehaviour = Honest()
        self.mailboxes = {}  # key to a list of deliveries: (arrival, push id, time, envelope)
        self.arrivals = {}
        self.objects = {}  # id to (size, bytes)
        self.receivers = {}  # mailbox key to its connections
        self.lock = threading.RLock()
        self.context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        self.context.minimum_version = ssl.TLSVersion.TLSv1_3
        self.context.set_alpn_protocols(["sotto/1"])
        self.context.load_cert_chain(self.host_key.certificate, self.host_key.key)
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.address = f"sotto://127.0.0.1:{self.listener.getsockname()[1]}/#{self.host_key.pin}"
        threading.Thread(target=self._accept, daemon=True).start()

    def _accept(self):
        while True:
            try:
                descriptor, _ = self.listener.accept()
            except OSError:
                return
            threading.Thread(target=self._serve, args=(descriptor,), daemon=True).start()

    def _serve(self, descriptor):
        try:
            with self.context.wrap_socket(descriptor, server_side=True) as stream:
                Connection(self, stream).run()
        except (OSError, ValueError):
            pass

    def stop(self):
        self.listener.close()


class Connection:
    def __init__(self, relay, stream):
        self.relay = relay
        self.stream = stream
        self.writing = threading.Lock()

    def send(self, data):
        with self.writing:
            self.stream.sendall(data)

    def receive(self, count):
        data = b""
        while len(data) < count:
            part = self.stream.recv(count - len(data))
            if not part:
                raise ConnectionError
            data += part
        return data

    def run(self):
        try:
            while True:
                kind, size = struct.unpack(">BI", self.receive(5))
                body = self.receive(size)
                tag, = struct.unpack(">I", body[:4])
                self.relay.misbehaviour.request(self, kind, tag, body[4:])
        finally:
            with self.relay.lock:
                for connections in self.relay.receivers.values():
                    if self in connections:
                        connections.remove(self)

    def deliver(self, mailbox, arrival, push_id, stored_at, envelope):
        self.send(frame(DELIVER, struct.pack(">Q16sQ", arrival, push_id, stored_at) + mailbox + sized(envelope)))


class Honest:
    """What a relay does. A test overrides a method, or takes bytes of it."""

    def request(self, connection, kind, tag, body):
        answer = {
            HELLO: self.hello, OPEN: self.open, CLOSE: self.close, PUSH: self.push, ACKNOWLEDGE: self.acknowledge,
            OBJECT_PUT: self.object_put, OBJECT_GET: self.object_get}.get(kind, self.nothing)
        answer(connection, kind, tag, body)

    def nothing(self, connection, kind, tag, body):
        connection.send(done(kind, tag))

    def hello(self, connection, kind, tag, body):
        connection.send(done(kind, tag, self.session(os.urandom(32))))

    def session(self, challenge):
        limits = struct.pack(">IIQHHH", 65_536, 65_536, 5 << 30, 720, 25, 75)
        return sized(struct.pack(">H", 1)) + b"\1" + struct.pack(">H", 1) + limits + challenge + b"\0"

    def open(self, connection, kind, tag, body):
        relay, mailbox = connection.relay, body[:32]
        with relay.lock:
            waiting = list(relay.mailboxes.setdefault(mailbox, []))
            relay.receivers.setdefault(mailbox, []).append(connection)
        connection.send(done(kind, tag, struct.pack(">I", len(waiting))))
        for delivery in waiting:
            connection.deliver(mailbox, *delivery)

    def close(self, connection, kind, tag, body):
        connection.relay.mailboxes.pop(body[:32], None)
        connection.send(done(kind, tag))

    def push(self, connection, kind, tag, body):
        mailbox, push_id = body[:32], body[48:64]
        count, start = read_length(body, 99)
        self.store(connection.relay, mailbox, push_id, body[start:start + count])
        connection.send(done(kind, tag, b"\0"))

    def store(self, relay, mailbox, push_id, envelope):
        with relay.lock:
            arrival = relay.arrivals[mailbox] = relay.arrivals.get(mailbox, 0) + 1
            delivery = (arrival, push_id, int(time.time() * 1_000), envelope)
            relay.mailboxes.setdefault(mailbox, []).append(delivery)
            receivers = list(relay.receivers.get(mailbox, []))
        for receiver in receivers:
            try:
                receiver.deliver(mailbox, *delivery)
            except OSError:
                pass

    def acknowledge(self, connection, kind, tag, body):
        mailbox = body[:32]
        count, start = read_length(body, 32)
        arrivals = {int.from_bytes(body[at:at + 8], "big") for at in range(start, start + count, 8)}
        with connection.relay.lock:
            waiting = connection.relay.mailboxes.get(mailbox, [])
            connection.relay.mailboxes[mailbox] = [one for one in waiting if one[0] not in arrivals]
        connection.send(done(kind, tag))

    def object_put(self, connection, kind, tag, body):
        identifier = body[48:80]
        size, offset = struct.unpack(">QQ", body[112:128])
        count, start = read_length(body, 128)
        with connection.relay.lock:
            stored = connection.relay.objects.setdefault(identifier, (size, b""))[1]
            if offset == len(stored):
                stored += body[start:start + count]
                connection.relay.objects[identifier] = (size, stored)
        connection.send(done(kind, tag, struct.pack(">Q", len(stored))))

    def object_get(self, connection, kind, tag, body):
        identifier = body[:32]
        offset, count = struct.unpack(">QI", body[32:44])
        if identifier not in connection.relay.objects:
            return connection.send(refused(kind, tag, UNKNOWN_OBJECT))
        size, stored = connection.relay.objects[identifier]
        connection.send(done(kind, tag, struct.pack(">Q", size) + sized(stored[offset:offset + min(count, 65_536)])))
