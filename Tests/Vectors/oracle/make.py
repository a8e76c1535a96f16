#!/usr/bin/env python3
"""Writes the vectors of this folder with the PyPI package `cryptography`, an implementation that shares no code with
Sotto's providers for Argon2id and ML-KEM. Run it where that package is installed; the result is always the same."""

import hashlib
import json
import pathlib

import cryptography
from cryptography.hazmat.backends.openssl import backend
from cryptography.hazmat.primitives.kdf.argon2 import Argon2id

FOLDER = pathlib.Path(__file__).parent


def bytes_for(name, count):
    """Test input that everybody can make again."""
    return hashlib.shake_256(name.encode()).digest(count)


def argon2id(password, salt, memory, iterations, size):
    out = Argon2id(salt=salt, length=size, iterations=iterations, lanes=1, memory_cost=memory).derive(password)
    return {
        "password": password.hex(), "salt": salt.hex(), "memoryKiB": memory, "iterations": iterations, "size": size,
        "out": out.hex(),
    }


tests = [
    argon2id(b"", bytes_for("salt 0", 16), 8, 1, 16),
    argon2id(b"password", bytes_for("salt 1", 16), 64, 2, 32),
    argon2id(bytes_for("password 2", 200), bytes_for("salt 2", 16), 1024, 3, 64),
    argon2id("motörhead".encode(), bytes_for("salt 3", 16), 65536, 3, 32),
    argon2id(b"4711", bytes_for("salt 4", 16), 1000, 1, 100),
]
document = {
    "source": f"cryptography {cryptography.__version__} with {backend.openssl_version_text()}",
    "version": "0x13", "lanes": 1, "tests": tests,
}
(FOLDER / "argon2id_one_lane.json").write_text(json.dumps(document, indent=1, ensure_ascii=False) + "\n")
