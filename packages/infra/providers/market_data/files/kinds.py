"""What kind of rows a file holds, told by its columns; what else it could be is said too."""

from collections.abc import Sequence
from enum import StrEnum

from packages.core.messages import Sentence, message, word
from packages.domain.market_data.errors import BadRows
from packages.infra.providers.market_data.bars.guesses import is_heading
from packages.infra.providers.market_data.files.cells import DayWriting
from packages.infra.providers.market_data.files.headings import columns_of
from packages.infra.providers.market_data.files.items import item_of
from packages.infra.providers.market_data.files.tables import FileTable


class FileKind(StrEnum):
    """What the rows of a file are."""

    BARS = "bars"
    STATEMENTS = "statements"
    VALUATIONS = "valuations"
    NEWS = "news"
    ESTIMATES = "estimates"
    CALENDAR = "calendar"
    ACTIONS = "actions"
    MACRO = "macro"
    FUNDING = "funding"
    COMPANIES = "companies"


_MULTIPLES = {"pe", "pb", "ps", "market_value", "dividend_yield"}


def kind_of_file(table: FileTable, asked: str | None) -> tuple[FileKind, list[str]]:
    """The kind, and what had to be guessed. Raises `BadRows` where no kind fits."""
    if asked is not None:
        if asked not in list(FileKind):
            raise BadRows("market_data.bad_kind", kind=asked[:40], known=list(FileKind))
        return FileKind(asked), []
    fitting = [kind for kind, fits in _tests(table).items() if fits]
    if not fitting:
        raise BadRows("market_data.unknown_columns", path=table.path.name, columns=", ".join(table.headings[:20]))
    first, *others = fitting
    named = {"kind": word("file_kind", first)}
    if not others:
        return first, [Sentence(message("market_data.import.kind", **named))]
    alternatives = [word("file_kind", kind) for kind in others]
    options = ", ".join(f"--kind {kind}" for kind in others)
    said = message("market_data.import.kind_or", **named, others=alternatives, options=options)
    return first, [Sentence(said)]


def _tests(table: FileTable) -> dict[FileKind, bool]:
    """In the order in which they are believed."""
    roles = set(columns_of(table.headings))
    dated, about = bool(roles & {"day", "period", "published"}), "symbol" in roles
    items = wide_items(table.headings)
    long = bool(roles & {"item", "series"}) and "value" in roles
    expects = bool(roles & {"estimate", "analysts"})
    return {
        FileKind.BARS: is_heading(table.headings),
        FileKind.FUNDING: "funding" in roles and bool(roles & {"funded_at", "published", "day"}),
        FileKind.ACTIONS: "ex_date" in roles and bool(roles & {"cash", "plan", "split_to", "ratio"}),
        FileKind.ESTIMATES: expects and "period" in roles and (bool(roles & {"item", "series"}) or bool(items)),
        FileKind.CALENDAR: ("event" in roles or {"title", "kind"} <= roles)
        and bool(roles & {"day", "period", "filed"}),
        FileKind.NEWS: "title" in roles and bool(roles & {"published", "day", "filed"}),
        FileKind.STATEMENTS: not expects
        and ((long and dated and ("item" in roles or about)) or (dated and len(items) >= 2) or turned(table)),
        FileKind.VALUATIONS: bool(roles & _MULTIPLES)
        and bool(roles & {"day", "period"})
        and not is_heading(table.headings),
        FileKind.MACRO: "series" in roles and "value" in roles and dated and not about,
        FileKind.COMPANIES: about and "company" in roles and not dated and not long and not items,
    }


def wide_items(headings: Sequence[str]) -> dict[int, str]:
    """Columns that are lines of statements themselves, by place."""
    roles = set(columns_of(headings).values())
    return {place: name for place, name in enumerate(headings) if place not in roles and item_of(name) is not None}


def turned(table: FileTable) -> bool:
    """Whether lines of statements go down and periods go across, as reports are printed."""
    across = [heading for heading in table.headings[1:] if DayWriting().read(heading) is not None]
    named = sum(item_of(line.cells[0]) is not None for line in table.lines[:200])
    return len(across) >= 1 and len(across) >= len(table.headings) - 3 and named >= 2
