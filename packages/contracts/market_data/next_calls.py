"""What to call where data are missing: the same fetch as a request, as a tool and as a command, in `details.next`."""

from collections.abc import Mapping, Sequence
from typing import cast

Details = Mapping[str, object]
Call = dict[str, object]

FETCHES = "/api/v1/data/fetches"
FETCH_DOMAIN, FETCH_TOOL = "market_data", "fetch_missing"
_DAILY = "1d"


def with_next_requests(details: Details) -> dict[str, object]:
    """For HTTP; a fictional company cannot be fetched, and has no request."""
    return _with_next(details, [{"method": "POST", "path": FETCHES, "body": body} for body in _fetches(details)])


def with_next_tools(details: Details) -> dict[str, object]:
    """For a model that calls tools."""
    calls: list[Call] = [{"domain": FETCH_DOMAIN, "tool": FETCH_TOOL, "arguments": each} for each in _fetches(details)]
    return _with_next(details, calls)


def with_next_command(details: Details) -> dict[str, object]:
    """For the terminal: one command for all real instruments, one for all fictional ones."""
    symbols, timeframe = _missing(details)
    real, commands = [each for each in symbols if not _is_demo(each)], []
    if real:
        options = [] if timeframe == _DAILY else ["--timeframe", timeframe]
        commands.append(" ".join(["parley data sync", *real, *options]))
    if len(real) < len(symbols):
        commands.append("parley data demo")
    return _with_next(details, [{"command": command} for command in commands])


def _with_next(details: Details, calls: Sequence[Call]) -> dict[str, object]:
    return {**details, "next": list(calls)} if calls else dict(details)


def _fetches(details: Details) -> list[Call]:
    symbols, timeframe = _missing(details)
    return [{"symbol": symbol, "timeframe": timeframe} for symbol in symbols if not _is_demo(symbol)]


def _missing(details: Details) -> tuple[list[str], str]:
    """As `missing_data` of the domain writes it; nothing where the error is about other things."""
    missing = details.get("missing_data")
    if not isinstance(missing, Mapping):
        return [], _DAILY
    return cast("list[str]", missing["symbols"]), str(missing["timeframe"])


def _is_demo(symbol: str) -> bool:
    return symbol.startswith("DEMO")
