"""Write web/src/wire.ts from the messages of techdeck.server.wire, or with --check say whether it is up to date."""

import sys
from inspect import cleandoc
from pathlib import Path
from types import ModuleType
from typing import Final

from msgspec import NODEFAULT, Struct, inspect
from msgspec.json import encode

from techdeck.server import wire

TARGET: Final = Path(__file__).parent.parent / "web" / "src" / "wire.ts"
HEAD: Final = "// Made by tools/wire_types.py from techdeck.server.wire: change it there.\n"
NUMBERS: Final = ("PROTOCOL", "LONGEST_FRAME", "LONGEST_NAME", "LONGEST_TALK")
BASES: Final = (wire.Said, wire.Heard)


def script(module: ModuleType = wire) -> str:
    """The whole file."""
    structs = [struct for struct in vars(module).values()
               if isinstance(struct, type) and issubclass(struct, Struct) and struct not in (Struct, *BASES)]
    parts = [HEAD]
    parts += [f"export const {name} = {getattr(module, name)};\n" for name in NUMBERS]
    parts += [interface(struct) for struct in structs]
    for name, base in (("AnySaid", wire.Said), ("AnyHeard", wire.Heard)):
        members = " | ".join(struct.__name__ for struct in structs if issubclass(struct, base))
        parts.append(f"export type {name} = {members};\n")
    return "\n".join(parts)


def interface(struct: type[Struct]) -> str:
    """One message, or a part of one, with its own description."""
    info = inspect.type_info(struct)
    assert isinstance(info, inspect.StructType), f"{struct} is no struct"
    lines = [f"/** {comment(struct.__doc__ or '')} */", f"export interface {struct.__name__} {{"]
    if info.tag is not None:
        lines.append(f"  {info.tag_field}: {encode(info.tag).decode()};")
    for field in info.fields:
        mark = "?" if may_be_missing(struct, field) else ""
        lines.append(f"  {field.encode_name}{mark}: {written(field.type)};")
    return "\n".join([*lines, "}\n"])


def comment(text: str) -> str:
    return "\n".join(f" * {line}".rstrip() for line in cleandoc(text).split("\n")).removeprefix(" * ")


def may_be_missing(struct: type[Struct], field: inspect.Field) -> bool:
    """What the client says may leave out what has a default; the server leaves it out only where it says so."""
    has_default = field.default is not NODEFAULT or field.default_factory is not NODEFAULT
    return has_default and (issubclass(struct, wire.Said) or struct.__struct_config__.omit_defaults)


def written(kind: inspect.Type) -> str:
    """A type in the other language."""
    if isinstance(kind, inspect.Metadata):
        return written(kind.type)
    if isinstance(kind, inspect.StructType):
        return kind.cls.__name__
    if isinstance(kind, inspect.ListType):
        inner = written(kind.item_type)
        return f"({inner})[]" if " " in inner else f"{inner}[]"
    if isinstance(kind, inspect.DictType):
        return f"Record<string, {written(kind.value_type)}>"  # JSON has no other keys
    if isinstance(kind, inspect.UnionType):
        return " | ".join(dict.fromkeys(written(part) for part in kind.types))
    if isinstance(kind, inspect.LiteralType):
        return " | ".join(encode(value).decode() for value in kind.values)
    if isinstance(kind, inspect.IntType | inspect.FloatType):
        return "number"
    for plain, name in ((inspect.StrType, "string"), (inspect.BoolType, "boolean"), (inspect.NoneType, "null")):
        if isinstance(kind, plain):
            return name
    return "unknown"


def main() -> int:
    new = script()
    if "--check" in sys.argv:
        if not TARGET.exists() or TARGET.read_text() != new:
            print(f"{TARGET.name} is not up to date: run python tools/wire_types.py")
            return 1
        return 0
    TARGET.write_text(new)
    return 0


if __name__ == "__main__":
    sys.exit(main())
