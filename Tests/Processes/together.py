"""Two programs on one folder at the same time: who comes second is told so, and nothing is lost or doubled.

A relay's data folder has one relay. A profile has one command at a time: of those that start together each does all of
its work or none, with the exit code for `profile in use`.
"""

import subprocess
import sys
import tempfile
import time
from pathlib import Path

from world import BIN, Client, Relay, kill, pair, settle

IN_USE = 9


def second_relay(folder):
    """A second relay ends at once with one line; the first goes on, and leaves the folder when it dies."""
    relay = Relay(folder)
    try:
        started = [
            subprocess.Popen(
                [BIN / "sotto-relay", "run", "--data", folder, "--listen", "127.0.0.1:0"], stdout=subprocess.PIPE,
                stderr=subprocess.PIPE, text=True)
            for _ in range(3)]
        for process in started:
            output, errors = process.communicate(timeout=20)
            if process.returncode in (0, None) or process.returncode < 0 or output or "another process" not in errors:
                yield f"a second relay ended with {process.returncode}: {output!r} {errors!r}"
        client = Client(folder.parent, "guest")
        client.run("init", "--relay", relay.address)
        if client.attempt("doctor")[0] != 0:
            yield "the first relay does not serve any more"
    finally:
        relay.kill()
    # Its lock goes with the process, however that ends.
    relay.start()
    relay.kill()


def parallel_commands(writer, reader, target):
    """Twenty sends and reads that start together."""
    sends = [(f"together {number}", writer.start("send", target, f"together {number}", "--timeout", "10s"))
             for number in range(20)]
    reads = [reader.start("read", "--new") for _ in range(6)]
    promised = []
    for text, process in sends:
        code, objects = writer.finish(process)
        if any(entry["type"] == "queued" for entry in objects):
            promised.append(text)
        elif code != IN_USE or objects[-1]["code"] != "inUse":
            yield f"{text!r} ended with {code}: {objects[-1:]}"
    for process in reads:
        code, objects = reader.finish(process)
        if code not in (0, IN_USE):
            yield f"a read ended with {code}: {objects[-1:]}"
    if not promised:
        yield "none of twenty sends got the profile"
    settle((writer, reader))
    yield from missing(reader, promised, [text for text, _ in sends])


def missing(reader, promised, possible):
    received = [entry["text"] for entry in reader.incoming()]
    for text in possible:
        count = received.count(text)
        if count > 1 or (text in promised and count == 0):
            yield f"{count} times: {text!r}"


def beside_a_watch(writer, reader, target):
    """While `watch` holds the profile, other commands say who does; it goes on meanwhile."""
    watch = reader.start("watch")
    first = watch.stdout.readline()
    for _ in range(3):
        for arguments in (("read",), ("send", "nobody", "text"), ("status",)):
            code, objects = reader.attempt(*arguments)
            if code != IN_USE or objects[-1]["code"] != "inUse":
                yield f"beside a watch {arguments[0]} ended with {code}: {objects[-1:]}"
    writer.run("send", target, "to the watch", "--wait", "stored", "--timeout", "20s")
    deadline = time.monotonic() + 20
    shown = first
    while '"to the watch"' not in shown and time.monotonic() < deadline:
        shown = watch.stdout.readline()
    kill(watch)
    watch.communicate()
    if '"to the watch"' not in shown:
        yield "the watch does not show what came"
    yield from missing(reader, ["to the watch"], ["to the watch"])


def main():
    faults = []
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary)
        faults += second_relay(folder / "contested")
        relay = Relay(folder / "relay")
        try:
            writer, reader = Client(folder, "writer"), Client(folder, "reader")
            for client in (writer, reader):
                client.run("init", "--relay", relay.address)
            target, _ = pair(writer, reader)
            faults += parallel_commands(writer, reader, target)
            faults += beside_a_watch(writer, reader, target)
        except RuntimeError as error:
            faults.append(str(error))
        finally:
            relay.kill()
    for fault in faults:
        print(f"fault: {fault}")
    print(f"{0 if faults else 1} passed, {1 if faults else 0} failed")
    sys.exit(1 if faults else 0)


if __name__ == "__main__":
    main()
