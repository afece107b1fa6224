"""What stands outside the part of freqtrade that can be read, each with its line."""

import ast
from collections.abc import Sequence
from dataclasses import dataclass

from packages.core.errors import Invalid
from packages.core.messages import Language, Message, Param, joined, message, render

_LONGEST = 80


@dataclass(frozen=True, slots=True)
class FreqtradeFault:
    """One thing that cannot be read; line 0 means the whole file."""

    code: str
    line: int
    said: Message

    def as_json(self) -> dict[str, object]:
        return {"code": self.code, "line": self.line, "message": render(self.said, Language.EN)}


class NotReadable(Invalid):
    """The strategy says something that is not in the part of freqtrade that is read; nothing was made of it."""

    def __init__(self, faults: Sequence[FreqtradeFault]) -> None:
        self.faults = tuple(faults)
        super().__init__(
            "strategy.freqtrade.not_readable",
            why=joined(each.said for each in faults),
            details={"faults": [each.as_json() for each in faults]},
        )


class Unread(Exception):
    """Raised where a part cannot be read; caught by the statement that it stands in."""

    def __init__(self, fault: FreqtradeFault) -> None:
        self.fault = fault
        super().__init__(fault.code)


def unread(code: str, node: ast.AST, **params: Param) -> Unread:
    """With the line and the words of the source."""
    words, line = " ".join(ast.unparse(node).split()), int(getattr(node, "lineno", 0))
    source = words if len(words) <= _LONGEST else f"{words[: _LONGEST - 1]}…"
    return Unread(FreqtradeFault(code, line, message(f"strategy.freqtrade.{code}", line=line, source=source, **params)))
