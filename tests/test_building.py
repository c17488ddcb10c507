"""What is needed to build the package is said where installers look for it."""

import ast
import runpy
import sys
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
SOURCE = ROOT / "src"


def imported_by(module: Path) -> set[str]:
    """The names of all modules that a source may import."""
    names = set()
    for node in ast.walk(ast.parse(module.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            names |= {node.module, *[f"{node.module}.{alias.name}" for alias in node.names]}
    return names


def source_of(name: str) -> Path | None:
    path = SOURCE / name.replace(".", "/")
    found = [each for each in (path.with_suffix(".py"), path / "__init__.py") if each.is_file()]
    return found[0] if found else None


def test_whatever_compiled_modules_import_is_there_when_an_installer_compiles_them() -> None:
    """In an environment of its own it has only what is named; for want of one package nothing would be compiled."""
    tool = runpy.run_path(str(ROOT / "tools" / "compile.py"))
    skipped = {source_of(name) for name in tool["SKIPPED"]}
    assert None not in skipped, "they are modules of ours"
    left = [SOURCE / "techdeck" / module for module in tool["modules"]()]
    assert not skipped & set(left), "what is compiled is looked at"
    seen, foreign = {*left, *skipped}, set()
    while left:
        for name in imported_by(left.pop()):
            source = source_of(name)
            if source is not None and source not in seen:
                seen.add(source)
                left.append(source)
            elif source is None and name.partition(".")[0] not in {*sys.stdlib_module_names, "techdeck"}:
                foreign.add(name.partition(".")[0])
    wanted = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["build-system"]["requires"]
    assert "msgspec" in foreign, "the server's messages are known to use it"
    assert foreign - {"mypy_extensions"} <= set(wanted), "mypy itself brings its extensions along"


PARSED = """\
            if (!CPyArg_ParseStackAndKeywordsSimple(args, nargs, kwnames, &parser, &obj_table, &obj_side)) {
                return NULL;
            }
"""
TAKEN = """\
            if (kwnames == NULL && nargs == 2) { obj_table = args[0]; obj_side = args[1]; } else if (!CPyArg_ParseStackAndKeywordsSimple(args, nargs, kwnames, &parser, &obj_table, &obj_side)) {
                return NULL;
            }
"""  # noqa: E501


def test_arguments_by_place_are_taken_as_they_are_and_others_parsed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str],
) -> None:
    take_arguments_directly = runpy.run_path(str(ROOT / "tools" / "compile.py"))["take_arguments_directly"]
    code = tmp_path / "code.c"
    code.write_text(PARSED + PARSED.replace("Simple", ""))
    take_arguments_directly([code])
    assert code.read_text() == TAKEN + PARSED.replace("Simple", "")
    assert not capsys.readouterr().out
    code.write_text("int nothing_like_it;")
    take_arguments_directly([code])
    assert "going on" in capsys.readouterr().out


KEEPING = """\
extern CPyThreadLocal FrameObject *Frame_free_instance;
CPyThreadLocal FrameObject *Frame_free_instance;
    if (Frame_free_instance == NULL) {
        Frame_free_instance = self;
        Py_CLEAR(self->_rule);
    if (Frame_free_instance != NULL) {
        self = Frame_free_instance;
        Frame_free_instance = NULL;
        Py_SET_REFCNT(self, 1);
"""
KEEPING_MORE = """\
extern CPyThreadLocal FrameObject *Frame_free_instance[8]; extern CPyThreadLocal int Frame_free_instances;
CPyThreadLocal FrameObject *Frame_free_instance[8]; CPyThreadLocal int Frame_free_instances;
    if (Frame_free_instances < 8) { Frame_free_instance[Frame_free_instances++] = self;
        Py_CLEAR(self->_rule);
    if (Frame_free_instances > 0) { self = Frame_free_instance[--Frame_free_instances];
        Py_SET_REFCNT(self, 1);
"""


@pytest.mark.parametrize("other", ["", KEEPING.replace("= self", "= that"), KEEPING + "use(Frame_free_instance);"])
def test_more_is_kept_to_be_used_again_but_only_if_that_is_known_everywhere(
    other: str, tmp_path: Path, capsys: pytest.CaptureFixture[str],
) -> None:
    keep_more = runpy.run_path(str(ROOT / "tools" / "compile.py"))["keep_more"]
    code = tmp_path / "code.c"
    code.write_text(KEEPING)
    keep_more([code])
    assert code.read_text() == KEEPING_MORE
    assert not capsys.readouterr().out
    code.write_text(other)
    keep_more([code])
    assert code.read_text() == other
    assert "going on" in capsys.readouterr().out


def test_the_games_that_train_the_c_compiler_can_be_played() -> None:
    """They are played only while the fastest build is made, after minutes: it is known here if they cannot be."""
    training = runpy.run_path(str(ROOT / "tools" / "training.py"))
    training["play_all"]({"random": 1})
    training["play_in_rooms"](1)
