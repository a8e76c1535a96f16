#!/usr/bin/env python3
"""Reads Tests/Vectors/sotto with nothing but docs/protocol and the standard library.

Every vector is decoded, encoded again to the same bytes, and compared with its `fields`: keys and hashes are derived,
signatures verified, boxes and envelopes opened. Then each is decoded once without its last byte and once with one more:
that is refused, or it is another value and encodes to exactly those bytes. Tests/Vectors/hostile has more of that kind,
with the verdict of the product: it has to be the verdict of this reader.
"""

import json
import re
import sys
from collections import defaultdict
from pathlib import Path

sys.dont_write_bytecode = True

from declarations import DECLARATIONS
from encoding import Malformed, Struct, decode
from proofs import Case

VECTORS = Path(__file__).resolve().parent.parent / "Vectors" / "sotto"
VERDICTS = VECTORS.parent / "hostile" / "verdicts.json"


class Failure(Exception):
    pass


def compare(case, texts):
    """The number of fields that were compared, and the names of those that were not."""
    compared, others = 0, []
    for name, expected in case.fields.items():
        if name in texts:
            text = texts[name](case)
        elif isinstance(case.kind, Struct):
            text = case.kind.leaf(case.value, name)
        else:
            text = None
        if text is None:
            others.append(name)
        elif text != re.sub(r"\w+\.", "", expected) and text != expected:
            raise Failure(f"{name}: {text[:100]} instead of {expected[:100]}")
        else:
            compared += 1
    return compared, others


def check(vector, before):
    structure = re.sub(r" \(tag \d+\)$", "", vector["structure"])
    if structure not in DECLARATIONS:
        raise Failure("no declaration")
    kind, texts = DECLARATIONS[structure]
    data, fields = bytes.fromhex(vector["hex"]), vector["fields"]
    kind = kind if hasattr(kind, "read") else kind(fields)
    case = Case(data, fields, kind, before)
    if kind.write(case.value) != data:
        raise Failure("encodes to other bytes")
    tag = re.search(r"\(tag (\d+)\)$", vector["structure"])
    if tag and case.value["body"]["tag"] != int(tag[1]):
        raise Failure("another tag")
    result = compare(case, texts)
    for other in (data[:-1], data + b"\0"):
        try:
            value = decode(kind, other)
        except Malformed:
            continue
        if kind.write(value) != other:
            raise Failure("what is not canonical is accepted")
    count = before["cases", structure] = before.get(("cases", structure), 0) + 1
    before[structure] = before[f"{structure} {count}"] = data
    before.update({f"{name} of {structure}": text for name, text in fields.items()})
    return structure, result


def is_accepted(structure, data):
    # "Bundle" is declared as "Bundle of a group".
    name = next(name for name in DECLARATIONS if f"{name} ".startswith(f"{structure} "))
    kind, _ = DECLARATIONS[name]
    try:
        value = decode(kind, data)
    except Malformed:
        return False
    if kind.write(value) != data:
        raise Failure("what is not canonical is accepted")
    return True


def check_verdicts():
    """How many were judged, and how many of them otherwise than by the product."""
    verdicts = json.loads(VERDICTS.read_text("utf-8"))
    others = [v for v in verdicts if is_accepted(v["structure"], bytes.fromhex(v["hex"])) != v["accepted"]]
    for verdict in others:
        print(f"FAILED  {VERDICTS.name}: {verdict['structure']}: {verdict['hex'][:160]}: the product says "
              f"{'yes' if verdict['accepted'] else 'no'}")
    print(f"{len(verdicts)} hostile inputs, {sum(v['accepted'] for v in verdicts)} of them an encoding all the same")
    return len(verdicts), len(others)


def main():
    passed = failed = 0
    for path in sorted(VECTORS.glob("*.json")):
        before, counts = {}, defaultdict(lambda: [0, 0, set()])
        for index, vector in enumerate(json.loads(path.read_text("utf-8"))):
            try:
                structure, (compared, others) = check(vector, before)
            except (Failure, Malformed, LookupError, TypeError, ValueError) as failure:
                failed += 1
                print(f"FAILED  {path.name} {index}: {vector.get('structure')}: {failure!r}")
                continue
            passed += 1
            count = counts[structure]
            count[0] += 1
            count[1] += compared
            count[2].update(others)
        for structure, (cases, compared, others) in counts.items():
            missing = f"; not: {', '.join(sorted(others))}" if others else ""
            print(f"{path.stem}: {structure}: {cases} passed, {compared} fields compared{missing}")
    judged, wrong = check_verdicts()
    passed, failed = passed + judged - wrong, failed + wrong
    print(f"{passed} passed, {failed} failed")
    return 1 if failed or not passed else 0


if __name__ == "__main__":
    sys.exit(main())
