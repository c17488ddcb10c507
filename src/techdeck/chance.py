"""Chance: a hash of a seed and a counter, so that a game can be replayed, and checked, anywhere.

The words of one stream are the SHA-256 of seed, stream number and block number, read as eight
big-endian numbers of 32 bits.  A number below n takes words until one lies below the largest multiple
of n, so that every number is equally likely.
"""

import secrets
from collections.abc import Sequence
from hashlib import sha256
from struct import Struct
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from mypy_extensions import i64

SEED_BYTES: Final = 32
WORD: Final = 1 << 32
BLOCK_WORDS: Final = 8
AS_WORDS: Final = Struct(f">{BLOCK_WORDS}I").unpack
FIRST_BLOCKS: Final = [number.to_bytes(8, "big") for number in range(64)]  # a shuffled deck takes seven


def new_seed() -> bytes:
    """A seed nobody can guess, for a real game."""
    return secrets.token_bytes(SEED_BYTES)


def seed_of(seed: int | str | bytes) -> bytes:
    """A seed as 32 bytes: from a number, or from its 64 hexadecimal digits.

    :raises ValueError: if it is too large, negative or not hexadecimal.
    """
    if isinstance(seed, bytes):
        made = seed
    elif isinstance(seed, str):
        made = bytes.fromhex(seed)
    else:
        if not 0 <= seed < 1 << 8 * SEED_BYTES:
            raise ValueError(f"a seed is a number from 0 to 2**256 - 1, not {seed}")
        made = seed.to_bytes(SEED_BYTES, "big")
    if len(made) != SEED_BYTES:
        raise ValueError(f"a seed has {SEED_BYTES} bytes, not {len(made)}")
    return made


def commitment(seed: bytes) -> str:
    """What can be shown before the deal, so that the seed cannot be changed after it."""
    return sha256(seed).hexdigest()


class Chance:
    """One stream of random numbers."""

    def __init__(self, seed: bytes, stream: int) -> None:
        self._key: Final = seed + stream.to_bytes(8, "big")
        self._block = 0
        self._words: tuple[int, ...] = ()
        self._read: i64 = BLOCK_WORDS  # how many of the words are used up

    def _next_block(self) -> None:
        block = self._block
        number = FIRST_BLOCKS[block] if block < len(FIRST_BLOCKS) else block.to_bytes(8, "big")
        self._words = AS_WORDS(sha256(self._key + number).digest())
        self._block = block + 1
        self._read = 0

    def below(self, n: "i64") -> "i64":
        """A number from 0 to n - 1, all equally likely."""
        while True:
            if self._read == BLOCK_WORDS:
                self._next_block()
            word: i64 = self._words[self._read]
            self._read += 1
            if word <= WORD - n or word < WORD - WORD % n:  # the first nearly always, which saves a division
                return word % n

    def choice(self, options: Sequence[int]) -> int:
        return options[self.below(len(options))]

    def shuffle(self, numbers: list[Any]) -> None:
        """Exchange each place from the last down with one at or before it."""
        last: i64 = len(numbers) - 1
        while last > 0:
            other = self.below(last + 1)
            numbers[last], numbers[other] = numbers[other], numbers[last]
            last -= 1
