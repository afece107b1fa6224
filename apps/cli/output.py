"""What the commands share: wrong options, exit codes, JSON on the terminal and plain tables."""

import json
import sys
from collections.abc import Container
from datetime import date
from typing import TYPE_CHECKING

from packages.core.errors import Invalid, ParleyError

if TYPE_CHECKING:
    from rich.table import Table


class BadOption(Invalid):
    """An argument or an option of the command is wrong."""


def exit_code(error: ParleyError) -> int:
    """2 for what was typed, 3 for data that are not there, 1 for all else."""
    from packages.domain.backtest.terms import BadTerms
    from packages.domain.market_data.errors import NoData, UnknownSymbol

    if isinstance(error, BadOption | BadTerms):
        return 2
    return 3 if isinstance(error, NoData | UnknownSymbol) else 1


def print_json(value: object) -> None:
    print(json.dumps(value, ensure_ascii=False, indent=2, default=str))


def error_json(error: ParleyError) -> dict[str, object]:
    return {"error": {"code": error.code, "message": error.message, "details": error.details}}


def print_error(error: ParleyError, as_json: bool) -> None:
    if as_json:
        print(json.dumps(error_json(error)))
    else:
        print(error.message, file=sys.stderr)


def parse_day(option: str, text: str | None, example: str = "2020-01-31") -> date | None:
    try:
        return date.fromisoformat(text) if text else None
    except ValueError:
        raise BadOption("cli.bad_day", option=option, text=text, example=example) from None


def plain_table(*titles: str, no_wrap: Container[str] = ()) -> "Table":
    """Without a frame; rich is loaded here, because JSON needs none of it."""
    from rich.table import Table

    table = Table(box=None, header_style="bold")
    for title in titles:
        table.add_column(title, no_wrap=title in no_wrap)
    return table
