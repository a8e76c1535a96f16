"""The programs under test as a script drives them: one server, and profiles that commands run on."""

import json
import os
import signal
import subprocess
import time
from pathlib import Path

BIN = Path(os.environ.get("SOTTO_BIN", ".build/release"))
DEADLINE = 120  # seconds for any one step that must end by itself


class Relay:
    """One server process on one data folder; it comes back on the same port."""

    def __init__(self, folder):
        self.folder = folder
        self.listen = "127.0.0.1:0"
        self.process = None
        self.start()

    def start(self):
        self.process = subprocess.Popen(
            [BIN / "sotto-relay", "run", "--data", self.folder, "--listen", self.listen],
            stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        line = self.process.stdout.readline()
        if not line:
            raise RuntimeError(f"the relay did not start: {self.process.wait()}")
        self.address = line.strip().split()[-1]
        port = self.address.split("/#")[0].rsplit(":", 1)[1].rstrip("/")
        self.listen = f"127.0.0.1:{port}"

    def kill(self):
        self.process.kill()
        self.process.wait()


class Client:
    """Runs the program on one profile; remembers what it reported."""

    def __init__(self, folder, name):
        self.folder = folder / name
        self.label = name

    def start(self, *arguments, stdin=subprocess.DEVNULL):
        return subprocess.Popen(
            [BIN / "sotto", "--profile", self.folder, *arguments, "--json"], stdin=stdin,
            stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)

    def finish(self, process, timeout=DEADLINE):
        """The exit code and every object whose line is whole: one that a kill cut off was not reported."""
        output, _ = process.communicate(timeout=timeout)
        return process.returncode, whole_lines(output)

    def attempt(self, *arguments):
        """The exit code and the objects, whatever the code is."""
        return self.finish(self.start(*arguments))

    def run(self, *arguments):
        """The objects of a command that must do its work, at least in part."""
        code, objects = self.attempt(*arguments)
        if code not in (0, 6, 7):
            raise RuntimeError(f"{self.label}: sotto {' '.join(map(str, arguments))} ended with {code}: {objects}")
        return objects

    def status(self):
        return self.run("status")[0]

    def contacts(self):
        return [entry for entry in self.run("contact", "list") if entry["type"] == "contact"]

    def incoming(self, *arguments):
        return [
            entry for entry in self.run("read", "--limit", "100000", *arguments)
            if entry["type"] == "message" and entry["direction"] == "incoming"]


def whole_lines(output):
    return [json.loads(line) for line in output.splitlines(keepends=True) if line.endswith("\n")]


def kill(process):
    """SIGKILL to a process that may have ended; what it wrote can still be read."""
    if process.poll() is None:
        os.kill(process.pid, signal.SIGKILL)


def odd_time(dice, *spans):
    """Waits for a random part of one of `spans`. The odd timing is the point here, not a wait for a condition."""
    time.sleep(dice.random() * dice.choice(spans))


def pair(inviter, joiner):
    """The two names: the inviter's contact, and the joiner's."""
    window = inviter.start("pair", "invite")
    invitation = json.loads(window.stdout.readline())["invitation"]
    joined = joiner.run("pair", "accept", invitation)[-1]
    code, objects = inviter.finish(window)
    invited = objects[-1]
    if code != 0 or not joined["paired"] or joined["safetyWords"] != invited["safetyWords"]:
        raise RuntimeError(f"pairing failed: {objects}, {joined}")
    return invited["contact"]["name"], joined["contact"]["name"]


def settle(clients):
    """Runs every client until no outbox holds anything."""
    started = time.monotonic()
    while True:
        waiting = 0
        for client in clients:
            client.run("read", "--new")
            waiting += client.status()["waiting"]
        if waiting == 0:
            break
        if time.monotonic() - started > DEADLINE:
            raise RuntimeError(f"{waiting} outbox entries are left")
    for client in clients:
        client.run("read", "--new")
