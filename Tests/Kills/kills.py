"""A conversation of three profiles in which the relay or a client dies by SIGKILL again and again.

What a command reported as queued must arrive, once, in the order in which its device sent it. What it had not reported
when it died may arrive, but not twice. The seed is printed and can be handed in to run the same kills again.
"""

import argparse
import json
import os
import random
import signal
import subprocess
import sys
import tempfile
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
        self.address = self.process.stdout.readline().strip().split()[-1]
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
        self.sent = []  # (text, reported) in the order of sending
        self.running = None

    def start(self, *arguments):
        self.running = subprocess.Popen(
            [BIN / "sotto", "--profile", self.folder, *arguments, "--json"], stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        return self.running

    def finish(self, process):
        output, _ = process.communicate(timeout=DEADLINE)
        # A line that a kill cut off was not reported.
        whole = [line for line in output.splitlines(keepends=True) if line.endswith("\n")]
        return process.returncode, [json.loads(line) for line in whole]

    def run(self, *arguments):
        code, objects = self.finish(self.start(*arguments))
        if code not in (0, 6, 7):
            raise RuntimeError(f"{self.label}: sotto {' '.join(map(str, arguments))} ended with {code}: {objects}")
        return objects


def pair(inviter, joiner):
    window = inviter.start("pair", "invite")
    invitation = json.loads(window.stdout.readline())["invitation"]
    joined = joiner.run("pair", "accept", invitation)[-1]
    code, objects = inviter.finish(window)
    invited = objects[-1]
    if code != 0 or not joined["paired"] or joined["safetyWords"] != invited["safetyWords"]:
        raise RuntimeError(f"pairing failed: {objects}, {joined}")
    return joined["contact"]["name"], invited["contact"]["name"]


def storm(relay, clients, names, kills, dice):
    """One kill a round: while one profile sends and another reads."""
    for number in range(kills):
        sender, reader = dice.sample(clients, 2)
        target = dice.choice(names[sender.label])
        text = f"{sender.label} {number}"
        sending = sender.start("send", target, text, "--timeout", "2s")
        reading = reader.start("read", "--new")
        # The odd timing is the point here, not a wait for a condition: while it starts, queues, pushes, or is done.
        time.sleep(dice.random() * dice.choice([0.02, 0.06, 0.4]))
        victim = dice.choice(["relay", "sender", "reader"])
        if victim == "relay":
            relay.kill()
        else:
            os.kill({"sender": sending, "reader": reading}[victim].pid, signal.SIGKILL)
        _, objects = sender.finish(sending)
        reader.finish(reading)
        reported = any(entry["type"] == "queued" for entry in objects)
        sender.sent.append((target, text, reported))
        if victim == "relay":
            relay.start()


def settle(clients):
    """Runs every client until no outbox holds anything."""
    started = time.monotonic()
    while True:
        waiting = 0
        for client in clients:
            client.run("read", "--new")
            waiting += client.run("status")[0]["waiting"]
        if waiting == 0:
            break
        if time.monotonic() - started > DEADLINE:
            raise RuntimeError(f"{waiting} outbox entries are left")
    for client in clients:
        client.run("read", "--new")


def judge(clients, recipients):
    """Every fault that is found, as a line."""
    faults = []
    known = {text for client in clients for _, text, _ in client.sent}
    for receiver in clients:
        received = [
            entry["text"] for entry in receiver.run("read", "--limit", "100000")
            if entry["type"] == "message" and entry["direction"] == "incoming"]
        faults += [f"{receiver.label} has a message nobody sent: {text!r}" for text in set(received) - known]
        for sender in clients:
            mine = [
                (text, reported) for target, text, reported in sender.sent
                if receiver.label in recipients(sender, target)]
            for text, reported in mine:
                count = received.count(text)
                if reported and count == 0:
                    faults.append(f"lost at {receiver.label}: {text!r}")
                if count > 1:
                    faults.append(f"{count} times at {receiver.label}: {text!r}")
            order = [text for text, _ in mine if text in received]
            if order != [text for text in received if text in order]:
                faults.append(f"out of order at {receiver.label}: those of {sender.label}")
    return faults


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--kills", type=int, default=50)
    parser.add_argument("--seed", type=int, default=random.SystemRandom().randrange(2**32))
    arguments = parser.parse_args()
    print(f"seed {arguments.seed}", flush=True)
    dice = random.Random(arguments.seed)

    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary)
        relay = Relay(folder / "relay")
        try:
            clients = [Client(folder, label) for label in ("ada", "ben", "cleo")]
            ada, ben, cleo = clients
            for client in clients:
                client.run("init", "--relay", relay.address)
            who = {}  # (owner, contact name) to the label of that profile
            names = {client.label: [] for client in clients}
            for one, other in ((ada, ben), (ada, cleo), (ben, cleo)):
                one_as_seen, other_as_seen = pair(one, other)
                who[other.label, one_as_seen] = one.label
                who[one.label, other_as_seen] = other.label
                names[other.label].append(one_as_seen)
                names[one.label].append(other_as_seen)
            ada.run("group", "create", "both", *names["ada"])
            names["ada"].append("both")

            def recipients(sender, target):
                return {"ben", "cleo"} if target == "both" else {who[sender.label, target]}

            storm(relay, clients, names, arguments.kills, dice)
            settle(clients)
            faults = judge(clients, recipients)
            reported = sum(reported for client in clients for _, _, reported in client.sent)
            print(f"{arguments.kills} kills, {reported} messages reported as queued and accounted for")
        finally:
            relay.kill()
    for fault in faults:
        print(f"fault: {fault}")
    print(f"{0 if faults else 1} passed, {1 if faults else 0} failed")
    sys.exit(1 if faults else 0)


if __name__ == "__main__":
    main()
