"""What stands in for functions of Python in compiled code (`tools/direct.h`) does what these do."""

import gc
import importlib.util
import os
import runpy
import shlex
import subprocess
import sysconfig
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from types import ModuleType
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

TOOLS = Path(__file__).resolve().parents[1] / "tools"

# Each calls by its plain name what the header replaces, as the C that mypyc writes does.
SOURCE = """
#define TWO(name, expression) \\
    static PyObject *name(PyObject *self, PyObject *args) { \\
        PyObject *a, *b; \\
        return PyArg_ParseTuple(args, "OO", &a, &b) ? (expression) : NULL; }
#define THREE(name, expression) \\
    static PyObject *name(PyObject *self, PyObject *args) { \\
        PyObject *a; Py_ssize_t b, c; \\
        return PyArg_ParseTuple(args, "Onn", &a, &b, &c) ? (expression) : NULL; }

static PyObject *truth(int found) { return found < 0 ? NULL : PyBool_FromLong(found); }

static PyObject *changed(PyObject *list, int result) {
    if (result < 0) return NULL;
    Py_INCREF(list);
    return list;
}

static PyObject *emptied_of(PyObject *list, PyObject *count) {  /* a list is made, filled, and let go, so many times */
    for (long left = PyLong_AsLong(count); left > 0; left--) {
        PyObject *made = PyList_New(0);
        if (made == NULL || PyList_Append(made, list) < 0 || PyList_Append(made, count) < 0) return NULL;
        Py_DECREF(made);
    }
    return PyList_New(0);
}

PyObject *CPyList_PopLast(PyObject *list) { return PyObject_CallMethod(list, "pop", NULL); }  /* as mypyc has it */
PyObject *CPyList_Pop(PyObject *list, size_t twice) {
    return PyObject_CallMethod(list, "pop", "n", (Py_ssize_t)twice / 2);
}

TWO(called, PyObject_Vectorcall(a, &b, b == Py_None ? 0 : 1, NULL))
TWO(popped, b == Py_None ? pop_last(a) : pop_at(a, (size_t)(PyLong_AsLong(b) * 2)))
TWO(is_in, truth(PySequence_Contains(a, b)))
TWO(is_equal, truth(PyObject_RichCompareBool(a, b, Py_EQ)))
TWO(is_less, truth(PyObject_RichCompareBool(a, b, Py_LT)))
TWO(appended, changed(a, PyList_Append(a, b)))
TWO(extended, changed(a, PyList_SetSlice(a, PY_SSIZE_T_MAX, PY_SSIZE_T_MAX, b) < 0 ? -1 : 0))
TWO(joined_to, PySequence_Concat(a, b))
TWO(copied, PySequence_List(a))
TWO(again, emptied_of(a, b))
TWO(sum_of, PyLong_FromLongLong(PyLong_AsLongLong(a) + PyLong_AsLongLong(b)))
THREE(part, PyList_GetSlice(a, b, c))

static PyMethodDef methods[] = {
#define METHOD(name) {#name, name, METH_VARARGS, NULL}
    METHOD(is_in), METHOD(is_equal), METHOD(is_less), METHOD(appended), METHOD(extended), METHOD(joined_to),
    METHOD(copied), METHOD(again), METHOD(sum_of), METHOD(part), METHOD(called), METHOD(popped), {NULL, NULL, 0, NULL}
};
static struct PyModuleDef module = {PyModuleDef_HEAD_INIT, "direct", NULL, -1, methods};
PyMODINIT_FUNC PyInit_direct(void) { return PyModule_Create(&module); }
"""


@pytest.fixture(scope="module")
def direct(tmp_path_factory: pytest.TempPathFactory) -> ModuleType:
    missing = runpy.run_path(str(TOOLS / "compile.py"))["what_is_missing"]()
    if missing or os.name != "posix":
        pytest.skip(missing or "the header is for POSIX")
    folder = tmp_path_factory.mktemp("direct")
    (folder / "direct.c").write_text(SOURCE)
    compiler = shlex.split(os.environ.get("CC") or sysconfig.get_config_var("CC"))
    subprocess.run(
        [*compiler, "-O2", "-fPIC", "-shared", "-Wall", "-Werror=implicit", "-I", sysconfig.get_path("include"),
         "-include", TOOLS / "direct.h", "direct.c", "-o", "direct.so"], cwd=folder, check=True)
    spec = importlib.util.spec_from_file_location("direct", folder / "direct.so")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


class Odd:
    """Equal to everything, and not to be trusted: it empties a list while it is compared."""

    def __init__(self, victim: list[Any]) -> None:
        self.victim = victim

    def __eq__(self, other: object) -> bool:
        self.victim.clear()
        return False

    __hash__ = None  # type: ignore[assignment]


class Broken:
    def __eq__(self, other: object) -> bool:
        raise ZeroDivisionError("cannot be compared")

    __hash__ = None  # type: ignore[assignment]


BORDERS = [-(1 << 70), -(1 << 30), -257, -6, -5, -1, 0, 1, 2, 255, 256, 257, (1 << 30) - 1, 1 << 30, 1 << 62, 1 << 70]
THINGS = st.one_of(
    st.sampled_from(BORDERS), st.integers(-8, 8), st.booleans(), st.none(), st.text(max_size=2),
    st.sampled_from([0.0, 1.0, -1.0, 256.0, float("nan")]), st.tuples(st.integers(0, 1)),
)
LISTS = st.lists(THINGS, max_size=20)


@given(LISTS, THINGS)
def test_what_is_in_a_list_is_found_whatever_it_is(direct: ModuleType, things: list[Any], wanted: Any) -> None:
    assert direct.is_in(things, wanted) is (wanted in things)
    assert direct.is_in(tuple(things), wanted) is (wanted in tuple(things))
    for thing in things:
        assert direct.is_in(things, thing)
        assert direct.is_equal(thing, wanted) is (thing is wanted or thing == wanted)


@pytest.mark.parametrize("one", BORDERS)
def test_ints_of_any_size_are_compared_and_made(direct: ModuleType, one: int) -> None:
    for other in BORDERS:
        assert direct.is_equal(one, other) is (one == other)
        assert direct.is_less(one, other) is (one < other)
        assert direct.is_in([other, other + 1], one) is (one in (other, other + 1))
        if abs(one) < 1 << 63 and abs(other) < 1 << 62:
            assert direct.sum_of(one, other) == one + other


def test_a_comparison_that_fails_or_changes_the_list_is_left_to_python(direct: ModuleType) -> None:
    things: list[Any] = [1, 2]
    things += [Odd(things), 3]
    assert not direct.is_in(things, 3)
    assert things == []
    with pytest.raises(ZeroDivisionError, match="cannot be compared"):
        direct.is_in([1, Broken(), 3], 3)
    with pytest.raises(TypeError, match="not iterable"):
        direct.is_in(3, 3)


@given(LISTS, LISTS, st.integers(0, 25), st.integers(0, 25))
def test_lists_are_made_as_python_makes_them(
    direct: ModuleType, one: list[Any], other: list[Any], first: int, end: int,
) -> None:
    def same(made: list[Any], expected: list[Any]) -> None:
        assert [id(thing) for thing in made] == [id(thing) for thing in expected]

    same(direct.joined_to(one, other), one + other)
    same(direct.copied(one, None), one)
    same(direct.part(one, first, end), one[first:end])
    grown = one[:]
    assert direct.extended(grown, other) is grown
    same(grown, one + other)
    assert direct.appended(grown, one) is grown
    same(grown, [*one, *other, one])


@given(st.lists(st.integers(), max_size=40), st.lists(st.one_of(st.none(), st.integers(-45, 45)), max_size=60))
def test_what_is_taken_out_of_a_list_is_gone(direct: ModuleType, things: list[int], places: list[int | None]) -> None:
    left = things[:]
    for place in places:
        arguments = [] if place is None else [place]
        try:
            expected = left.pop(*arguments)
        except IndexError:
            with pytest.raises(IndexError):
                direct.popped(things, place)
        else:
            assert direct.popped(things, place) is expected
        assert things == left
        things.append(7)
        left.append(7)
    assert things == left


def test_whatever_can_be_called_is_called(direct: ModuleType) -> None:
    ours, pythons = Random(7), Random(7)
    assert [direct.called(ours.random, None) for _ in range(3)] == [pythons.random() for _ in range(3)]
    assert direct.called(lambda: 5, None) == 5
    assert direct.called(lambda number: number + 1, 5) == 6
    assert direct.called(sum, [1, 2]) == 3
    assert direct.called(len, "four") == 4
    assert direct.called(dict, None) == {}
    for wrong, argument in ((ours.random, 1), (len, None), (sum, None), (3, None)):
        with pytest.raises(TypeError):
            direct.called(wrong, argument)


def test_lists_that_are_used_again_hold_nothing_of_before(direct: ModuleType) -> None:
    """And hold on to nothing: what was in them goes when they do."""
    class Thing:
        pass

    held: list[Any] = [Thing() for _ in range(5)]
    for count in (1, 10, 1000):
        made = direct.again(held, count)
        assert made == []
        made.extend(range(40))
        assert made == [*range(40)]
    referrers = [found for found in gc.get_referrers(held[0]) if found is not held and isinstance(found, list)]
    assert referrers == []


def deep(make: Callable[[list[Any]], list[Any]], depth: int) -> Iterator[list[Any]]:
    nest: list[Any] = []
    for _ in range(depth):
        nest = make(nest)
    yield nest


def test_lists_within_lists_however_deep_can_be_let_go(direct: ModuleType) -> None:
    for nest in deep(lambda inner: direct.appended([], inner), 100_000):
        assert len(nest) == 1
    for nest in deep(lambda inner: direct.joined_to([inner], []), 100_000):
        assert len(nest) == 1
