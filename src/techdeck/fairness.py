"""A deal that can be checked: the server promises its part of the seed before anybody adds theirs.

The server draws 32 bytes and shows their SHA-256 when the room is opened.  Whoever sits down adds bytes of their own.
The seed of the deal is the SHA-256 of the server's bytes and, seat by seat, of the length and the bytes that came from
there.  So the server could not choose the deal, and neither could a player.  It proves that nothing was changed; it
does not hide the deck from the server.  docs/fairness.md has examples.
"""

import secrets
from collections.abc import Sequence
from hashlib import sha256
from typing import Final

SECRET_BYTES: Final = 32
LABEL: Final = b"techdeck deal 1"


def new_secret() -> str:
    return secrets.token_bytes(SECRET_BYTES).hex()


def promise(secret: str) -> str:
    """What is shown of the server's part before the deal."""
    return sha256(bytes.fromhex(secret)).hexdigest()


def seed_of_deal(secret: str, salts: Sequence[str]) -> bytes:
    """The seed from the server's part and what each seat added, both as hexadecimal digits.

    :raises ValueError, OverflowError: if they are no such digits, or somebody added more than 255 bytes.
    """
    digest = sha256(LABEL + bytes.fromhex(secret))
    for salt in salts:
        added = bytes.fromhex(salt)
        digest.update(len(added).to_bytes(1, "big") + added)
    return digest.digest()
