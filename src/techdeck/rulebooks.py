"""The pages of the rulebook: those in the package, or else those in the source tree."""

from importlib.resources import files
from pathlib import Path


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
