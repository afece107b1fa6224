"""The demo pack: everything about the fictional companies, generated from one seed up to an instant."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from datetime import datetime
from decimal import Context, localcontext
from hashlib import sha256

import numpy as np

from packages.domain.market_data.bars import BarSeries, instant
from packages.domain.market_data.errors import NoData
from packages.domain.market_data.rows import (
    CalendarEvent,
    CorporateAction,
    FinancialFact,
    Instrument,
    MacroPoint,
    Membership,
    NewsItem,
    Row,
    StatusPeriod,
    Valuation,
)
from packages.domain.market_data.symbols import Market, Symbol
from packages.domain.market_data.timeframe import Timeframe
from packages.infra.providers.market_data.demo.bars import COIN, TradedSessions, coin_bars
from packages.infra.providers.market_data.demo.companies import COMPANIES
from packages.infra.providers.market_data.demo.index import INDICES, index_bars, memberships
from packages.infra.providers.market_data.demo.listing import instruments, traded_in
from packages.infra.providers.market_data.demo.macro import ECONOMIES, macro_points
from packages.infra.providers.market_data.demo.market_news import index_news, macro_news
from packages.infra.providers.market_data.demo.minutes import bars_within_days
from packages.infra.providers.market_data.demo.regimes import MarketWeather, weather
from packages.infra.providers.market_data.demo.sessions import ALWAYS_OPEN, LAST
from packages.infra.providers.market_data.demo.span import DemoSpan
from packages.infra.providers.market_data.demo.statuses import status_periods
from packages.infra.providers.market_data.demo.story import Story, draw_story

DEFAULT_SEED = 20260101


@dataclass(frozen=True, slots=True, eq=False)
class DemoPack:
    """All rows have the source `demo`; `bars` holds the series of each symbol, daily first, but for the coin: its days
    come last of all."""

    instruments: tuple[Instrument, ...]
    bars: Mapping[Symbol, tuple[BarSeries, ...]]
    actions: tuple[CorporateAction, ...]
    statuses: tuple[StatusPeriod, ...]
    facts: tuple[FinancialFact, ...]
    valuations: tuple[Valuation, ...]
    news: tuple[NewsItem, ...]
    macro: tuple[MacroPoint, ...]
    memberships: tuple[Membership, ...]
    events: tuple[CalendarEvent, ...] = ()

    def between(self, since: datetime | None, now: datetime | None) -> "DemoPack":
        """What became known after the one instant (None: at any time before) and by the other (None: ever)."""
        if now is None:
            return self
        rows = {
            field.name: tuple(row for row in getattr(self, field.name) if _within(row.known_at, since, now))
            for field in fields(self)
            if field.name != "bars"
        }
        return DemoPack(bars={s: tuple(_cut(one, since, now) for one in of) for s, of in self.bars.items()}, **rows)

    def series(self, symbol: Symbol, timeframe: Timeframe = Timeframe.D1) -> BarSeries:
        for series in self.bars.get(symbol, ()):
            if series.timeframe is timeframe:
                return series
        raise NoData("market_data.demo_has_no_bars", timeframe=timeframe, symbol=symbol)

    def all_bars(self) -> Iterator[BarSeries]:
        return (series for of_symbol in self.bars.values() for series in of_symbol)

    def rows(self) -> Iterator[Row]:
        """Every row that is not a bar."""
        yield from self.instruments
        yield from self.actions
        yield from self.statuses
        yield from self.facts
        yield from self.valuations
        yield from self.news
        yield from self.macro
        yield from self.memberships
        yield from self.events

    def fingerprint(self) -> str:
        """The SHA-256 of every bar and row."""
        digest = sha256()
        for series in self.all_bars():
            digest.update(f"{series.symbol} {series.timeframe} {series.source} {series.adjusted}".encode())
            for column in fields(series.columns):
                digest.update(getattr(series.columns, column.name).tobytes())
        for row in self.rows():
            digest.update(repr(row).encode())
        return digest.hexdigest()


def _within(known_at: datetime, since: datetime | None, now: datetime) -> bool:
    return (since is None or since < known_at) and known_at <= now


def _cut(series: BarSeries, since: datetime | None, now: datetime) -> BarSeries:
    known = series.columns.known_at
    first = 0 if since is None else int(np.searchsorted(known, instant(since), side="right"))
    return replace(series, columns=series.columns[first : int(np.searchsorted(known, instant(now), side="right"))])


_COIN_WILDNESS = 1.6


def generate(seed: int = DEFAULT_SEED, now: datetime | None = None) -> DemoPack:
    """All that is known at an instant; without one, the founding years and all that was ever reported on them. The same
    seed gives the same pack, bit for bit, whatever precision the caller's decimals have."""
    with localcontext(Context()):
        return _generated(DemoSpan(seed, now))


def generate_since(since: datetime, now: datetime, closes: Mapping[Symbol, int], seed: int = DEFAULT_SEED) -> DemoPack:
    """Only what became known after `since`, in a later year than the founding ones. `closes` are those of every
    instrument at the end of the year before `since`, in cents."""
    with localcontext(Context()):
        return _generated(DemoSpan(seed, now, since, closes))


def _generated(span: DemoSpan) -> DemoPack:
    skies = {exchange: weather(span.seed, exchange, span.horizon) for exchange in ("XSHG", "XNYS")}
    stories = {company.symbol: draw_story(span, company, skies[company.exchange]) for company in COMPANIES}
    actions = tuple(action for story in stories.values() for action in story.actions)
    members = tuple(row for index in INDICES for row in memberships(index, span.horizon))
    macro, macro_items = _economies(span.seed, skies)
    news = [item for story in stories.values() for item in story.news] + macro_items + _index_items(members)
    return DemoPack(
        instruments=instruments(),
        bars=_all_bars(span, stories, actions),
        actions=actions,
        statuses=status_periods(),
        facts=tuple(fact for story in stories.values() for fact in story.facts),
        valuations=tuple(row for story in stories.values() for row in story.valuations),
        news=tuple(sorted(news, key=lambda item: (item.published_at, item.key))),
        macro=macro,
        memberships=members,
        events=tuple(event for story in stories.values() for event in story.events),
    ).between(span.since, span.now)


def _all_bars(
    span: DemoSpan, stories: dict[Symbol, Story], actions: Sequence[CorporateAction]
) -> dict[Symbol, tuple[BarSeries, ...]]:
    daily = {symbol: story.traded.bars for symbol, story in stories.items()}
    sky = weather(span.seed, ALWAYS_OPEN, span.horizon, wildness=_COIN_WILDNESS)
    coin = coin_bars(span.seed, sky, TradedSessions(span.days(ALWAYS_OPEN, Market.CRYPTO), span.closes.get(COIN)))
    indices = [
        index_bars(index, daily, actions, span.days(index.exchange, index.symbol.market), span.closes)
        for index in INDICES
    ]
    bars = {one.symbol: (one, *_within_days(span, one)) for one in (*daily.values(), *indices)}
    return {**bars, COIN: (*_within_days(span, coin.bars), coin.bars)}


def _within_days(span: DemoSpan, daily: BarSeries) -> Iterator[BarSeries]:
    return bars_within_days(span, daily, goes_on=daily.symbol in traded_in(LAST.year + 1))


def _economies(seed: int, skies: dict[str, MarketWeather]) -> tuple[tuple[MacroPoint, ...], list[NewsItem]]:
    points: list[MacroPoint] = []
    news: list[NewsItem] = []
    for economy, sky in zip(ECONOMIES, (skies["XSHG"], skies["XNYS"]), strict=True):
        published = macro_points(seed, economy, sky)
        points += published
        news += macro_news(economy, published)
    return tuple(points), news


def _index_items(members: Sequence[Membership]) -> list[NewsItem]:
    return [
        item
        for index in INDICES
        for item in index_news(index, COMPANIES, [row for row in members if row.index == index.symbol.text])
    ]
