"""US company facts by the SEC's EDGAR, without a key: statements as they were filed, known from the day of the filing.

The SEC asks every client for a User-Agent that names a contact; without that setting the source is not asked.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from typing import Any

from packages.core.clock import Clock
from packages.domain.market_data.ports import Abilities, BarAnswer, BarRequest, FundamentalAnswer
from packages.domain.market_data.rows import FinancialFact, Instrument, Statement
from packages.domain.market_data.sessions import day_is_over
from packages.domain.market_data.symbols import Market, Symbol
from packages.infra.providers.market_data.vendors.client_libraries import require_market, require_served
from packages.infra.providers.market_data.vendors.http_vendor import HttpVendor
from packages.infra.providers.market_data.vendors.sec_items import STATEMENTS
from packages.infra.providers.market_data.vendors.translation import NONSENSE

SEC_DATA_URL = "https://data.sec.gov"
SEC_FILES_URL = "https://www.sec.gov"
_FORMS = ("10-Q", "10-K", "10-Q/A", "10-K/A", "10-KT", "20-F", "40-F")
_QUARTER = range(80, 101)  # days: 12 to 14 weeks
_STEP = range(70, 110)
_UNITS = {"USD": "USD", "USD/shares": "USD/share", "shares": "shares"}


@dataclass(frozen=True, slots=True)
class Filed:
    """A figure in a filing; `start` None: of a day, as in a balance sheet."""

    start: date | None
    end: date
    filed: date
    value: Decimal

    @property
    def days(self) -> int:
        return 0 if self.start is None else (self.end - self.start).days


class SecProvider:
    """`/files/company_tickers.json` for a company's number, `/api/xbrl/companyfacts/CIK<number>.json` for its facts."""

    def __init__(
        self, clock: Clock, user_agent: str, data_url: str = SEC_DATA_URL, files_url: str = SEC_FILES_URL
    ) -> None:
        self.name = "sec"
        self.abilities = Abilities(markets=frozenset({Market.US_STOCKS}), timeframes=frozenset(), fundamentals=True)
        self._clock = clock
        self._data = HttpVendor("SEC EDGAR", data_url, {"User-Agent": user_agent})
        self._files = HttpVendor("SEC EDGAR", files_url, {"User-Agent": user_agent})
        self._numbers: dict[str, tuple[int, str]] | None = None

    async def bars(self, request: BarRequest) -> BarAnswer:
        require_served(self.name, self.abilities, request)
        raise self._data.nothing(str(request.symbol))

    async def fundamentals(self, symbol: Symbol) -> FundamentalAnswer:
        require_market(self.name, self.abilities, symbol)
        number, title = await self._company(symbol)
        answer = await self._data.json(f"/api/xbrl/companyfacts/CIK{number:010d}.json", str(symbol))
        try:
            facts = tuple(self._facts(symbol, answer["facts"].get("us-gaap", {})))
        except NONSENSE as error:
            raise self._data.unreadable(error) from error
        return FundamentalAnswer(instrument=self._instrument(symbol, title, facts), facts=facts)

    async def search(self, text: str) -> Sequence[Instrument]:
        return ()

    async def _company(self, symbol: Symbol) -> tuple[int, str]:
        if self._numbers is None:
            listed = await self._files.json("/files/company_tickers.json", str(symbol))
            try:
                self._numbers = {
                    str(row["ticker"]): (int(row["cik_str"]), str(row["title"])) for row in listed.values()
                }
            except NONSENSE as error:
                raise self._files.unreadable(error) from error
        found = self._numbers.get(symbol.text.replace(".", "-"))
        if found is None:
            raise self._files.nothing(str(symbol))
        return found

    def _instrument(self, symbol: Symbol, title: str, facts: Sequence[FinancialFact]) -> Instrument:
        """Known since its first filing here; the exchange is not in EDGAR's list."""
        known_at = min((fact.known_at for fact in facts), default=self._clock.now())
        return Instrument(
            source=self.name,
            known_at=known_at,
            symbol=symbol,
            name_en=title,
            name_zh="",
            exchange="XXXX",
            currency="USD",
        )

    def _facts(self, symbol: Symbol, tags: Mapping[str, Any]) -> Iterator[FinancialFact]:
        now = self._clock.now()
        for statement, items in STATEMENTS:
            for item, adds_up, names in items:
                unit, filed = _first_used(tags, names)
                for version, one in _versions(filed, adds_up=adds_up, of_day=statement is Statement.BALANCE):
                    known_at = day_is_over(Market.US_STOCKS, one.filed)
                    if known_at <= now:
                        yield FinancialFact(
                            source=self.name,
                            known_at=known_at,
                            symbol=symbol,
                            statement=statement,
                            item=item,
                            period_end=one.end,
                            value=one.value,
                            unit=unit if statement is Statement.BALANCE else f"{unit}/quarter",
                            version=version,
                        )


def _first_used(tags: Mapping[str, Any], names: Sequence[str]) -> tuple[str, list[Filed]]:
    """Of the tags that a company has used, all filings; a company that changes its tag has both, the newer first."""
    unit, found = "USD", dict[tuple[date | None, date, date], Filed]()
    for name in reversed(names):
        for unit_name, rows in tags.get(name, {}).get("units", {}).items():
            if unit_name in _UNITS:
                unit = _UNITS[unit_name]
                found |= {(one.start, one.end, one.filed): one for one in _read(rows)}
    return unit, sorted(found.values(), key=lambda one: (one.filed, one.end))


def _read(rows: Sequence[Mapping[str, Any]]) -> Iterator[Filed]:
    for row in rows:
        if row["form"] in _FORMS:
            start = date.fromisoformat(row["start"]) if row.get("start") else None
            end, filed = date.fromisoformat(row["end"]), date.fromisoformat(row["filed"])
            if filed > end:
                yield Filed(start, end, filed, Decimal(str(row["val"])))


def _versions(filed: Sequence[Filed], *, adds_up: bool, of_day: bool) -> Iterator[tuple[int, Filed]]:
    """Each period once for every value that was filed of it, the first filing of a value counting."""
    own = [one for one in filed if (one.start is None if of_day else one.days in _QUARTER)]
    by_end: dict[date, list[Filed]] = {}
    for one in own:
        said = by_end.setdefault(one.end, [])
        if not said or (said[-1].value != one.value and said[-1].filed < one.filed):
            said.append(one)
    if adds_up:
        for one in _differences(filed):
            by_end.setdefault(one.end, [one])
    for versions in by_end.values():
        yield from enumerate(versions, 1)


def _differences(filed: Sequence[Filed]) -> Iterator[Filed]:
    """Quarters that are only told as part of a longer stretch: the year so far less what it was a quarter before."""
    first: dict[tuple[date, date], Filed] = {}
    for one in filed:
        if one.start is not None:
            first.setdefault((one.start, one.end), one)
    for (start, end), whole in first.items():
        if whole.days in _QUARTER:
            continue
        before = [part for (s, e), part in first.items() if s == start and (end - e).days in _STEP]
        if before:
            part = max(before, key=lambda each: each.end)
            yield Filed(part.end, end, max(whole.filed, part.filed), whole.value - part.value)
