"""Files of some MiB; sender, receiver or relay dies in the middle of an upload, a download or a `seal`.

Afterwards `save` gives the identical file, and neither the folder that it was saved to nor the objects of profile and
relay hold anything that nobody knows.
"""

import hashlib
import time

from world import Client, DEADLINE, kill, odd_time, pair, settle

MIB = 1 << 20


def make_file(path, dice):
    path.write_bytes(dice.randbytes(dice.randint(2 * MIB, 9 * MIB)))
    return hashlib.sha256(path.read_bytes()).hexdigest()


def upload(number, relay, sender, receiver, target, path, dice):
    """Sends a file and kills somebody meanwhile; True where the program had reported it as queued."""
    sending = sender.start("send", target, f"file {number}", "--file", path, "--timeout", "10s")
    odd_time(dice, 0.1, 0.3)
    victim = dice.choice(["sender", "relay"])
    if victim == "relay":
        relay.kill()
        relay.start()
    else:
        kill(sending)
    _, objects = sender.finish(sending)
    return any(entry["type"] == "queued" for entry in objects)


def save(relay, receiver, identifier, folder, dice):
    """Saves with one kill in it, then until it works."""
    saving = receiver.start("save", identifier, "--to", folder)
    odd_time(dice, 0.1, 0.3)
    if dice.random() < 0.5:
        relay.kill()
        relay.start()
    else:
        kill(saving)
    code, _ = receiver.finish(saving)
    started = time.monotonic()
    while code != 0:
        code, objects = receiver.attempt("save", identifier, "--to", folder)
        if code != 0 and time.monotonic() - started > DEADLINE:
            raise RuntimeError(f"save does not end: {objects}")


def seal(number, sender, receiver, target, path, folder, dice):
    """A sealed file is whole or not there, and nothing lies beside it."""
    sealing = sender.start("seal", target, "--file", path, "--output", folder / "sealed")
    odd_time(dice, 0.1, 0.3)
    kill(sealing)
    sender.finish(sealing)
    names = [entry.name for entry in folder.iterdir()]
    if names not in ([], ["sealed"]):
        return [f"seal {number}: the folder holds {names}"]
    if names and receiver.attempt("open", folder / "sealed")[0] != 0:
        return [f"seal {number}: what is there cannot be opened"]
    return []


def round_faults(number, folder, relay, sender, receiver, target, dice):
    path = folder / f"file{number}.bin"
    digest = make_file(path, dice)
    reported = upload(number, relay, sender, receiver, target, path, dice)
    settle((sender, receiver))
    messages = [entry for entry in receiver.incoming() if entry["text"] == f"file {number}"]
    if not messages and not reported:
        # It died before it had promised anything.
        sender.run("send", target, f"file {number}", "--file", path)
        messages = [entry for entry in receiver.incoming() if entry["text"] == f"file {number}"]
    if not messages:
        return [f"lost: file {number}"]
    if len(messages) > 1:
        return [f"{len(messages)} times: file {number}"]
    to = folder / f"saved{number}"
    to.mkdir()
    save(relay, receiver, messages[0]["id"], to, dice)
    beside = folder / f"sealed{number}"
    beside.mkdir()
    return [*saved_faults(number, to, digest), *seal(number, sender, receiver, target, path, beside, dice)]


def saved_faults(number, folder, digest):
    """A `save` that died after its file was complete makes a second one under another name, as for any repeat."""
    names = sorted(entry.name for entry in folder.iterdir())
    if not names or len(names) > 2 or any(not name.startswith(f"file{number}") for name in names):
        yield f"file {number}: the folder holds {names}"
    for name in names:
        if hashlib.sha256((folder / name).read_bytes()).hexdigest() != digest:
            yield f"file {number}: {name} is not what was sent"


def run(folder, relay, dice, kills):
    sender, receiver = Client(folder, "sender"), Client(folder, "receiver")
    for client in (sender, receiver):
        client.run("init", "--relay", relay.address)
    target, _ = pair(sender, receiver)
    faults = []
    for number in range(kills):
        faults += round_faults(number, folder, relay, sender, receiver, target, dice)
    arrived = len(receiver.incoming())
    for client in (sender, receiver):
        kept = len(list((client.folder / "objects").iterdir()))
        if kept > arrived:
            faults.append(f"{client.label} keeps {kept} objects for {arrived} files")
    return faults, f"{arrived} files arrived and were saved"
