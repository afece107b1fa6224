"""Headings in several lines, as pandas writes yfinance's tables: fields in one line, tickers in another, and often the
name of the dates alone in a third. The columns of several tickers stand side by side."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

from packages.infra.providers.market_data.bars.guesses import NEEDED, PRICES, roles_of

_NAMES = ("price", "ticker", "tickers", "symbol", "attributes", "")  # of the lines themselves, before the dates


@dataclass(frozen=True, slots=True)
class StackedHeading:
    """For each ticker the places of its columns, the dates among them; `lines` stand before the first row."""

    tickers: tuple[tuple[str, dict[str, int]], ...]
    fields: tuple[str, ...]
    lines: int


def stacked_heading(lines: Sequence[str], separator: str) -> StackedHeading | None:
    """None where the first lines are no such heading."""
    rows = [[cell.strip().strip('"') for cell in line.split(separator)] for line in lines[:3]]
    if len(rows) < 2 or len(rows[0]) < 5 or len(rows[1]) != len(rows[0]) or _has_number(rows[1]):
        return None
    place = _dates(rows)
    if place is None:
        return None
    number = 3 if _is_alone(rows, place) else 2
    for fields, names in ((rows[0], rows[1]), (rows[1], rows[0])):
        headings = _filled(fields, place)
        if set(PRICES) <= roles_of([heading for n, heading in enumerate(headings) if n != place]).keys():
            found = tuple(_tickers(headings, _filled(names, place), place))
            return StackedHeading(found, tuple(fields), number) if found else None
    return None


def _tickers(fields: Sequence[str], names: Sequence[str], place: int) -> Iterator[tuple[str, dict[str, int]]]:
    """Those that have all four prices, in the order of their first columns."""
    columns = [n for n, name in enumerate(names) if n != place and name and name.lower() not in _NAMES]
    first = {name: n for n, name in reversed(list(enumerate(names)))}
    for name, some in groupby(sorted(columns, key=lambda n: (first[names[n]], n)), key=lambda n: names[n]):
        own = [place, *some]
        roles = roles_of(["date", *(fields[n] for n in own[1:])])
        if set(NEEDED) <= roles.keys():
            yield name, {role: own[n] for role, n in roles.items()}


def _dates(rows: Sequence[Sequence[str]]) -> int | None:
    """The place of the dates: alone in the third line, or in one of the first two where the other has nothing."""
    if len(rows) > 2 and _is_date(rows[2][0]) and not any(rows[2][1:]):
        return 0
    both = enumerate(zip(rows[0], rows[1], strict=True))
    return next((n for n, (one, other) in both if "" in (one, other) and _is_date(one or other)), None)


def _is_alone(rows: Sequence[Sequence[str]], place: int) -> bool:
    return len(rows) > 2 and _is_date(rows[2][place]) and not any(rows[2][place + 1 :])


def _is_date(heading: str) -> bool:
    return roles_of([heading]).keys() == {"date"}


def _has_number(cells: Sequence[str]) -> bool:
    return any(cell.replace(".", "", 1).isdecimal() and "." in cell for cell in cells)


def _filled(cells: Sequence[str], place: int) -> list[str]:
    """A workbook merges equal cells, and leaves all but the first of them empty."""
    filled: list[str] = []
    for n, cell in enumerate(cells):
        filled.append(cell if cell or n <= place + 1 else filled[-1])
    return filled
