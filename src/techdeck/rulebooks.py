"""The pages of the rulebook: those in the package, or else those in the source tree."""

import re
from importlib.resources import files
from pathlib import Path
from typing import Final

CLAUSE: Final = re.compile(r"[A-Z]{2}-V\d+")
OPTION: Final = re.compile(r"`(\w+)`")
QUESTION: Final = re.compile(r"(Q\d+(, )?)+")  # the ruling that an option goes back to


def rulebook_pages() -> dict[str, str]:
    """The text of each page by its name; none if they are not installed."""
    pages: dict[str, str] = {}
    trees = [parent / "docs" / "rules" for parent in Path(__file__).parents]
    for folder in [Path(str(files("techdeck"))) / "rulebook", *trees]:
        if folder.is_dir():
            for page in sorted(folder.glob("*.md")):
                if page.stem != "README":
                    pages.setdefault(page.stem.replace("_", " "), page.read_text(encoding="utf-8"))
        if pages:
            break
    return pages


def option_clauses(page: str) -> dict[str, tuple[str, str]]:
    """By option: the clause of a page's table of options that is about it, and what that says."""
    found: dict[str, tuple[str, str]] = {}
    for line in page.splitlines():
        cells = [cell.strip().replace("**", "") for cell in line.strip().strip("|").split("|")]
        option = OPTION.fullmatch(cells[1]) if len(cells) > 2 else None
        if option and CLAUSE.fullmatch(cells[0]):
            said = [cell for cell in cells[2:] if not QUESTION.fullmatch(cell)]
            found[option[1]] = cells[0], "; ".join(said).replace("`", "")
    return found
