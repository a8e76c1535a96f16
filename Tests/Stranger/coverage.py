#!/usr/bin/env python3
"""Checks that no structure is left out: of docs/protocol, of the vectors, of the fuzz targets.

Unlike the rest of this folder it reads Sources: every type there that has an encoding must stand in the index of
docs/protocol.md and in the chapter that this names, must have a vector of its name and a size that the index allows,
and must be fuzzed; and so must every reader of text, files and streams.
"""

import json
import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
SOURCES, DOCS, VECTORS = ROOT / "Sources", ROOT / "docs", ROOT / "Tests/Vectors/sotto"
CODABLE = {"WireCodable", "Identifier"}

# What is read without a type's encoding: the name of its fuzz target, and the declaration that it stands for.
PARSERS = {
    "relay address as text": ("SottoCore/Identity/RelayAddress.swift", "init(_ text: String)"),
    "invitation as text": ("SottoCore/Pairing/Invitation.swift", "static func parse(_ text: String)"),
    "armour": ("SottoCore/Bundle/File/Armour.swift", "static func decode(_ text: String)"),
    "BundleFile": ("SottoCore/Bundle/File/BundleFile.swift", "static func parse(_ start: [UInt8])"),
    "padded content": ("SottoCore/Content/ContentEnvelope.swift", "init(padded bytes: [UInt8])"),
    "chunk stream": ("SottoCore/Content/ChunkOpener.swift", "func open(_ sealed: [UInt8])"),
    "display text": ("SottoCore/Content/DisplayText.swift", "func escaped(utf8 bytes: [UInt8]"),
    "safe file name": ("SottoCore/Content/SafeFileName.swift", "func make(from name: String"),
    "member array": ("SottoCore/Membership/MemberSlots.swift", "init(encoded bytes: [UInt8])"),
    "gate": ("SottoStore/Gate/Gate.swift", "static func open(_ row: GateRow"),
    "open box": ("SottoStore/Gate/Gate.swift", "static func depthKeys(openBox content: SecretBytes)"),
    "padded record": ("SottoStore/Tables/Padding.swift", "static func remove(_ padded: SecretBytes)"),
    "box": ("SottoStore/Tables/TableCipher.swift", "func open(_ box: [UInt8], row: [UInt8]"),
    "file name in a profile": ("SottoStore/Folder/FileName.swift", "init?(text: String)"),
    "frames": ("SottoRelayProtocol/Frames/FrameParser.swift", "func receive("),
    "relay's session": ("SottoRelayProtocol/Sessions/ServerSession.swift", "func receive(_ bytes: UnsafeRawBuffer"),
    "client's session": ("SottoRelayProtocol/Sessions/ClientSession.swift", "func receive(_ bytes: UnsafeRawBuffer"),
    "command line": ("CommandLineParsing/Commands/ParsableCommand.swift", "func parseAsRoot("),
}

# Read only through a target above.
WITHIN = {
    "SottoCore/Bundle/File/Base64.swift", "SottoCore/Encoding/Base32.swift", "SottoCore/Bundle/Bundle.swift",
    "SottoCore/Envelope/Envelope.swift",
}

READER = re.compile(
    r"(?:func (?:parse|decode|receive)|init\?? ?)\(\s*(?:_|text|padded|encoded) (?!name:|path:|table:|content:)\w+: "
    r"(?:String\b|some Sequence<UInt8>|\[UInt8\]|UnsafeRawBufferPointer)")
DECLARATION = re.compile(
    r"^( *)(?:(?:public|package|internal|private|fileprivate|final|indirect) )*(?:struct|enum|class|actor|extension) "
    r"([\w.]+)(?:<[^{]*?>)?(?::\s+([^{]*?))?(?: where [^{]*?)?\s*\{", re.M)


def codable_types():
    """The types in Sources that conform, with those around them, as `MessageRecord.Copy`."""
    types = set()
    for path in SOURCES.rglob("*.swift"):
        around = []
        for indent, name, inherited in DECLARATION.findall(path.read_text("utf-8")):
            around = [(depth, outer) for depth, outer in around if depth < len(indent)] + [(len(indent), name)]
            if CODABLE & set(re.findall(r"\w+", inherited)):
                types.add(".".join(outer for _, outer in around))
    return types


def anchors(text):
    """As a page of Markdown is linked into."""
    titles = re.findall(r"^#+ (.*)$", text, re.M)
    return {re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-") for title in titles}


def index():
    """By structure: (chapter, its anchor, least, greatest, vector file)."""
    entries = {}
    row = re.compile(
        r"^\| ([^|]+) \| \[\d+\]\(protocol/([\w.-]+)(?:#([\w-]+))?\)"
        r" \| ([^|]*) \| ([^|]*) \| `([\w-]+)\.json` \|$", re.M)
    for names, *rest in row.findall((DOCS / "protocol.md").read_text("utf-8")):
        for name in names.split(", "):
            entries[name] = rest
    return entries


def number(text):
    return int(text.strip().replace(",", "")) if re.fullmatch(r"[\d,]+", text.strip()) else None


def check_structure(name, entries, vectors):
    if name not in entries:
        yield "is not in the index of docs/protocol.md"
        return
    file, anchor, least, greatest, area = entries[name]
    chapter = (DOCS / "protocol" / file).read_text("utf-8")
    if anchor and anchor not in anchors(chapter):
        yield f"{file} has no section #{anchor}"
    if not re.search(rf"(?<![\w.]){re.escape(name)}(?![\w])", chapter):
        yield f"{file} does not name it"
    own = [data for structure, data in vectors.get(area, []) if f"{structure} ".startswith(f"{name} ")]
    if not own:
        yield f"{area}.json has no vector of it"
    for size in map(len, own):
        if (number(least) or 0) > size or size > (number(greatest) or size):
            yield f"a vector has {size} bytes, the index says {least} to {greatest}"


def check_fuzz(types):
    text = "".join(path.read_text("utf-8") for path in sorted((ROOT / "Fuzz/Targets").glob("*.swift")))
    fuzzed = set(re.findall(r"Decoder\(\s*([\w.]+)\.self\)", text)) | set(re.findall(r'Decoder\(\s*"([^"]+)"', text))
    for name in sorted((types | set(PARSERS)) - fuzzed):
        yield f"{name}: Fuzz/Targets has no target for it"
    for name in sorted(fuzzed - types - set(PARSERS)):
        yield f"{name}: a fuzz target that stands for nothing"
    for name, (file, declaration) in PARSERS.items():
        if declaration not in (SOURCES / file).read_text("utf-8"):
            yield f"{name}: {file} has no `{declaration}`"
    known = {file for file, _ in PARSERS.values()} | WITHIN
    for area in ("SottoCore", "SottoStore", "SottoRelayProtocol"):
        for path in (SOURCES / area).rglob("*.swift"):
            file = path.relative_to(SOURCES).as_posix()
            found = READER.search(path.read_text("utf-8"))
            if found and file not in known:
                yield f"{file}: `{found[0]}` reads bytes or text, and no fuzz target stands for it"


def main():
    types, entries = codable_types(), index()
    vectors = {
        path.stem: [(v["structure"], bytes.fromhex(v["hex"])) for v in json.loads(path.read_text("utf-8"))]
        for path in VECTORS.glob("*.json")}
    failures = [f"{name}: {what}" for name in sorted(types) for what in check_structure(name, entries, vectors)]
    failures += check_fuzz(types)
    for failure in failures:
        print(f"FAILED  {failure}")
    print(f"{len(types)} structures, {len(PARSERS)} other readers: {len(failures)} left out")
    return 1 if failures or not types else 0


if __name__ == "__main__":
    sys.exit(main())
