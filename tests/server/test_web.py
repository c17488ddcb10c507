"""What the browser client takes from the server's side is up to date."""

import json
import subprocess
import sys
from pathlib import Path

from techdeck.cards import GENERAL_EDITION, PEER_EDITION

ROOT = Path(__file__).parents[2]


def test_the_types_of_messages_are_those_of_the_server() -> None:
    checked = subprocess.run(
        [sys.executable, "tools/wire_types.py", "--check"], cwd=ROOT, capture_output=True, text=True, check=False)
    assert checked.returncode == 0, checked.stdout + checked.stderr


def test_every_card_has_its_icon() -> None:
    icons = set(json.loads((ROOT / "web" / "src" / "cards" / "icons.json").read_text()))
    assert {card.printed.icon for card in [*GENERAL_EDITION, *PEER_EDITION]} <= icons
