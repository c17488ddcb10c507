"""What the server writes down for whoever runs it: lines to read, or JSON for programs.

Whatever looks like a token, a key or a seed is left out, wherever it comes from.
"""

import json
import logging
import re
import sys
import time
from typing import Final

# Tokens are 43 letters of base64 or more, seeds and secrets 64 hexadecimal digits; a URL may hold a password.
SECRETS: Final = re.compile(r"(?<![\w-])[\w-]{40,}(?![\w-])|(?<=://)[^/\s@]*:[^/\s@]*(?=@)")
HIDDEN: Final = "[hidden]"
# What people send and the server need not be told of: it was answered, and is nobody's fault here.
RUBBISH: Final = ("Invalid UTF-8 sequence received from client.", "Invalid HTTP request received.")
ABOUT: Final = ("room", "game", "seat")  # what a line may be about, besides its words


class Readable(logging.Formatter):
    """A line to be read by people."""

    def __init__(self) -> None:
        super().__init__("%(asctime)s %(levelname)-7s %(message)s", "%Y-%m-%d %H:%M:%S")

    def format(self, record: logging.LogRecord) -> str:
        return without_secrets(super().format(record) + "".join(
            f"  {name}={value}" for name, value in about(record).items()))


class Json(logging.Formatter):
    """A JSON object in each line."""

    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, object] = {
            "at": time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(record.created)) + f".{int(record.msecs):03}Z",
            "level": record.levelname.lower(), "from": record.name, "words": record.getMessage(), **about(record),
        }
        if record.exc_info:
            line["error"] = self.formatException(record.exc_info)
        return without_secrets(json.dumps(line))


FORMS: Final = {"text": Readable, "json": Json}


def about(record: logging.LogRecord) -> dict[str, object]:
    return {name: getattr(record, name) for name in ABOUT if hasattr(record, name)}


def without_secrets(text: str) -> str:
    return SECRETS.sub(HIDDEN, text)


def start(form: str) -> None:
    """Write to stderr from now on; stdout is for the person who started the server."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(FORMS[form]())
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(logging.INFO)
    logging.getLogger("uvicorn.error").addFilter(lambda record: record.getMessage() not in RUBBISH)
    for chatty in ("uvicorn", "alembic"):
        logging.getLogger(chatty).setLevel(logging.WARNING)
