"""Bringing an instrument up to date as a job: what is asked for is checked before, and told in JSON after."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import date

from packages.core.errors import Invalid
from packages.core.events import JsonObject
from packages.domain.market_data.symbols import Symbol, parse_symbol
from packages.domain.market_data.timeframe import Timeframe, parse_timeframe
from packages.domain.work.jobs import JobCall, JobRequest
from src.modules.data_engineering.application.sync import Sync, SyncReport

SYNC = "data.sync"
_EARLIEST = date(1970, 1, 1)


class NothingToFetch(Invalid):
    """Something that no outside source can tell."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """What to bring; `since` None: from the last stored bar on, or the usual first stretch."""

    symbol: Symbol
    timeframe: Timeframe
    since: date | None = None


def sync_request(owner_id: str, wanted: Wanted, today: date, idempotency_key: str) -> JobRequest:
    if wanted.symbol.is_demo:
        raise NothingToFetch("market_data.fictional_company", symbol=wanted.symbol)
    if wanted.since is not None and not _EARLIEST <= wanted.since <= today:
        raise NothingToFetch("market_data.bad_since", since=wanted.since, earliest=_EARLIEST, today=today)
    payload: JsonObject = {
        "symbol": str(wanted.symbol),
        "timeframe": wanted.timeframe.value,
        "since": wanted.since.isoformat() if wanted.since else None,
    }
    return JobRequest(owner_id, SYNC, payload, idempotency_key)


@dataclass(frozen=True, slots=True)
class SyncWork:
    """Does such jobs; `sync` is asked for when the first one comes."""

    sync: Callable[[], Sync]

    async def handle(self, call: JobCall) -> JsonObject:
        wanted = _wanted(call.payload)
        report = await self.sync().run(wanted.symbol, wanted.timeframe, wanted.since, call.progress.report)
        return _told(report)


def _wanted(payload: JsonObject) -> Wanted:
    since = payload.get("since")
    day = date.fromisoformat(str(since)) if since else None
    return Wanted(parse_symbol(str(payload["symbol"])), parse_timeframe(str(payload["timeframe"])), day)


def _told(report: SyncReport) -> JsonObject:
    return {
        "symbol": str(report.symbol),
        "timeframe": report.timeframe.value,
        "bars_added": report.bars_added,
        "rows_added": report.rows_added,
        "sources": list(report.sources),
        "tried": [{"provider": each.provider, "reason": each.reason} for each in report.tried],
        "refused": list(report.refused),
    }
