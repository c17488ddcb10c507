"""PostgreSQL and Redis as processes of one's own, on free ports, where Debian's packages are installed."""

import os
import pwd
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

import pytest

PATIENCE: Final = 30.0
SOAK: Final = bool(os.environ.get("TECHDECK_SOAK"))


def free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])


def postgres_folder() -> Path | None:
    """Where initdb and postgres are: the newest of Debian's versions, or wherever the shell would find them."""
    folders = sorted(Path("/usr/lib/postgresql").glob("*/bin"), key=lambda folder: int(
        folder.parent.name) if folder.parent.name.isdecimal() else 0, reverse=True)
    found = shutil.which("postgres")
    folders += [Path(found).parent] if found else []
    return next((folder for folder in folders if (folder / "initdb").exists() and (folder / "postgres").exists()), None)


def plain_user() -> str | None:
    """PostgreSQL refuses to run as root: the name of somebody else, if we are."""
    if os.geteuid() != 0:
        return None
    for name in ("postgres", "nobody"):
        try:
            pwd.getpwnam(name)
        except KeyError:
            continue
        return name
    pytest.skip("PostgreSQL does not run as root, and there is no other user here.")


class Postgres:
    """A cluster in a temporary folder."""

    def __init__(self, folder: Path, programs: Path, user: str | None) -> None:
        self.port: Final = free_port()
        self._folder: Final = folder
        self._programs: Final = programs
        self._user: Final = user
        self._process: subprocess.Popen[bytes] | None = None
        self._databases = 0

    @property
    def _who(self) -> dict[str, object]:
        return {} if self._user is None else {"user": self._user, "group": pwd.getpwnam(self._user).pw_gid,
                                              "extra_groups": []}

    def _run(self, program: str, *words: str) -> None:
        run = subprocess.run(  # type: ignore[call-overload]
            [str(self._programs / program), *words], capture_output=True, text=True, cwd=self._folder, **self._who)
        if run.returncode:
            pytest.skip(f"PostgreSQL cannot be used here: {program}: {run.stderr.strip()[-300:]}")

    def make(self) -> None:
        self._run("initdb", "-D", str(self._folder / "data"), "-A", "trust", "-U", "techdeck", "-E", "UTF8",
                  "--no-locale", "--no-sync")

    def start(self) -> None:
        with (self._folder / "log").open("ab") as log:
            self._process = subprocess.Popen(  # type: ignore[call-overload]
                [str(self._programs / "postgres"), "-D", str(self._folder / "data"), "-p", str(self.port),
                 "-c", "listen_addresses=127.0.0.1", "-c", "unix_socket_directories=", "-c", "shared_buffers=32MB",
                 "-c", f"fsync={'on' if SOAK else 'off'}"],  # the processes may die, the machine does not
                stdout=log, stderr=log, cwd=self._folder, **self._who)
        until = time.monotonic() + PATIENCE
        while subprocess.run(
                [str(self._programs / "pg_isready"), "-q", "-h", "127.0.0.1", "-p", str(self.port)]).returncode:
            if self._process.poll() is not None or time.monotonic() > until:
                self.stop()
                pytest.skip(f"PostgreSQL did not start: {(self._folder / 'log').read_text()[-500:]}")
            time.sleep(0.05)

    def stop(self) -> None:
        """At once: whoever is connected is thrown out."""
        if self._process is not None:
            self._process.send_signal(signal.SIGQUIT)
            self._process.wait(PATIENCE)
            self._process = None

    def new_database(self) -> str:
        """The URL of an empty database."""
        self._databases += 1
        self._run("createdb", "-h", "127.0.0.1", "-p", str(self.port), "-U", "techdeck", f"tables{self._databases}")
        return f"postgresql://techdeck@127.0.0.1:{self.port}/tables{self._databases}"


@contextmanager
def running_postgres() -> Iterator[Postgres]:
    pytest.importorskip("psycopg", reason="The package psycopg is not installed.")
    programs = postgres_folder()
    if programs is None:
        pytest.skip("PostgreSQL is not installed (on Debian: apt-get install postgresql).")
    user = plain_user()
    folder = Path(tempfile.mkdtemp(prefix="techdeck-postgres-"))  # not in pytest's own, which others may not enter
    if user is not None:
        shutil.chown(folder, user)
    cluster = Postgres(folder, programs, user)
    try:
        cluster.make()
        cluster.start()
        yield cluster
    finally:
        cluster.stop()
        shutil.rmtree(folder, ignore_errors=True)


class Redis:
    """A Redis that keeps nothing on the disk; started again, it is at the same address."""

    def __init__(self, program: str, folder: str) -> None:
        self._port: Final = free_port()
        self._command: Final = [
            program, "--port", str(self._port), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no",
            "--dir", folder]
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        return f"redis://127.0.0.1:{self._port}"

    def start(self) -> None:
        self._process = subprocess.Popen(self._command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        until = time.monotonic() + PATIENCE
        while True:
            try:
                socket.create_connection(("127.0.0.1", self._port), 1).close()
                return
            except OSError:
                if self._process.poll() is not None or time.monotonic() > until:
                    self.stop()
                    pytest.skip("Redis did not start.")
                time.sleep(0.05)

    def stop(self) -> None:
        if self._process is not None:
            self._process.kill()
            self._process.wait(PATIENCE)
            self._process = None


@contextmanager
def running_redis() -> Iterator[Redis]:
    pytest.importorskip("redis", reason="The package redis is not installed.")
    program = shutil.which("redis-server")
    if program is None:
        pytest.skip("Redis is not installed (on Debian: apt-get install redis-server).")
    with tempfile.TemporaryDirectory(prefix="techdeck-redis-") as folder:
        redis = Redis(program, folder)
        try:
            redis.start()
            yield redis
        finally:
            redis.stop()
