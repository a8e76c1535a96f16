"""A relay that lies, against the program: nothing that it sends may end it, hang it or come into the profile.

First it behaves, so that two profiles pair and write through it; then it does one thing after another that no relay
does, and every command has to end in its own time with an exit code of its own. At the end it behaves again, and all
that was said arrives.
"""

import os
import random
import shutil
import struct
import sys
import tempfile
import time
from pathlib import Path

import fake_relay
from fake_relay import ACKNOWLEDGE, ANSWER, DELIVER, ERROR, HELLO, OBJECT_GET, OPEN, PUSH
from fake_relay import FakeRelay, Honest, done, frame, refused, sized
from world import Client, pair

COMMAND_TIME = 45  # seconds: the longest that a command waits for a relay by itself, and some more


class Garbage(Honest):
    """Random bytes instead of an answer to one kind of request."""

    def __init__(self, kind, dice):
        self.kind, self.dice = kind, dice

    def request(self, connection, kind, tag, body):
        if kind != self.kind:
            return super().request(connection, kind, tag, body)
        connection.send(self.dice.randbytes(self.dice.randint(1, 3_000)))


class Malformed(Honest):
    """Frames of every kind with bodies that are none, as the answer to one kind of request."""

    def __init__(self, kind, dice):
        self.kind, self.dice = kind, dice

    def request(self, connection, kind, tag, body):
        if kind != self.kind:
            return super().request(connection, kind, tag, body)
        wrong = self.dice.choice([kind | ANSWER, ERROR, DELIVER, self.dice.randrange(256)])
        connection.send(frame(wrong, struct.pack(">I", tag) + self.dice.randbytes(self.dice.randint(0, 200))))


class Silent(Honest):
    """Never answers one kind of request."""

    def __init__(self, kind):
        self.kind = kind

    def request(self, connection, kind, tag, body):
        if kind != self.kind:
            super().request(connection, kind, tag, body)


class Slow(Silent):
    """A byte a second of an answer that never is complete."""

    def request(self, connection, kind, tag, body):
        if kind != self.kind:
            return super(Silent, self).request(connection, kind, tag, body)
        for byte in frame(kind | ANSWER, bytes(100_000)):
            connection.send(bytes([byte]))
            time.sleep(1)


class Huge(Silent):
    """Declares a frame of 4 GiB, and sends what it can of it."""

    def request(self, connection, kind, tag, body):
        if kind != self.kind:
            return super(Silent, self).request(connection, kind, tag, body)
        connection.send(struct.pack(">BI", kind | ANSWER, 0xFFFF_FFFF))
        while True:
            connection.send(bytes(65_536))


class WrongTag(Honest):
    """Answers what was not asked."""

    def request(self, connection, kind, tag, body):
        super().request(connection, kind, tag if kind == HELLO else tag + 1, body)


class Twice(Honest):
    """Every answer two times."""

    def request(self, connection, kind, tag, body):
        super().request(connection, kind, tag, body)
        super().request(connection, kind, tag, body)


class Closing(Silent):
    """Closes instead of an answer."""

    def request(self, connection, kind, tag, body):
        if kind == self.kind:
            raise ConnectionError
        super(Silent, self).request(connection, kind, tag, body)


class Refusing(Silent):
    """Refuses with one code, at once again or after a month."""

    def __init__(self, kind, code, after=0):
        super().__init__(kind)
        self.code, self.after = code, after

    def request(self, connection, kind, tag, body):
        if kind != self.kind:
            return super(Silent, self).request(connection, kind, tag, body)
        connection.send(refused(kind, tag, self.code, self.after))


class BadSession(Honest):
    """A `hello` answer with limits or keys that cannot be worked with."""

    def __init__(self, session):
        self.answer = session

    def session(self, challenge):
        return self.answer


def session(challenge=bytes(32), version=1, limits=(65_536, 65_536, 5 << 30, 720, 25, 75), supported=(1,)):
    versions = sized(b"".join(struct.pack(">H", number) for number in supported))
    return versions + b"\1" + struct.pack(">H", version) + struct.pack(">IIQHHH", *limits) + challenge + b"\0"


SESSIONS = {
    "a challenge of zeros": session(),
    "another version": session(os.urandom(32), version=7),
    "no chunk size": session(os.urandom(32), limits=(65_536, 0, 0, 0, 25, 75)),
    "chunks of a byte": session(os.urandom(32), limits=(65_536, 1, 5 << 30, 720, 25, 75)),
    "no envelope": session(os.urandom(32), limits=(0, 65_536, 5 << 30, 720, 25, 75)),
    "a ping every second": session(os.urandom(32), limits=(65_536, 65_536, 5 << 30, 720, 1, 1)),
    "none": sized(struct.pack(">H", 9)) + b"\0\0",
}


class Pretender(Honest):
    """Says that far more waits than does, and delivers into mailboxes that nobody opened."""

    def open(self, connection, kind, tag, body):
        connection.send(done(kind, tag, struct.pack(">I", 0xFFFF_FFFF)))


class Stranger(Honest):
    def open(self, connection, kind, tag, body):
        super().open(connection, kind, tag, body)
        connection.deliver(os.urandom(32), 1, os.urandom(16), 0, os.urandom(600))


class Endless(Honest):
    """Deliveries without end, all of them nothing."""

    def __init__(self, envelope):
        self.envelope = envelope

    def open(self, connection, kind, tag, body):
        super().open(connection, kind, tag, body)
        arrival = 1 << 40
        while True:
            arrival += 1
            connection.deliver(body[:32], arrival, os.urandom(16), 0, self.envelope())


class Repeating(Honest):
    """Delivers all that was ever pushed, three times, under wrong numbers, and keeps it after its acknowledgement."""

    def __init__(self, kept):
        self.kept = kept

    def open(self, connection, kind, tag, body):
        mailbox = body[:32]
        super().open(connection, kind, tag, body)
        for _ in range(3):
            for envelope in self.kept.get(mailbox, []):
                connection.deliver(mailbox, random.getrandbits(64), os.urandom(16), 1 << 63, envelope)


class Mutating(Honest):
    """Delivers all that was ever pushed with a bit of it changed."""

    def __init__(self, kept, dice):
        self.kept, self.dice = kept, dice

    def open(self, connection, kind, tag, body):
        mailbox = body[:32]
        super().open(connection, kind, tag, body)
        for number, envelope in enumerate(self.kept.get(mailbox, [])):
            changed = bytearray(envelope)
            changed[self.dice.randrange(len(changed))] ^= 1 << self.dice.randrange(8)
            connection.deliver(mailbox, (1 << 41) + number, os.urandom(16), 0, bytes(changed))


class Swapping(Honest):
    """Delivers to one what was pushed for another."""

    def __init__(self, kept):
        self.kept = kept

    def open(self, connection, kind, tag, body):
        super().open(connection, kind, tag, body)
        for mailbox, envelopes in self.kept.items():
            for envelope in envelopes if mailbox != body[:32] else []:
                connection.deliver(body[:32], random.getrandbits(63), os.urandom(16), 0, envelope)


class UploadLies(Honest):
    """What it says of its progress goes up, down, beyond the end, or nowhere."""

    def __init__(self, progress):
        self.progress = progress

    def object_put(self, connection, kind, tag, body):
        connection.send(done(kind, tag, struct.pack(">Q", next(self.progress))))


class ObjectLies(Honest):
    """Gives other bytes, another size, none, too many, or an end that never comes."""

    def __init__(self, lie):
        self.lie = lie

    def object_get(self, connection, kind, tag, body):
        identifier, (offset, count) = body[:32], struct.unpack(">QI", body[32:44])
        size, stored = connection.relay.objects[identifier]
        size, chunk = self.lie(size, stored, offset, count)
        connection.send(done(kind, tag, struct.pack(">Q", size) + sized(chunk)))


def flipped(size, stored, offset, count):
    return size, bytes(byte ^ 1 for byte in stored[offset:offset + count])


OBJECT_LIES = {
    "other bytes": flipped,
    "another size": lambda size, stored, offset, count: (size + 1, stored[offset:offset + count]),
    "nothing": lambda size, stored, offset, count: (size, b""),
    "too much": lambda size, stored, offset, count: (size, stored[offset:offset + count] + bytes(9)),
    "the start again": lambda size, stored, offset, count: (size, stored[:count]),
    "a huge size": lambda size, stored, offset, count: ((1 << 64) - 1, stored[offset:offset + count]),
}


def seesaw():
    while True:
        yield from (1, 0)


class Recorder(Honest):
    """Remembers every envelope of each mailbox."""

    def __init__(self):
        self.kept = {}

    def store(self, relay, mailbox, push_id, envelope):
        self.kept.setdefault(mailbox, []).append(envelope)
        super().store(relay, mailbox, push_id, envelope)


class Trial:
    def __init__(self, folder, dice):
        self.dice = dice
        self.folder = folder
        self.relay = FakeRelay(folder)
        self.faults = []
        self.optional = []  # texts that may arrive
        self.commands = 0
        self.slowest = (0, "")
        self.ada, self.ben = Client(folder, "ada"), Client(folder, "ben")
        for client in (self.ada, self.ben):
            client.run("init", "--relay", self.relay.address)
        recorder = self.relay.misbehaviour = Recorder()
        self.to_ben, self.to_ada = pair(self.ada, self.ben)
        self.sent = []
        self.say("before")
        (folder / "file").write_bytes(dice.randbytes(300_000))
        self.ada.run("send", self.to_ben, "a file", "--file", folder / "file")
        self.sent.append("a file")
        self.file_id = next(entry["id"] for entry in self.ben.incoming() if entry["text"] == "a file")
        self.kept = recorder.kept

    def say(self, text, *options):
        self.sent.append(text)
        return self.ada.attempt("send", self.to_ben, text, "--timeout", "3s", *options)

    def check(self, name, client, *arguments, codes):
        """A command that must end by itself, with one of these codes."""
        started = time.monotonic()
        self.commands += 1
        process = client.start(*arguments)
        try:
            code, objects = client.finish(process, COMMAND_TIME)
        except Exception as error:
            process.kill()
            process.wait()
            self.faults.append(f"{name}: {arguments[0]} does not end, or says what is none: {error!r}")
            return
        took = time.monotonic() - started
        self.slowest = max(self.slowest, (took, f"{name}: {arguments[0]}"))
        last = objects[-1]["type"] if objects else "nothing"
        if code not in codes or last not in ("result", "error") or (code < 0):
            self.faults.append(f"{name}: {arguments[0]} ended with {code} and {objects[-1:]} after {took:.0f} s")

    def lie(self, name, misbehaviour, *checks):
        """Behaves so while the commands of `checks` run, each `(client, codes, arguments…)`."""
        self.relay.misbehaviour = misbehaviour
        for client, codes, *arguments in checks:
            self.check(name, client, *arguments, codes=codes)
        self.relay.misbehaviour = Honest()

    def finish(self):
        """It behaves again: everything that was queued arrives, once, and nothing else did."""
        self.relay.misbehaviour = Honest()
        deadline = time.monotonic() + 60
        while True:
            self.ada.run("read", "--new")
            received = [entry["text"] for entry in self.ben.incoming() if entry["text"] not in self.optional]
            if sorted(received) == sorted(self.sent) or time.monotonic() > deadline:
                break
        for text in sorted(set(self.sent) | set(received)):
            if received.count(text) != self.sent.count(text):
                self.faults.append(f"{text!r} was sent {self.sent.count(text)} times and came {received.count(text)}")
        self.check_files()

    def check_files(self):
        to = self.folder / "good"
        to.mkdir()
        code, objects = self.ben.attempt("save", self.file_id, "--to", to)
        if code != 0 or (to / "file").read_bytes() != (self.folder / "file").read_bytes():
            self.faults.append(f"the file cannot be saved afterwards: {objects[-1:]}")


def run(trial):
    dice, ada, ben = trial.dice, trial.ada, trial.ben
    number = 0

    def send(*codes):
        nonlocal number
        number += 1
        text = f"while it lies {number}"
        trial.sent.append(text)
        return (ada, codes, "send", trial.to_ben, text, "--timeout", "1s")

    # Reading and status show what is here, whatever the relay does.
    read = (ben, (0,), "read", "--new")
    doctor = (ben, (1,), "doctor")

    # What each kind of request is asked by: a push by `send`, the others by whatever is done with the inbox.
    asked = {HELLO: [send, read], OPEN: [read], PUSH: [send], ACKNOWLEDGE: [read]}
    for kind, name in ((HELLO, "hello"), (OPEN, "open"), (PUSH, "push"), (ACKNOWLEDGE, "acknowledge")):
        for lie, misbehaviour in (
                ("garbage to", Garbage(kind, dice)), ("malformed answer to", Malformed(kind, dice)),
                ("closes at", Closing(kind)), ("4 GiB at", Huge(kind)), ("refuses", Refusing(kind, 3, 1_000)),
                ("refuses with an unknown code", Refusing(kind, 0xEE))):
            trial.lie(f"{lie} {name}", misbehaviour, *(one(0, 7) if one is send else one for one in asked[kind]))
    trial.lie("garbage", Garbage(HELLO, dice), doctor)
    trial.lie("silent at hello", Silent(HELLO), send(7))
    trial.lie("silent at acknowledge", Silent(ACKNOWLEDGE), read)
    trial.lie("wrong tags", WrongTag(), send(0, 7), doctor)
    trial.lie("every answer twice", Twice(), send(0, 7), read)
    for name, answer in SESSIONS.items():
        trial.lie(f"session: {name}", BadSession(answer), send(0, 7))
    trial.lie("pretends", Pretender(), read)
    # What comes before it is good, so the probe may come through.
    trial.lie("mailbox of nobody", Stranger(), read, (ben, (0, 1), "doctor"))
    trial.lie("endless nothing", Endless(lambda: b"\1" + bytes(600)), read)
    trial.lie("everything again", Repeating(trial.kept), read, (ada, (0,), "read", "--new"))
    trial.lie("everything changed", Mutating(trial.kept, dice), read, (ada, (0,), "read", "--new"))
    trial.lie("for somebody else", Swapping(trial.kept), read, (ada, (0,), "read", "--new"))
    for name, lie in OBJECT_LIES.items():
        to = trial.folder / name.replace(" ", "-")
        to.mkdir()
        # What breaks the frames' rules is no relay; what keeps to them is refused as not authentic.
        codes = (1,) if name == "too much" else (5,)
        trial.lie(f"object: {name}", ObjectLies(lie), (ben, codes, "save", trial.file_id, "--to", to))
        if list(to.iterdir()):
            trial.faults.append(f"object: {name}: something was saved: {list(to.iterdir())}")
    trial.lie("object: gone", Refusing(OBJECT_GET, fake_relay.UNKNOWN_OBJECT),
              (ben, (1,), "save", trial.file_id, "--to", trial.folder))
    if os.environ.get("SOTTO_TEST_TIER") == "long":
        # Each takes as long as a command waits for a relay.
        trial.lie("silent at push", Silent(PUSH), send(7))
        trial.lie("silent at open", Silent(OPEN), doctor)
        trial.lie("slow at open", Slow(OPEN), read)
        trial.lie("endless later versions", Endless(lambda: b"\2" + os.urandom(600)), read)
        trial.lie("endless empty ones", Endless(lambda: b""), read)
    for name, progress in (("back and forth", seesaw()), ("beyond the end", iter([1 << 63] * 1_000_000)),
                           ("nowhere", iter([0] * 1_000_000))):
        text = f"an upload that goes {name}"
        # The relay is ada's own: what it does to her uploads is for her to see in her outbox.
        trial.optional.append(text)
        trial.lie(text, UploadLies(progress),
                  (ada, (0, 1, 7), "send", trial.to_ben, text, "--file", trial.folder / "file", "--timeout", "2s"))


def main():
    if shutil.which("openssl") is None:
        sys.exit("hostile_relay: there is no openssl here, which makes the relay's key")
    seed = int(sys.argv[1]) if len(sys.argv) > 1 else random.SystemRandom().randrange(2**32)
    print(f"seed {seed}", flush=True)
    with tempfile.TemporaryDirectory() as temporary:
        trial = Trial(Path(temporary), random.Random(seed))
        started = time.monotonic()
        run(trial)
        trial.finish()
        trial.relay.stop()
    took, what = trial.slowest
    print(f"{trial.commands} commands against a relay that lies, {time.monotonic() - started:.0f} s; the longest, "
          f"{took:.0f} s: {what}")
    for fault in trial.faults:
        print(f"fault: {fault}")
    print(f"{0 if trial.faults else 1} passed, {1 if trial.faults else 0} failed")
    sys.exit(1 if trial.faults else 0)


if __name__ == "__main__":
    main()
