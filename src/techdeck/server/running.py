"""Starting a server: from the command line, with one process and its bots beside it."""

import argparse
import logging
import os
import sys
from pathlib import Path

import uvicorn

from techdeck.server.app import create_app
from techdeck.server.settings import Settings
from techdeck.server.wire import LONGEST_FRAME


def data_folder() -> Path:
    """Where a person's games are kept, as the system would have it."""
    home = os.environ.get("TECHDECK_HOME")
    if home:
        return Path(home)
    shared = os.environ.get("XDG_DATA_HOME")
    return (Path(shared) if shared else Path.home() / ".local" / "share") / "techdeck"


def database_url(wished: str) -> str:
    """The database to use: the one wished for, or a file in the data folder."""
    if wished.startswith("postgres"):
        return "postgresql+psycopg://" + wished.partition("://")[2]
    if wished:
        return wished if "://" in wished else f"sqlite:///{wished}"
    folder = data_folder()
    folder.mkdir(parents=True, exist_ok=True)
    return f"sqlite:///{folder / 'tables.db'}"


def serve(settings: Settings, host: str, port: int) -> None:
    """Run until somebody stops it."""
    uvicorn.run(
        create_app(settings), host=host, port=port, ws_max_size=LONGEST_FRAME, ws_per_message_deflate=False,
        log_config=None, access_log=False, timeout_graceful_shutdown=5,
    )


def main(arguments: list[str] | None = None) -> None:
    parser = argparse.ArgumentParser(prog="techdeck serve", description="A game server for the Tech Deck.")
    parser.add_argument("--host", default="127.0.0.1", help="the address to listen at; 0.0.0.0 lets others in")
    parser.add_argument("--port", type=int, default=8484)
    parser.add_argument("--database", default="", help="a file, or a URL such as postgresql://user@host/name")
    parser.add_argument("--bot-pace", type=float, default=1.0, help="about how many seconds bots wait")
    parser.add_argument("--bot-processes", type=int, default=1)
    parser.add_argument("--grace", type=float, default=60.0, help="seconds until a bot plays for who is away")
    parser.add_argument("--public", action="store_true", help="people come over https: cookies are sent only there")
    wanted = parser.parse_args(arguments)
    logging.basicConfig(level=logging.INFO, stream=sys.stderr, format="%(asctime)s %(levelname)s %(name)s %(message)s")
    settings = Settings(
        database=database_url(wanted.database), bot_pace=wanted.bot_pace, bot_processes=wanted.bot_processes,
        grace=wanted.grace, is_public=wanted.public,
    )
    print(f"Tech Deck is at http://{wanted.host}:{wanted.port}", flush=True)
    serve(settings, wanted.host, wanted.port)
