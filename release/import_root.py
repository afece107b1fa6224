"""Moves the packages of the checkout below one import name: `from packages.core` becomes `from parley.packages.core`.

It follows the syntax tree, so that words in sentences and names of variables stay as they are, and refuses what it
cannot place: a wheel with an import that leads nowhere would be found out by its users.
"""

import ast
import re
from collections.abc import Callable, Iterator

NAME = "parley"
ROOTS = ("apps", "src", "packages", "migrations")
_MODULE = re.compile(rf"(?:{'|'.join(ROOTS)})(?:\.[A-Za-z_]\w*)+")
_OPENING = re.compile(rb"[rRuU]?('{3}|\"{3}|'|\")")
_Place = tuple[int, int]  # row from 0, and byte of the row


class Unplaced(Exception):
    """A name of ours that cannot be moved; the message says where it stands."""


def moved(source: str, file: str, is_module: Callable[[str], bool]) -> str:
    """The source with every import of ours below `NAME`; `is_module` says whether a dotted name is one of ours."""
    lines = source.encode().splitlines(keepends=True)
    for row, column in sorted(_places(source, lines, file, is_module), reverse=True):
        lines[row] = b"".join((lines[row][:column], f"{NAME}.".encode(), lines[row][column:]))
    return b"".join(lines).decode()


def _places(source: str, lines: list[bytes], file: str, is_module: Callable[[str], bool]) -> Iterator[_Place]:
    """Before which the name is put."""
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.ImportFrom(module=str(module), level=0) if _root(module) in ROOTS:
                yield _behind(b"from ", node, lines, file)
            case ast.Import(names=names) if any(_root(each.name) in ROOTS for each in names):
                yield _only_import(node, lines, file)
            case ast.Constant(value=str(text)) if _MODULE.fullmatch(text):
                if not is_module(text):
                    raise Unplaced(f"{file}:{node.lineno}: {text!r} looks like a module of ours, and there is none")
                yield _in_quotes(node, lines, file)


def _root(module: str) -> str:
    return module.partition(".")[0]


def _only_import(node: ast.Import, lines: list[bytes], file: str) -> _Place:
    """`import packages.core.ids as ids`; without another name, what the import binds would be `parley`."""
    if len(node.names) > 1 or node.names[0].asname is None:
        raise Unplaced(f"{file}:{node.lineno}: import a module of ours by `from`, or give it a name")
    return _behind(b"import ", node, lines, file)


def _behind(keyword: bytes, node: ast.stmt, lines: list[bytes], file: str) -> _Place:
    row, column = node.lineno - 1, node.col_offset
    if not lines[row][column:].startswith(keyword):
        raise Unplaced(f"{file}:{node.lineno}: write `{keyword.decode()}` with one space behind it")
    return row, column + len(keyword)


def _in_quotes(node: ast.Constant, lines: list[bytes], file: str) -> _Place:
    opening = _OPENING.match(lines[node.lineno - 1][node.col_offset :])
    if opening is None:
        raise Unplaced(f"{file}:{node.lineno}: write the name of a module in quotes of its own")
    return node.lineno - 1, node.col_offset + opening.end()
