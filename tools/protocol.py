"""Write docs/protocol.md from the messages and the HTTP interface, or with --check say whether it is up to date."""

import ast
import inspect
import sys
from pathlib import Path
from typing import Any, Final

from msgspec import NODEFAULT, Struct
from msgspec import inspect as messages
from msgspec.json import encode

from techdeck.server import wire
from techdeck.server.app import create_app
from techdeck.server.settings import Settings

TARGET: Final = Path(__file__).parent.parent / "docs" / "protocol.md"
MOST_SAID: Final = 100_000  # a limit above this is one of the language, and nothing to tell
BASES: Final = (wire.Said, wire.Heard)
HEAD: Final = """\
# The protocol

<!-- Made by tools/protocol.py from techdeck.server.wire and techdeck.server.app: change it there. -->

This is version {protocol} of how clients and a server talk. Whoever writes a client or a bot needs no more than this
page; [bots-over-the-wire.md](bots-over-the-wire.md) has a whole one in thirty lines.

## A visit

1. `POST /api/guests` with `{{"program": true}}` gives a token. A program sends it with every request, also the one that
   opens the socket: `Authorization: Bearer TOKEN`. Browsers get a cookie instead, which no script can read.
2. `POST /api/rooms` opens a table, or somebody tells you its code.
3. `GET /api/rooms/CODE/socket?seat=0&client=NAME` opens the WebSocket. `seat` is the one of your seats whose eyes you
   want (-1 to watch), `client` any name of yours, so that your words are told from those of your other devices.
4. The server says `welcome`: the room, you, the table as you see it, and everything that was told. From then on it says
   `update`, with what is new.
5. You say things, each with a `word`, a number of your own that grows. The answer is `done` or `refused`, with the same
   number. What is done is stored: it survives a crash of the server.

When the connection breaks, connect again and say again what was not answered, with the same numbers and the same
`client`: each word is done once. With `log=N` in the address, the story goes on after the line N that you have.

Frames are JSON, one message each. A client may send {longest} bytes at once, a player {players} words in {span:g}
seconds, somebody who watches {watchers}. Whoever says too much is refused as `too fast`, and heard more slowly.
Fields that are not listed here are refused in what a client says, and to be ignored in what a server says.

The server ends a connection with a code: 4403 if you may not be here, 4404 if there is no such table, 4408 if you read
too slowly, 4429 if too many connections come from your address, and 1012 when it is restarted. Before, where it can, it
says why: `closing`.

A new version may add fields and messages; what changes a meaning makes `protocol` in `welcome` grow.
"""


def page() -> str:
    """The whole page."""
    settings = Settings()
    structs = [struct for struct in vars(wire).values()
               if isinstance(struct, type) and issubclass(struct, Struct) and struct not in (Struct, *BASES)]
    parts = [HEAD.format(
        protocol=wire.PROTOCOL, longest=wire.LONGEST_FRAME, players=settings.words_of_players,
        watchers=settings.words_of_watchers, span=settings.words_span)]
    said = [struct for struct in structs if issubclass(struct, wire.Said)]
    heard = [struct for struct in structs if issubclass(struct, wire.Heard)]
    others = [struct for struct in structs if struct not in said and struct not in heard]
    parts += ["## What a client says\n", *map(section, said)]
    parts += ["## What a server says\n", *map(section, heard)]
    parts += ["## Parts of messages\n", *map(section, others)]
    parts += ["## The HTTP interface\n", *interface()]
    return "\n".join(parts)


def section(struct: type[Struct]) -> str:
    """One message, or a part of one."""
    info = messages.type_info(struct)
    assert isinstance(info, messages.StructType), f"{struct} is no struct"
    name = struct.__name__ if info.tag is None else f"{info.tag}"
    lines = [f"### `{name}`\n", inspect.cleandoc(struct.__doc__ or ""), ""]
    notes = comments(struct)
    rows = [row(struct, field, notes.get(field.name, "")) for field in info.fields]
    if info.tag is not None:
        rows.insert(0, f"| `{info.tag_field}` | `{encode(info.tag).decode()}` | |")
    return "\n".join([*lines, "| field | type | |", "|---|---|---|", *rows, ""])


def row(struct: type[Struct], field: messages.Field, note: str) -> str:
    kind = field.type
    if isinstance(kind, messages.Metadata):
        note = note or str((kind.extra_json_schema or {}).get("description", ""))
    if field.default is not NODEFAULT:
        is_left_out = issubclass(struct, wire.Said) or struct.__struct_config__.omit_defaults
        words = "may be left out" if is_left_out else "usually"
        note = f"{note}; {words}: `{encode(field.default).decode()}`".removeprefix("; ")
    elif field.default_factory is not NODEFAULT:
        note = f"{note}; left out if empty".removeprefix("; ") if struct.__struct_config__.omit_defaults else note
    return f"| `{field.encode_name}` | {written(kind)} | {note} |".replace("|  |", "| |")


def comments(struct: type[Struct]) -> dict[str, str]:
    """What stands behind the fields in the source."""
    lines = inspect.getsource(struct).splitlines()
    found: dict[str, str] = {}
    for part in ast.parse("\n".join(lines)).body[0].body:  # type: ignore[attr-defined]
        if isinstance(part, ast.AnnAssign) and isinstance(part.target, ast.Name):
            _, has_note, note = lines[part.lineno - 1].partition("  # ")
            if has_note:
                found[part.target.id] = note
    return found


def written(kind: messages.Type) -> str:
    """A type in words."""
    if isinstance(kind, messages.Metadata):
        return written(kind.type)
    if isinstance(kind, messages.StructType):
        return f"[{kind.cls.__name__}](#{kind.cls.__name__.lower()})"
    if isinstance(kind, messages.ListType):
        return f"list of {written(kind.item_type)}"
    if isinstance(kind, messages.DictType):
        return f"object of {written(kind.value_type)}"
    if isinstance(kind, messages.UnionType):
        return " or ".join(dict.fromkeys(written(part) for part in kind.types))
    if isinstance(kind, messages.LiteralType):
        return " or ".join(f"`{encode(value).decode()}`" for value in kind.values)
    if isinstance(kind, messages.StrType):
        return f"text{_span(kind.min_length, kind.max_length, ' letters')}"
    if isinstance(kind, messages.IntType):
        return f"whole number{_span(kind.ge, kind.le, '')}"
    names = {messages.FloatType: "number", messages.BoolType: "true or false", messages.NoneType: "null"}
    return names.get(type(kind), "anything")


def _span(least: int | None, most: int | None, of: str) -> str:
    least = None if least is not None and least < -MOST_SAID else least
    if most is not None and most <= MOST_SAID:
        return f", {least or 0} to {most}{of}"
    return "" if least is None else f", from {least}{of}"


# HTTP

def interface() -> list[str]:
    """What can be asked without a socket."""
    description: dict[str, Any] = create_app(Settings(database="sqlite://")).openapi()
    lines = [
        "Bodies and answers are JSON. A refusal has a status from 400 and says `why`, a word for programs, and",
        "`words`, a sentence. `/api/openapi.json` has all of it for programs; `/healthz` and `/metrics` are for",
        "whoever runs a server.",
        "", "| request | what it is for | body |", "|---|---|---|",
    ]
    for path, methods in description["paths"].items():
        for method, about in methods.items():
            words = " ".join(about.get("description", "").split())
            query = [part["name"] for part in about.get("parameters", []) if part["in"] == "query"]
            address = path + (f"?{'&'.join(f'{name}=' for name in query)}" if query else "")
            lines.append(f"| `{method.upper()} {address}` | {words} | {body(about, description)} |")
    return [*lines, ""]


def body(about: dict[str, Any], description: dict[str, Any]) -> str:
    """The fields of a body, those that must be there first in bold."""
    content = about.get("requestBody", {}).get("content", {}).get("application/json", {}).get("schema", {})
    if "$ref" not in content:
        return ""
    schema = description["components"]["schemas"][content["$ref"].rpartition("/")[2]]
    must = schema.get("required", [])
    return ", ".join(f"**`{name}`**" if name in must else f"`{name}`" for name in schema.get("properties", {}))


def main() -> int:
    new = page()
    if "--check" in sys.argv:
        if not TARGET.exists() or TARGET.read_text(encoding="utf-8") != new:
            print(f"{TARGET.name} is not up to date: run python tools/protocol.py")
            return 1
        return 0
    TARGET.write_text(new, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
