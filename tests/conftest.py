"""Which build is tested, and how much Hypothesis tries."""

import importlib
import os

import pytest
from hypothesis import settings

# The same examples in every run, and no verdict that depends on how busy the machine is.
settings.register_profile("ci", derandomize=True, deadline=None)
# New examples in every run: pytest --hypothesis-profile=explore
settings.register_profile("explore", max_examples=1000, deadline=None)
settings.load_profile("ci")

SOURCES_ONLY = ("lab", "lessons", "terminal")  # folders of what is no part of the compiled package
LONG = (
    "test_all_hands.py", "test_effects_walk.py", "test_peer_edition_walk.py", "test_casual_beats_random",
    "test_casual_teams_survive_where_random_ones_do_not")


def build() -> str:
    """The build that these tests import: "compiled" or "interpreted"."""
    where = importlib.import_module("techdeck.table").__file__
    return "interpreted" if where is None or where.endswith(".py") else "compiled"


def pytest_configure() -> None:
    """Refuse to test another build than the one that TECHDECK_BUILD asks for."""
    asked = os.environ.get("TECHDECK_BUILD")
    if asked is not None and asked != build():
        raise pytest.UsageError(f"TECHDECK_BUILD asks for the {asked} build, but the {build()} one is imported.")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """What is no part of the compiled package is tested on the sources, and what is long only there on the other."""
    for item in items:
        if build() == "compiled" and item.path.parent.name in SOURCES_ONLY:
            item.add_marker(pytest.mark.skip(reason="it is tested on the sources"))
        is_long = item.path.name in LONG or item.name.partition("[")[0] in LONG
        if is_long and build() == "interpreted" and not os.environ.get("TECHDECK_SOAK"):
            item.add_marker(pytest.mark.skip(reason="it is tested on the compiled build"))


def pytest_report_header() -> str:
    return f"techdeck: {build()}"
