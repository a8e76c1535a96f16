"""Relay and clients die by SIGKILL again and again: while people talk, pair, watch, and send files.

A line for each part, and one for each fault. The seed is printed; handed in, it gives the same kills again.
"""

import argparse
import random
import sys
import tempfile
import time
from pathlib import Path

import killed_conversation
import killed_pairing
import killed_transfer
import killed_watch
from world import Relay

# Each with its share of a conversation's kills.
PARTS = {"conversation": (killed_conversation, 1), "pairing": (killed_pairing, 0.24), "watching": (killed_watch, 0.4),
         "transfers": (killed_transfer, 0.16)}


def run_part(name, seed, kills):
    module, share = PARTS[name]
    count = max(1, round(kills * share))
    dice = random.Random(f"{seed} {name}")
    started = time.monotonic()
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary)
        relay = Relay(folder / "relay")
        try:
            faults, summary = module.run(folder, relay, dice, count)
        except RuntimeError as error:
            faults, summary = [str(error)], "broken off"
        finally:
            relay.kill()
    print(f"{name}: {count} kills, {summary}, {time.monotonic() - started:.0f} s", flush=True)
    for fault in faults:
        print(f"fault: {name}: {fault}", flush=True)
    return not faults


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--kills", type=int, default=50, help="of a conversation; the others have a share of it")
    parser.add_argument("--seed", type=int, default=random.SystemRandom().randrange(2**32))
    parser.add_argument("part", nargs="*", choices=[[], *PARTS], help="only these")
    arguments = parser.parse_args()
    print(f"seed {arguments.seed}", flush=True)
    passed = [run_part(name, arguments.seed, arguments.kills) for name in arguments.part or PARTS]
    print(f"{passed.count(True)} passed, {passed.count(False)} failed")
    sys.exit(0 if all(passed) else 1)


if __name__ == "__main__":
    main()
