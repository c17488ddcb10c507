"""Tech Deck: five card games on one deck, one table and one language of rules."""

from typing import Final

__version__: Final = "0.1.0"
