"""Build the compiled package: the core as C extensions of mypyc, in a folder of its own.

    python tools/compile.py [--level 0..4] [--to build/compiled]

The folder holds the whole package, sources and all, so that with PYTHONPATH=build/compiled everything runs on it:
an extension is found before the source beside it. It is built aside and put in place when it is whole, and only if
something changed; a build of a higher level serves who asks for a lower one.

At level 4 it is built twice. The first build plays games and counts what it does how often (`tools/training.py`), and
by that the C compiler knows in the second what is worth most. That takes twice the time, and gcc; with another
C compiler it is as at level 3.
"""

import argparse
import hashlib
import os
import re
import shlex
import shutil
import subprocess
import sys
import sysconfig
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from importlib.metadata import version
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
SOURCE = ROOT / "src" / "techdeck"
FOLDERS = [".", "editions", "games", "bots"]  # whose modules are compiled; of the others those that do most of the work
OTHERS = [f"server/{name}.py" for name in ("hub", "live", "past", "room", "seen", "story", "tallies", "tending")]
# They bring databases along, which whoever compiles need not have: what they are is not looked at.
SKIPPED = [f"techdeck.server.{name}" for name in ("archive", "journal", "pubsub", "shelf")]
STAMP = "built-from"
DIRECT = Path(__file__).with_name("direct.h")  # what stands in for functions of Python that are called most
TOGETHER = "-flto=auto"  # all modules are looked at once more when they are linked: most calls go from one to another
COUNTING = "-fprofile-generate"
# What was not done in training is built as it would be without. That some was not is no reason to complain.
COUNTED = ["-fprofile-use", "-fprofile-partial-training", "-w"]
# Small values made at every step: no cycle of references goes through them, so the collector need not follow them,
# and their memory is used again. It is said here, since only the build has a word for it.
# A Mixing is none of them though it is small: each holds the one before, and mypyc crashes when it throws away a long
# chain of things that the collector does not follow.
LIGHT = {
    "table.py": ["Frame", "Decision", "NoChoice", "SomeCards"],
    "views.py": ["View"],
    "offers.py": ["Slot", "Proposal", "Offer", "Commitment", "Fact", "Hand", "Trade"],
}
# Where a compiled function that is called from Python takes its arguments: in C, as mypyc writes it.
PARSING = re.compile(
    r"if \(!(?P<parse>CPyArg_ParseStackAndKeywordsSimple\(args, (?P<count>nargs|PyVectorcall_NARGS\(nargs\)), kwnames,"
    r" &parser, (?P<names>&obj_\w+(?:, &obj_\w+)*)\))\) \{")
# Where mypyc keeps the one thing of a light class that is used again: said in a header, and made; filled; and emptied.
KEPT = 8  # of each class instead: a decision makes some of a kind before the first of them is let go
SPARE = re.compile(r"(?P<before>extern |)CPyThreadLocal (?P<type>\w+) \*(?P<name>\w+_free_instance);")
PUT_ASIDE = re.compile(r"if \((?P<name>\w+_free_instance) == NULL\) \{\n\s*(?P=name) = self;")
TAKEN_AGAIN = re.compile(
    r"if \((?P<name>\w+_free_instance) != NULL\) \{\n\s*self = (?P=name);\n\s*(?P=name) = NULL;")


def extension_suffix() -> str:
    return str(sysconfig.get_config_var("EXT_SUFFIX"))


def what_is_missing() -> str:
    """What compiling needs and this machine does not have, as a sentence; nothing if all is there."""
    if not Path(sysconfig.get_path("include"), "Python.h").exists():
        return "Compiling needs the header files of Python (on Debian and Ubuntu: the package python3-dev)."
    compiler = os.environ.get("CC") or str(sysconfig.get_config_var("CC") or "")
    if os.name == "posix" and not (compiler and shutil.which(shlex.split(compiler)[0])):
        named = shlex.split(compiler)[0] if compiler else "cc"
        return f"Compiling needs a C compiler, and there is no {named} (on Debian and Ubuntu: the package gcc)."
    return ""


def modules() -> list[Path]:
    """What is compiled, as paths within the package. An __init__ stays a source: it only says what is inside."""
    found = [path for folder in FOLDERS for path in sorted((SOURCE / folder).glob("*.py"))]
    return [*[path.relative_to(SOURCE) for path in found if not path.name.startswith("__")], *map(Path, OTHERS)]


def fingerprint() -> str:
    """What a build depends on: every file of the package, the way it is compiled, and the tools."""
    digest = hashlib.sha256()
    for path in [*sorted(SOURCE.rglob("*")), Path(__file__), DIRECT, ROOT / "pyproject.toml"]:
        if path.is_file() and "__pycache__" not in path.parts:
            content = path.read_bytes()
            digest.update(f"{path.relative_to(ROOT)} {len(content)}\n".encode() + content)
    tools = [sys.version, extension_suffix(), version("mypy"), version("setuptools")]
    digest.update("\n".join(tools).encode())
    return digest.hexdigest()


def is_built(target: Path, level: int, now: str) -> bool:
    stamp = target / STAMP
    if not stamp.is_file():
        return False
    built, built_level = stamp.read_text().split()
    return built == now and int(built_level) >= level


def make_light(package: Path) -> None:
    """Tell mypyc about the light classes, in the copy that is compiled; no line of it moves."""
    for name, classes in LIGHT.items():
        text = (package / name).read_text().replace("import Final\n", "import TYPE_CHECKING, Final\n", 1)
        end_of_imports = text.index("\n\n", text.index("from techdeck."))
        word = "if TYPE_CHECKING: from mypy_extensions import mypyc_attr"
        text = f"{text[:end_of_imports]}\n{word}\n{text[end_of_imports + 2:]}"
        for light in classes:
            text = re.sub(
                rf"\n(\nclass {light}\b)", r"\n@mypyc_attr(acyclic=True, free_list_len=1)\1", text, count=1)
        (package / name).write_text(text)


def without_parsing(found: re.Match[str]) -> str:
    names = [name.removeprefix("&") for name in found["names"].split(", ")]
    taken = " ".join(f"{name} = args[{place}];" for place, name in enumerate(names))
    return f"if (kwnames == NULL && {found['count']} == {len(names)}) {{ {taken} }} else if (!{found['parse']}) {{"


def take_arguments_directly(sources: list[Path]) -> None:
    """Let functions that get all their arguments, by place, take them as they are.

    So rules call verbs, several times in each decision. What mypyc would call for it is made for any arguments, and
    looks up in a table of each function how many it has.
    """
    changed = 0
    for path in sources:
        text, here = PARSING.subn(without_parsing, path.read_text())
        path.write_text(text)
        changed += here
    if not changed:
        print("  this mypyc takes arguments in another way: going on with that", flush=True)


def keep_more(sources: list[Path]) -> None:
    """Let classes whose memory is used again keep that of several, where mypyc keeps that of one."""
    texts = {path: path.read_text() for path in sources}
    changes = {
        SPARE: rf"\g<before>CPyThreadLocal \g<type> *\g<name>[{KEPT}]; \g<before>CPyThreadLocal int \g<name>s;",
        PUT_ASIDE: rf"if (\g<name>s < {KEPT}) {{ \g<name>[\g<name>s++] = self;",
        TAKEN_AGAIN: r"if (\g<name>s > 0) { self = \g<name>[--\g<name>s];",
    }
    mentions = Counter(name for text in texts.values() for name in re.findall(r"\w+_free_instance\b", text))
    known = Counter(found["name"] for text in texts.values() for form in changes for found in form.finditer(text))
    if not known or set(known.values()) != {4} or mentions != {name: 7 for name in known}:
        print("  this mypyc keeps what is used again in another way: going on with that", flush=True)
        return
    for path, text in texts.items():
        for form, new in changes.items():
            text = form.sub(new, text)
        path.write_text(text)


def keep_room(sources: list[Path]) -> None:
    """Let lists keep the room of what is taken out of them (`pop_last` and `pop_at`)."""
    for path in sources:
        text = path.read_text().replace("CPyList_PopLast(", "pop_last(").replace("CPyList_Pop(", "pop_at(")
        path.write_text(text)


def can_link_together(compiler: Any) -> bool:
    """Whether the C compiler and its linker know how to look at all modules together; not all of them do."""
    from setuptools.errors import CompileError, LinkError

    with TemporaryDirectory() as folder:
        source = Path(folder, "one.c")
        source.write_text("int one(void) { return 1; }\n")
        try:
            made = compiler.compile([str(source)], output_dir=folder, extra_postargs=[TOGETHER])
            compiler.link_shared_object(made, str(Path(folder, "one.so")), extra_postargs=[TOGETHER])
        except (CompileError, LinkError):
            return False
    return True


def compile_here(paths: list[str], level: int, counting: bool) -> None:
    """Compile modules of the current folder, each extension beside its source; or so that they count what they do."""
    from mypyc.build import mypycify
    from setuptools import setup
    from setuptools.command.build_ext import build_ext

    class build_in_parallel(build_ext):  # type: ignore[misc]
        """Runs as many C compilers as there are processors; mypyc's modules are files of one single extension."""

        def build_extensions(self) -> None:
            compiler: Any = self.compiler
            whole = max(self.extensions, key=lambda extension: len(extension.sources))
            flags = COUNTED if level > 3 else []
            if counting:
                flags = [COUNTING]
            elif level >= 3 and os.name == "posix" and can_link_together(compiler):
                flags = [TOGETHER, *flags]
            whole.extra_compile_args = [*whole.extra_compile_args, *flags]
            whole.extra_link_args = [*whole.extra_link_args, *flags]

            def compile_all(
                sources: list[str], output_dir: str | None = None, macros: Any = None,
                include_dirs: list[str] | None = None, debug: bool = False, extra_preargs: list[str] | None = None,
                extra_postargs: list[str] | None = None, depends: list[str] | None = None,
            ) -> list[str]:
                if len(sources) == 1:
                    return one_by_one(  # type: ignore[no-any-return]
                        sources, output_dir, macros, include_dirs, debug, extra_preargs, extra_postargs, depends
                    )
                largest_first = sorted(sources, key=os.path.getsize, reverse=True)
                with ThreadPoolExecutor(os.cpu_count()) as pool:
                    jobs = {
                        source: pool.submit(
                            one_by_one, [source], output_dir, macros, include_dirs, debug, extra_preargs,
                            extra_postargs, depends,
                        )
                        for source in largest_first
                    }
                return [made for source in sources for made in jobs[source].result()]

            one_by_one = compiler.compile
            compiler.compile = compile_all
            super().build_extensions()

    began = time.perf_counter()
    Path("mypy.ini").write_text(
        f"[mypy]\nstrict = True\npython_version = 3.11\n[mypy-{','.join(SKIPPED)}]\nfollow_imports = skip\n")
    # One C file for each module: they can be compiled side by side, and the result was measured to be as fast.
    extensions = mypycify(
        ["--config-file", "mypy.ini", *paths], opt_level=str(min(3, level)), debug_level="0",
        multi_file=True,
    )
    if os.name == "posix":
        for extension in extensions:  # nobody else calls these functions, so the C compiler may do so in any way
            extension.extra_compile_args = [
                *extension.extra_compile_args, "-fvisibility=hidden", "-include", str(DIRECT)]
        keep_room([*Path("build").glob("__native_*.c")])
    take_arguments_directly([*Path("build").glob("__native_*.c")])
    keep_more([*Path("build").glob("__native_*.[ch]")])
    print(f"  translated to C in {time.perf_counter() - began:.0f} s; the C compiler follows", flush=True)
    setup(
        name="techdeck-compiled", ext_modules=extensions, cmdclass={"build_ext": build_in_parallel},
        script_args=["--quiet", "build_ext", "--inplace", "--force"],
    )


def run(command: list[str], aside: Path, **environment: str) -> None:
    """In a process of its own, since mypyc and setuptools want to be where they work."""
    if subprocess.run(command, cwd=aside, env={**os.environ, **environment}).returncode:
        sys.exit("The compiled package could not be built; the messages above say why.")


def count(command: list[str], aside: Path) -> bool:
    """Build what counts what it does, and play; whether the counts are there as only gcc leaves and reads them."""
    run([*command, "--counting"], aside)
    print("  playing games, to count what is done how often", flush=True)
    run([sys.executable, str(ROOT / "tools" / "training.py")], aside, PYTHONPATH=str(aside))
    is_counted = any(aside.rglob("*.gcda"))
    if not is_counted:
        print("  this C compiler counts in another way: going on without", flush=True)
    return is_counted


def build(target: Path, level: int, now: str) -> None:
    """Build aside, then put the whole in place of what was there."""
    aside = target.with_name(target.name + ".new")
    shutil.rmtree(aside, ignore_errors=True)
    shutil.copytree(SOURCE, aside / "techdeck", ignore=shutil.ignore_patterns("__pycache__"))
    make_light(aside / "techdeck")
    paths = [str("techdeck" / path) for path in modules()]
    command = [sys.executable, str(Path(__file__).resolve()), "--here", *paths]
    is_counted = level > 3 and count(command, aside)
    run([*command, "--level", str(level if is_counted else min(3, level))], aside)
    missing = [path for path in paths if not (aside / path).with_suffix(extension_suffix()).exists()]
    if missing:
        sys.exit(f"The C compiler made nothing of {', '.join(missing)}.")
    for name in LIGHT:
        shutil.copy(SOURCE / name, aside / "techdeck" / name)
    shutil.rmtree(aside / "build")
    (aside / "mypy.ini").unlink()
    shutil.rmtree(aside / ".mypy_cache", ignore_errors=True)
    (aside / STAMP).write_text(f"{now} {level}\n")
    shutil.rmtree(target, ignore_errors=True)
    aside.rename(target)


def main() -> None:
    parser = argparse.ArgumentParser(description="Build the compiled package.")
    parser.add_argument("--level", type=int, choices=range(5), default=3, help="how hard the C compiler tries")
    parser.add_argument("--to", type=Path, default=ROOT / "build" / "compiled", help="the folder to build")
    parser.add_argument("--here", nargs="+", default=[], metavar="MODULE", help=argparse.SUPPRESS)
    parser.add_argument("--counting", action="store_true", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.here:
        compile_here(options.here, options.level, options.counting)
        return
    target = options.to.resolve()
    shown = os.path.relpath(target)
    now = fingerprint()  # taken before anything is read for the build: what changes meanwhile is built next time
    if is_built(target, options.level, now):
        print(f"{shown} is up to date.")
        return
    missing = what_is_missing()
    if missing:
        sys.exit(missing)
    print(f"Compiling {len(modules())} modules at level {options.level} ...", flush=True)
    began = time.perf_counter()
    build(target, options.level, now)
    print(f"{shown} built in {time.perf_counter() - began:.0f} s.")


if __name__ == "__main__":
    main()
