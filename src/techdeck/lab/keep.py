"""Which games are worth a record: a small language of comparisons, such as `decisions > 400 and winner == 2`.

It is read with Python's own parser, and anything but names, numbers, words, comparisons and sums is refused: nothing
that is written in it can do anything.
"""

import ast
import operator
import re
from collections.abc import Callable, Mapping, Sequence
from difflib import get_close_matches
from typing import Any, Final

from techdeck.lab.plan import Refused

Row = Mapping[str, object]
Value = Callable[[Row], Any]  # what a part of an expression is worth in a row; None if that is not known

COMPARISONS: Final[dict[type, Callable[[Any, Any], bool]]] = {
    ast.Lt: operator.lt, ast.LtE: operator.le, ast.Gt: operator.gt, ast.GtE: operator.ge, ast.Eq: operator.eq,
    ast.NotEq: operator.ne,
}
SUMS: Final[dict[type, Callable[[Any, Any], Any]]] = {
    ast.Add: operator.add, ast.Sub: operator.sub, ast.Mult: operator.mul, ast.Div: operator.truediv,
}
FUNCTIONS: Final[dict[str, Callable[..., Any]]] = {"abs": abs, "max": max, "min": min}


def keeper(text: str, columns: Sequence[str]) -> Callable[[Row], bool]:
    """Whether a game is to be kept, by its row.

    :raises Refused: with a sentence, if the text is no such expression, or speaks of what no row has.
    """
    try:
        value = _value(ast.parse(text.strip(), mode="eval").body, columns)
    except (SyntaxError, RecursionError, MemoryError):
        hint = " Write == to compare." if re.search(r"(?<![<>=!])=(?!=)", text) else ""
        raise Refused(f"{text!r} is no condition; one is decisions > 400 and winner == 2.{hint}") from None
    return lambda row: bool(_safely(value, row))


def _safely(value: Value, row: Row) -> Any:
    """What cannot be reckoned in a row, such as a word less than a number, is not so."""
    try:
        return value(row)
    except (TypeError, ValueError, ArithmeticError):
        return False


def _number(value: Any) -> Any:
    """:raises TypeError: if it is none: words are compared, not added or multiplied."""
    if not isinstance(value, int | float):
        raise TypeError(f"{value!r} is no number")
    return value


def _are_known(operations: Sequence[ast.cmpop]) -> bool:
    return all(type(operation) in COMPARISONS for operation in operations)


def _value(part: ast.expr, columns: Sequence[str]) -> Value:
    match part:
        case ast.Constant(value=bool() | int() | float() | str() as constant):
            return lambda row: constant
        case ast.Name(id=name):
            if name not in columns:
                near = get_close_matches(name, columns, 3)
                like = f"; did you mean {' or '.join(near)}?" if near else f"; there are {', '.join(columns)}."
                raise Refused(f"No row has a {name!r}{like}")
            return lambda row: row[name]
        case ast.BoolOp(op=operation, values=parts):
            every = [_value(each, columns) for each in parts]
            if isinstance(operation, ast.And):
                return lambda row: all(_safely(each, row) for each in every)
            return lambda row: any(_safely(each, row) for each in every)
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            denied = _value(operand, columns)
            return lambda row: not _safely(denied, row)
        case ast.UnaryOp(op=ast.USub(), operand=operand):
            negative = _value(operand, columns)
            return lambda row: -negative(row)
        case ast.BinOp(left=left, op=operation, right=right) if type(operation) in SUMS:
            first, second, reckon = _value(left, columns), _value(right, columns), SUMS[type(operation)]
            return lambda row: reckon(_number(first(row)), _number(second(row)))
        case ast.Compare(left=left, ops=operations, comparators=others) if _are_known(operations):
            sides = [_value(each, columns) for each in [left, *others]]
            compare = [COMPARISONS[type(op)] for op in operations]
            return lambda row: all(
                is_so(sides[place](row), sides[place + 1](row)) for place, is_so in enumerate(compare))
        case ast.Call(func=ast.Name(id=name), args=arguments, keywords=[]) if name in FUNCTIONS and arguments:
            given, function = [_value(each, columns) for each in arguments], FUNCTIONS[name]
            return lambda row: function(*[each(row) for each in given])
    raise Refused(f"{ast.unparse(part)!r} cannot stand in a condition; one is decisions > 400 and winner == 2.")
