"""Updates an instrument from outside sources, a stretch at a time, so that a job that dies resumes."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, time, timedelta

from packages.core.clock import Clock
from packages.core.errors import Invalid, Unavailable
from packages.core.events import JsonObject
from packages.core.messages import Sentence, joined, message
from packages.domain.market_data.coverage import Stored
from packages.domain.market_data.errors import NoData, NoProvider
from packages.domain.market_data.ports import BarRequest, FundamentalAnswer, Tried
from packages.domain.market_data.resolver import nearest
from packages.domain.market_data.rows import Row
from packages.domain.market_data.sessions import session_close
from packages.domain.market_data.symbols import Symbol, parse_symbol
from packages.domain.market_data.timeframe import Timeframe, parse_timeframe
from packages.domain.market_data.unnamed import named_by_its_symbol
from packages.domain.work.jobs import JobCall, JobRequest
from src.modules.data_engineering.application.ports import BarStore, Report, RowStore, Sources

_STRETCH = {True: timedelta(days=30), False: timedelta(days=366)}  # by whether the bars are intraday
_FIRST_TIME = {True: timedelta(days=60), False: timedelta(days=3653)}
_OVERLAP = timedelta(days=7)  # bars just before the last one are asked for again: vendors correct them
_SPELT_LIKE_IT = 50


@dataclass(slots=True)
class SyncReport:
    """What a sync fetched, from which source, which were asked in vain, and the stretches that no source returned."""

    symbol: Symbol
    timeframe: Timeframe
    bars_added: int = 0
    rows_added: int = 0
    sources: list[str] = field(default_factory=list)
    tried: list[Tried] = field(default_factory=list)
    refused: list[str] = field(default_factory=list)


async def no_report(_fraction: float, _message: str) -> None:
    """For callers that do not watch."""


@dataclass(frozen=True, slots=True)
class Sync:
    """Each stretch is stored before the next is asked for."""

    sources: Sources
    bars: BarStore
    rows: RowStore
    clock: Clock

    async def run(
        self, symbol: Symbol, timeframe: Timeframe, since: date | None = None, report: Report = no_report
    ) -> SyncReport:
        result = await self._bars(symbol, timeframe, since, report)
        await report(0.9, Sentence(message("jobs.step.company_data", symbol=symbol)))
        company_rows = _all_rows(await self.sources.company(symbol))
        result.rows_added += await self.rows.add(
            [*company_rows, *await self._name(symbol, timeframe)], self.clock.now()
        )
        return result

    async def fetch(self, wanted: "Wanted", report: Report = no_report) -> SyncReport:
        """As `run`; where no source had the data, `FetchFailed` names each that was asked and what to do."""
        try:
            return await self.run(wanted.symbol, wanted.timeframe, wanted.since, report)
        except (NoData, NoProvider) as error:
            raise fetch_failure(wanted.symbol, error) from error

    async def newest(self, symbol: Symbol, timeframe: Timeframe) -> SyncReport | None:
        """Bars behind the last one of an outside source, and nothing of the company; None where none did: what
        came from a file does not go on by itself."""
        outside = self.sources.names(symbol.market)
        if not [entry for entry in await self._stored(symbol, timeframe) if entry.source in outside]:
            return None
        return await self._bars(symbol, timeframe, None, no_report)

    async def _bars(self, symbol: Symbol, timeframe: Timeframe, since: date | None, report: Report) -> SyncReport:
        result = SyncReport(symbol, timeframe)
        stretches = list(_stretches(await self._start(symbol, timeframe, since), self.clock.now(), timeframe))
        refusal: NoData | NoProvider | None = None
        for place, (start, end) in enumerate(stretches):
            days = {"start": start.date(), "end": end.date()}
            said = message("jobs.step.stretch", symbol=symbol, timeframe=timeframe.value, **days)
            await report(0.9 * place / len(stretches), Sentence(said))
            try:
                await self._fetch_bars(BarRequest(symbol, timeframe, start, end), result)
            except (NoData, NoProvider) as error:
                # Not listed yet, or nothing new. Where no source could be asked at all, the sync ends instead.
                if isinstance(error, NoProvider) and not error.details.get("answered"):
                    raise
                refusal = error
                result.refused.append(Sentence(message("market_data.import.stretch", **days, reason=error.said)))
        if refusal is not None and not await self._stored(symbol, timeframe):
            raise refusal
        return result

    async def _fetch_bars(self, request: BarRequest, result: SyncReport) -> None:
        answered = await self.sources.bars(request)
        now = self.clock.now()
        result.bars_added += await self.bars.append(answered.answer.bars, now)
        result.rows_added += await self.rows.add(answered.answer.actions, now)
        if answered.provider not in result.sources:
            result.sources.append(answered.provider)
        result.tried.extend(tried for tried in answered.tried if tried not in result.tried)

    async def _start(self, symbol: Symbol, timeframe: Timeframe, since: date | None) -> datetime:
        if since is not None:
            return datetime.combine(since, time(), UTC)
        ends = [entry.last for entry in await self._stored(symbol, timeframe)]
        return max(ends) - _OVERLAP if ends else self.clock.now() - _FIRST_TIME[timeframe.is_intraday]

    async def _name(self, symbol: Symbol, timeframe: Timeframe) -> list[Row]:
        """The symbol stands in for it where bars are stored and nobody knew a name: a source may have bars alone."""
        stored = await self._stored(symbol, timeframe)
        known = await self.rows.find_instruments(str(symbol), _SPELT_LIKE_IT)
        if not stored or any(each.symbol == symbol for each in known):
            return []
        oldest = min(stored, key=lambda entry: entry.first)
        since = session_close(symbol.market, oldest.first.date())
        return [named_by_its_symbol(symbol, oldest.source, since)]

    async def _stored(self, symbol: Symbol, timeframe: Timeframe) -> list[Stored]:
        """What is stored, for each source that it came from."""
        wanted = (symbol, timeframe)
        return [entry for entry in await self.bars.stored() if (entry.symbol, entry.timeframe) == wanted]


def _stretches(start: datetime, end: datetime, timeframe: Timeframe) -> Iterator[tuple[datetime, datetime]]:
    step = _STRETCH[timeframe.is_intraday]
    while start < end:
        yield start, min(start + step, end)
        start += step


def _all_rows(answer: FundamentalAnswer) -> list[Row]:
    instrument: list[Row] = [answer.instrument] if answer.instrument else []
    return [*instrument, *answer.facts, *answer.valuations, *answer.statuses, *answer.news, *answer.macro]


SYNC = "data.sync"
_EARLIEST = date(1970, 1, 1)


class FetchFailed(Unavailable):
    """No source had the data; the sentence names each that was asked, and what to do."""


class NothingToFetch(Invalid):
    """Something that no outside source has."""


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
        return _report_json(await self.sync().fetch(_wanted(call.payload), call.progress.report))


def fetch_failure(symbol: Symbol, error: NoData | NoProvider) -> FetchFailed:
    """Names every source that was tried and what to do: check the code, or import a file."""
    near = _spelt_nearly(symbol) if isinstance(error, NoData) or error.details.get("answered") else []
    hint = message("market_data.did_you_mean", symbols=", ".join(map(str, near))) if near else None
    advice = message("market_data.import_instead", symbol=symbol)
    return FetchFailed(joined([error.said, *([hint] if hint else []), advice]), details=error.details)


def _spelt_nearly(symbol: Symbol) -> list[Symbol]:
    """Only a source that answered can say that a symbol is wrong, and a well-known one is not."""
    near = [each.symbol for each in nearest(symbol.text)]
    return [] if symbol in near else near


def _wanted(payload: JsonObject) -> Wanted:
    since = payload.get("since")
    day = date.fromisoformat(str(since)) if since else None
    return Wanted(parse_symbol(str(payload["symbol"])), parse_timeframe(str(payload["timeframe"])), day)


def _report_json(report: SyncReport) -> JsonObject:
    return {
        "symbol": str(report.symbol),
        "timeframe": report.timeframe.value,
        "bars_added": report.bars_added,
        "rows_added": report.rows_added,
        "sources": list(report.sources),
        "tried": [{"provider": each.provider, "reason": each.reason} for each in report.tried],
        "refused": list(report.refused),
    }
