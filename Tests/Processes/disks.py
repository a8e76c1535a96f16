"""A disk that runs full, or cannot be written any more, under a running relay and under a profile.

Each lies on a small file system of its own. On a full one a message is refused or stays where it is, what is there can
be read and delivered, and all of it goes on when there is room again, without help. Needs root, for mounting.
"""

import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from world import BIN, Client, Relay, pair, settle

DEADLINE = 90  # seconds


class Disk:
    def __init__(self, folder, megabytes):
        self.folder = folder
        folder.mkdir()
        mount("-t", "tmpfs", "-o", f"size={megabytes}m", "tmpfs", folder)

    def fill(self):
        with open(self.folder / "ballast", "ab", buffering=0) as file:
            for size in (1 << 20, 1 << 12, 1):
                try:
                    while file.write(bytes(size)) == size:
                        pass
                except OSError:
                    pass

    def empty(self):
        (self.folder / "ballast").unlink()

    def allow_writing(self, is_allowed):
        mount("-o", f"remount,{'rw' if is_allowed else 'ro'}", self.folder)

    def remove(self):
        subprocess.run(["umount", "--lazy", self.folder], check=False)


def mount(*arguments):
    subprocess.run(["mount", *arguments], check=True, capture_output=True)


def texts(client, *arguments):
    return [entry["text"] for entry in client.incoming(*arguments)]


def eventually(client, wanted):
    """Whether all of it comes, each once; a command after the other, as a person would."""
    deadline = time.monotonic() + DEADLINE
    while sorted(texts(client)) != sorted(wanted):
        if time.monotonic() > deadline:
            return False
    return True


class Relays:
    """Profiles on a good disk, the relay on a small one."""

    def __init__(self, folder):
        self.disk = Disk(folder / "relay-disk", 96)
        self.relay = Relay(self.disk.folder / "data")
        self.ada, self.ben = Client(folder, "ada"), Client(folder, "ben")
        for client in (self.ada, self.ben):
            client.run("init", "--relay", self.relay.address)
        self.target, _ = pair(self.ada, self.ben)
        self.sent = []

    def say(self, text, code, what):
        self.sent.append(text)
        got, objects = self.ada.attempt("send", self.target, text, "--timeout", "3s")
        if got != code:
            yield f"relay, {what}: a send ended with {got}, not {code}: {objects[-1:]}"

    def faults(self):
        yield from self.say("before", 0, "good disk")
        self.disk.fill()
        yield from self.say("on a full disk", 7, "full disk")
        if texts(self.ben) != ["before"]:
            yield "relay, full disk: what waited is not delivered"
        yield from self.restart_when_full()
        self.disk.empty()
        if not self.settles():
            yield f"relay, room again: {texts(self.ben)} came of {self.sent}"
        yield from self.read_only()

    def restart_when_full(self):
        """It dies on the full disk and comes back on it."""
        yield from self.say("before it dies", 7, "full disk")
        self.relay.kill()
        try:
            self.relay.start()
        except RuntimeError as error:
            yield f"relay, full disk: {error}"
            self.disk.empty()
            self.relay.start()
            self.disk.fill()
        if texts(self.ben) != ["before"]:
            yield "relay, full disk, after it died: what waited is not there once"

    def read_only(self):
        self.relay.kill()
        self.disk.allow_writing(False)
        process = subprocess.run(
            [BIN / "sotto-relay", "run", "--data", self.relay.folder, "--listen", self.relay.listen],
            capture_output=True, text=True, timeout=20, check=False)
        if process.returncode != 1 or len(process.stderr.strip().splitlines()) > 2 or not process.stderr:
            yield f"relay, read-only disk: it ended with {process.returncode}: {process.stderr!r}"
        self.disk.allow_writing(True)
        self.relay.start()
        yield from self.say("afterwards", 0, "writable again")
        if not self.settles():
            yield f"relay, writable again: {texts(self.ben)} came of {self.sent}"

    def settles(self):
        deadline = time.monotonic() + DEADLINE
        while sorted(texts(self.ben)) != sorted(self.sent) and time.monotonic() < deadline:
            self.ada.run("read", "--new")
        return sorted(texts(self.ben)) == sorted(self.sent)

    def end(self):
        self.relay.kill()
        self.disk.remove()


class Profiles:
    """The relay on a good disk, one profile on a small one."""

    def __init__(self, folder):
        self.disk = Disk(folder / "profile-disk", 40)
        self.relay = Relay(folder / "good-relay")
        self.ada, self.ben = Client(self.disk.folder, "ada"), Client(folder, "bob")
        for client in (self.ada, self.ben):
            client.run("init", "--relay", self.relay.address)
        self.to_ben, self.to_ada = pair(self.ada, self.ben)

    def refused(self, what, code, *arguments):
        got, objects = self.ada.attempt(*arguments)
        last = objects[-1] if objects else {"type": "nothing"}
        if got != 1 or last["type"] != "error" or last["code"] != code:
            yield f"profile, {what}: {arguments[0]} ended with {got} and {last}"

    def readable(self, what, wanted):
        code, objects = self.ada.attempt("read")
        found = [entry["text"] for entry in objects if entry["type"] == "message" and entry["direction"] == "incoming"]
        if code != 0 or found != wanted:
            yield f"profile, {what}: read ended with {code}, shows {found}: {objects[-1:]}"

    def faults(self):
        self.ben.run("send", self.to_ada, "before")
        if texts(self.ada) != ["before"]:
            yield "profile: nothing came to a good disk"
        self.disk.fill()
        self.ben.run("send", self.to_ada, "to a full disk")
        yield from self.readable("full disk", ["before"])
        yield from self.refused("full disk", "storeFull", "send", self.to_ben, "from a full disk")
        (self.disk.folder.parent / "file").write_bytes(os.urandom(1 << 20))
        yield from self.refused(
            "full disk", "storeFull", "send", self.to_ben, "a file", "--file", self.disk.folder.parent / "file")
        self.disk.empty()
        if not eventually(self.ada, ["before", "to a full disk"]):
            yield f"profile, room again: {texts(self.ada)}"
        self.disk.allow_writing(False)
        yield from self.readable("read-only disk", ["before", "to a full disk"])
        yield from self.refused("read-only disk", "storeReadOnly", "send", self.to_ben, "from a read-only disk")
        self.disk.allow_writing(True)
        self.ada.run("send", self.to_ben, "afterwards")
        settle((self.ada, self.ben))
        if texts(self.ben) != ["afterwards"]:
            yield f"profile: {texts(self.ben)} came of what was refused"
        if list((self.ada.folder / "objects").iterdir()):
            yield "profile: something of a refused file is left"

    def end(self):
        self.relay.kill()
        self.disk.remove()


def main():
    faults = []
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary)
        try:
            Disk(folder / "trial", 1).remove()
        except (OSError, subprocess.CalledProcessError):
            print("skipped: no file system can be mounted here (it needs root)\n0 passed, 0 failed")
            return
        for kind in (Relays, Profiles):
            part = kind(folder)
            try:
                faults += part.faults()
            except RuntimeError as error:
                faults.append(f"{kind.__name__}: {error}")
            finally:
                part.end()
    for fault in faults:
        print(f"fault: {fault}")
    print(f"{0 if faults else 1} passed, {1 if faults else 0} failed")
    sys.exit(1 if faults else 0)


if __name__ == "__main__":
    main()
