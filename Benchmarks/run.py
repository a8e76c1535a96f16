"""Runs the benchmark rows and prints each one's ratio against a yardstick measured in the same run.

Called by scripts/benchmark, which builds the programs and says where they are (SOTTO_BIN, SOTTO_BENCH).
"""

import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import age
import mlkem

ROWS = {
    # id: (what, yardstick, unit, direction, target ratio)
    "mlkem-keygen": ("ML-KEM-1024 key generation", "OpenSSL in the cryptography wheel", "µs", "time", 1.5),
    "mlkem-encaps": ("ML-KEM-1024 encapsulation", "OpenSSL in the cryptography wheel", "µs", "time", 1.5),
    "mlkem-decaps": ("ML-KEM-1024 decapsulation", "OpenSSL in the cryptography wheel", "µs", "time", 1.5),
    "seal-32": ("seal 1 KiB to 32 hybrid recipients", "the same primitives, bare", "µs", "time", 1.25),
    "open-32": ("open it in the worst slot of 32", "the same primitives, bare", "µs", "time", 1.25),
    "relay-push": ("durable pushes, 1 KiB, 64 clients", "raw SQLite inserts, the same commit grouping", "1/s", "rate", 0.6),
    "send-history": ("message stored, 1,000,000 before it", "the same with 1,000", "µs", "time", 1.1),
    "profile-open": ("profile opened to its newest 50 of 1,000,000 messages", "the same with 1,000", "µs", "time", 2.0),
    "file-age-seal": ("sotto seal, a file to 32 recipients", "age with 32 recipients", "s", "time", 1.0),
    "file-age-open": ("sotto open of it", "age --decrypt", "s", "time", 1.0),
    "file-age-memory": ("resident memory of sotto seal", "", "MiB", "most", 64),
}


def swift_rows(rows, quick):
    """One JSON object a line from the Swift program: {"id", "value", "yardstick"} per run."""
    program = Path(os.environ["SOTTO_BENCH"])
    command = [program, *rows] + (["--quick"] if quick else [])
    output = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout
    for line in output.splitlines():
        measured = json.loads(line)
        yield measured["id"], measured["value"], measured["yardstick"]


def judge(row, value, yardstick):
    what, against, unit, direction, target = ROWS[row]
    if direction == "most":
        return {"id": row, "what": what, "value": value, "unit": unit, "yardstick": None, "ratio": None,
                "target": target, "met": value <= target}
    ratio = value / yardstick
    met = ratio <= target if direction == "time" else ratio >= target
    return {"id": row, "what": what, "value": value, "unit": unit, "yardstick": yardstick, "against": against,
            "ratio": ratio, "target": target, "met": met}


def main():
    parser = argparse.ArgumentParser(prog="scripts/benchmark", description=__doc__.splitlines()[0])
    parser.add_argument("rows", nargs="*", metavar="ROW", help=", ".join(ROWS))
    parser.add_argument("--json", metavar="FILE", help="write one object per row")
    parser.add_argument("--quick", action="store_true", help="small sizes: shows that it runs, not how fast")
    arguments = parser.parse_args()

    unknown = [row for row in arguments.rows if row not in ROWS]
    if unknown:
        parser.error(f"no row {', '.join(unknown)}; there are: {', '.join(ROWS)}")
    wanted = arguments.rows or list(ROWS)

    results, missing = [], []
    swift = [row for row in wanted if not row.startswith("file-age")]
    yardsticks = {}
    if any(row.startswith("mlkem") for row in swift):
        yardsticks = mlkem.yardsticks(quick=arguments.quick)
        if not yardsticks:
            missing.append("mlkem-*: no ML-KEM in the cryptography wheel here")
            swift = [row for row in swift if not row.startswith("mlkem")]
    for row, value, yardstick in swift_rows(swift, arguments.quick) if swift else ():
        results.append(judge(row, value, yardsticks.get(row, yardstick)))
    files = [row for row in wanted if row.startswith("file-age")]
    if files:
        for row, value, yardstick in age.rows(quick=arguments.quick):
            if row in files:
                results.append(judge(row, value, yardstick))

    print(f"{'row':<16} {'value':>12} {'yardstick':>12} {'ratio':>7} {'target':>7}")
    for result in results:
        yardstick = "" if result["yardstick"] is None else f"{result['yardstick']:,.1f}"
        ratio = "" if result["ratio"] is None else f"{result['ratio']:.2f}"
        met = "met" if result["met"] else "NOT met"
        print(f"{result['id']:<16} {result['value']:>9,.1f} {result['unit']:<2} {yardstick:>12} {ratio:>7} "
              f"{result['target']:>7} {met}   {result['what']}")
    for reason in missing:
        print(f"not measured: {reason}")
    if arguments.quick:
        print("quick run: the figures mean nothing")
    if arguments.json:
        with open(arguments.json, "w") as file:
            for result in results:
                file.write(json.dumps(result) + "\n")
    if arguments.quick and len(results) + len(missing) == 0:
        sys.exit("no row ran")


if __name__ == "__main__":
    main()
