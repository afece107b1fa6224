"""Reads the part of Pine Script that exported strategies are written in: lines, blocks by indentation, expressions."""

import re
from dataclasses import dataclass, field
from typing import Any

_TOKEN = re.compile(
    r"\s*(?:(?P<number>\d+\.?\d*(?:[eE][-+]?\d+)?)|(?P<text>\"(?:[^\"\\]|\\.)*\")"
    r"|(?P<name>[A-Za-z_][A-Za-z0-9_.]*)|(?P<mark><=|>=|==|!=|[-+*/%<>?:()\[\],=]))"
)
_BINDING = {
    **{"or": 2, "and": 3},
    **dict.fromkeys(("==", "!="), 4),
    **dict.fromkeys(("<", "<=", ">", ">="), 5),
    **dict.fromkeys(("+", "-"), 6),
    **dict.fromkeys(("*", "/", "%"), 7),
}
_NOT, _NEGATIVE, _HISTORY = 8, 8, 9


@dataclass(frozen=True, eq=False)
class Node:
    """`kind` says which parts there are; a call is a place of its own, with a past of its own."""

    kind: str
    parts: tuple[Any, ...]


@dataclass
class Line:
    """A statement, and the block below it."""

    text: str
    depth: int
    block: list["Line"] = field(default_factory=list)


@dataclass(frozen=True, eq=False)
class Statement:
    """kind: var, set, expression, if, for, function."""

    kind: str
    name: str = ""
    value: Node | None = None
    more: tuple[Any, ...] = ()
    body: tuple["Statement", ...] = ()


def read_script(text: str) -> tuple[Statement, ...]:
    assert text.startswith("//@version=6\n"), "the version comes first"
    return _statements(_blocks(text))


def _blocks(text: str) -> list[Line]:
    top: list[Line] = []
    open_blocks: list[tuple[int, list[Line]]] = [(-1, top)]
    for raw in text.splitlines():
        if not raw.strip() or raw.lstrip().startswith("//"):
            continue
        depth = len(raw) - len(raw.lstrip())
        assert depth % 4 == 0, f"four spaces a block: {raw}"
        while open_blocks[-1][0] >= depth:
            open_blocks.pop()
        line = Line(raw.strip(), depth)
        open_blocks[-1][1].append(line)
        open_blocks.append((depth, line.block))
    return top


def _statements(lines: list[Line]) -> tuple[Statement, ...]:
    return tuple(_statement(line) for line in lines)


def _statement(line: Line) -> Statement:
    body = _statements(line.block)
    if told := re.fullmatch(r"(f_\w+)\(([^)]*)\) =>(.*)", line.text):
        inside = body or (Statement("expression", value=read_expression(told[3])),)
        return Statement("function", told[1], more=tuple(each.strip() for each in told[2].split(",")), body=inside)
    if told := re.fullmatch(r"var (?:float|int|bool) (\w+) = (.*)", line.text):
        return Statement("var", told[1], read_expression(told[2]))
    if told := re.fullmatch(r"if (.*)", line.text):
        return Statement("if", value=read_expression(told[1]), body=body)
    if told := re.fullmatch(r"for (\w+) = (.*) to (.*)", line.text):
        return Statement("for", told[1], more=(read_expression(told[2]), read_expression(told[3])), body=body)
    if told := re.fullmatch(r"(\w+) :?= (.*)", line.text):
        return Statement("set", told[1], read_expression(told[2]), more=(":=" in line.text.split(told[2])[0],))
    return Statement("expression", value=read_expression(line.text))


def read_expression(text: str) -> Node:
    reader = _Reader(_tokens(text))
    found = reader.expression(0)
    assert reader.at == len(reader.tokens), f"more than an expression: {text}"
    return found


def _tokens(text: str) -> list[tuple[str, str]]:
    found, at, text = [], 0, text.strip()
    while at < len(text):
        token = _TOKEN.match(text, at)
        assert token, f"no token: {text[at:]}"
        assert token.lastgroup
        found.append((token.lastgroup, token[token.lastgroup]))
        at = token.end()
    return found


class _Reader:
    """One token after another, the tighter operators first."""

    def __init__(self, tokens: list[tuple[str, str]]) -> None:
        self.tokens, self.at = tokens, 0

    def _peek(self) -> str:
        return self.tokens[self.at][1] if self.at < len(self.tokens) else ""

    def _take(self, mark: str) -> None:
        assert self._peek() == mark, f"{mark} wanted at {self.tokens[self.at :]}"
        self.at += 1

    def expression(self, loosest: int) -> Node:
        left = self._first()
        while True:
            operator = self._peek()
            if operator == "?" and loosest <= 1:
                self.at += 1
                then = self.expression(1)
                self._take(":")
                left = Node("choice", (left, then, self.expression(1)))
            elif _BINDING.get(operator, 0) > loosest:
                self.at += 1
                left = Node("operation", (operator, left, self.expression(_BINDING[operator])))
            else:
                return left

    def _first(self) -> Node:
        kind, text = self.tokens[self.at]
        self.at += 1
        if text == "(":
            found = self.expression(0)
            self._take(")")
        elif text in ("not", "-"):
            found = Node(text, (self.expression(_NOT - 1),))
        elif kind == "number":
            found = Node("value", (float(text) if any(each in text for each in ".eE") else int(text),))
        elif kind == "text":
            found = Node("value", (text[1:-1].replace('\\"', '"').replace("\\\\", "\\"),))
        elif self._peek() == "(":
            found = self._call(text)
        else:
            found = Node("name", (text,))
        return self._with_history(found)

    def _call(self, name: str) -> Node:
        self._take("(")
        given: list[Node] = []
        named: dict[str, Node] = {}
        while self._peek() != ")":
            if self.at + 1 < len(self.tokens) and self.tokens[self.at + 1][1] == "=":
                key = self._peek()
                self.at += 2
                named[key] = self.expression(0)
            else:
                given.append(self.expression(0))
            if self._peek() == ",":
                self.at += 1
        self._take(")")
        return Node("call", (name, tuple(given), named))

    def _with_history(self, found: Node) -> Node:
        while self._peek() == "[":
            self._take("[")
            found = Node("history", (found, self.expression(0)))
            self._take("]")
        return found
