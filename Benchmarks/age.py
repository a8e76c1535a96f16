"""Sealing one file to 32 recipients: `sotto seal` against `age`, and opening it again."""

import json
import os
import statistics
import subprocess
import tempfile
import time
from pathlib import Path

BIN = Path(os.environ["SOTTO_BIN"])
RECIPIENTS = 32
MIB = 1024 * 1024


def run(*command, **options):
    return subprocess.run(command, check=True, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, **options)


def timed(*command):
    """Seconds, and the most resident memory in MiB."""
    start = time.perf_counter()
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    elapsed = time.perf_counter() - start
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode != 0:
        raise RuntimeError(f"{command} ended with {process.returncode}")
    return elapsed, usage.ru_maxrss / 1024


def sotto(profile, *arguments):
    output = run(BIN / "sotto", "--profile", profile, *arguments, "--json", stdin=subprocess.DEVNULL).stdout
    return [json.loads(line) for line in output.splitlines()]


def meet(folder, relay, sender, count):
    """Pairs `sender` with `count` new profiles; returns their names."""
    names = []
    for number in range(count):
        profile = folder / f"peer{number}"
        sotto(profile, "init", "--relay", relay)
        window = subprocess.Popen(
            [BIN / "sotto", "--profile", sender, "pair", "invite", "--json"], stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        invitation = json.loads(window.stdout.readline())["invitation"]
        sotto(profile, "pair", "accept", invitation)
        output, _ = window.communicate()
        names.append(json.loads(output.splitlines()[-1])["contact"]["name"])
    return names


def rows(quick):
    """(row id, value, yardstick) of each row."""
    recipients, size, runs = (2, 1 * MIB, 1) if quick else (RECIPIENTS, 256 * MIB, 3)
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary)
        relay = subprocess.Popen(
            [BIN / "sotto-relay", "run", "--data", folder / "relay", "--listen", "127.0.0.1:0"],
            stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        try:
            address = relay.stdout.readline().split()[-1]
            sender = folder / "sender"
            sotto(sender, "init", "--relay", address)
            names = meet(folder, address, sender, recipients)
        finally:
            relay.terminate()
            relay.wait()

        file = folder / "file"
        with open(file, "wb") as output:
            for _ in range(size // MIB):
                output.write(os.urandom(MIB))
        identities = []
        for number in range(recipients):
            run("age-keygen", "-o", folder / f"key{number}")
            identities.append(run("age-keygen", "-y", folder / f"key{number}").stdout.decode().strip())
        to = [argument for identity in identities for argument in ("-r", identity)]
        last = folder / f"peer{recipients - 1}"

        seal, seal_age, open_, open_age, memory = [], [], [], [], []
        for number in range(runs):
            sealed, aged = folder / f"sealed{number}.sotto", folder / f"sealed{number}.age"
            seconds, resident = timed(
                BIN / "sotto", "--profile", sender, "seal", *names, "--file", file, "-o", sealed, "--json")
            seal.append(seconds)
            memory.append(resident)
            seal_age.append(timed("age", *to, "-o", aged, file)[0])
            target = folder / f"opened{number}"
            target.mkdir()
            open_.append(timed(BIN / "sotto", "--profile", last, "open", sealed, "--to", target, "--json")[0])
            open_age.append(
                timed("age", "-d", "-i", folder / f"key{recipients - 1}", "-o", folder / "plain", aged)[0])
            for used in (sealed, aged, target / "file"):
                used.unlink()
        yield "file-age-seal", statistics.median(seal), statistics.median(seal_age)
        yield "file-age-open", statistics.median(open_), statistics.median(open_age)
        yield "file-age-memory", max(memory), None
