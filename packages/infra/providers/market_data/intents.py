"""Which daily series are about to change or have changed since they were last folded into the blocks by date.

A writer notes the series before it touches its files and while it holds them; so whatever dies between the two, the
series is noted, and a reader takes it from its own files. `pending` is where writers note; a fold moves its lines to
`folding` and takes that away when the new catalogue is in place. Read in the order pending, folding, catalogue, nothing
that moves from one to the next is missed.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import TypeAlias

from packages.infra.providers.market_data.locks import held

BY_DATE = "by_date"
WHOLE = (0, 9999)
NO_YEARS = (9999, 0)  # the same rows in other files
Years: TypeAlias = tuple[int, int]  # the first and the last that may differ


@dataclass(frozen=True, slots=True)
class Intents:
    """Under the folder of all bars; any process and thread may note."""

    bars: Path

    @property
    def folder(self) -> Path:
        return self.bars / BY_DATE

    def note(self, symbol: str, years: Years = WHOLE) -> None:
        """Only for the one who holds the series, before its files change."""
        self.note_all([(symbol, years)])

    def note_all(self, changes: Iterable[tuple[str, Years]]) -> None:
        lines = "".join(f"\n{first} {last} {symbol}\n" for symbol, (first, last) in changes)  # behind any torn line
        with held(self.folder), self._pending.open("a", encoding="utf-8") as file:
            file.write(lines)

    def waiting(self) -> int:
        """How many bytes were noted since the last fold."""
        try:
            return self._pending.stat().st_size
        except FileNotFoundError:
            return 0

    def noted(self) -> dict[str, Years]:
        """By symbol, in the order that misses nothing."""
        return _merged([*_lines(self._pending), *_lines(self._folding)])

    def begin_folding(self) -> dict[str, Years]:
        """All that is noted, from here on under `folding`; only for the one who folds."""
        with held(self.folder):
            found = self.noted()
            unfinished = self._folding.with_suffix(".part")
            text = "".join(f"{first} {last} {symbol}\n" for symbol, (first, last) in found.items())
            unfinished.write_text(text, encoding="utf-8")
            unfinished.replace(self._folding)
            self._pending.unlink(missing_ok=True)
        return found

    def end_folding(self) -> None:
        self._folding.unlink(missing_ok=True)

    @property
    def _pending(self) -> Path:
        return self.folder / "pending"

    @property
    def _folding(self) -> Path:
        return self.folder / "folding"


def _lines(path: Path) -> Iterator[tuple[str, Years]]:
    try:
        text = path.read_text("utf-8")
    except FileNotFoundError:
        return
    for line in text.splitlines():
        match line.split(" "):
            case [first, last, symbol] if first.isdecimal() and last.isdecimal():
                yield symbol, (int(first), int(last))
            case _:
                continue


def _merged(lines: Iterable[tuple[str, Years]]) -> dict[str, Years]:
    found: dict[str, Years] = {}
    for symbol, (first, last) in lines:
        before = found.get(symbol, (first, last))
        found[symbol] = min(before[0], first), max(before[1], last)
    return found


def years_of(first: datetime, last: datetime) -> Years:
    return first.year, last.year
