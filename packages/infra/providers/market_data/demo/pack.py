"""The demo pack: everything about the fictional companies, generated from one seed."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, fields
from datetime import date
from decimal import Context, localcontext
from hashlib import sha256

from packages.domain.market_data.bars import BarSeries
from packages.domain.market_data.errors import NoData
from packages.domain.market_data.rows import (
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
from packages.domain.market_data.sessions import statutory_deadline
from packages.domain.market_data.symbols import Market, Symbol
from packages.domain.market_data.timeframe import Timeframe
from packages.infra.providers.market_data.demo.bars import COIN, TradedDay, coin_bars, company_bars, five_minute_bars
from packages.infra.providers.market_data.demo.books import keep_books
from packages.infra.providers.market_data.demo.companies import COMPANIES, CYCLICAL, SHAKY
from packages.infra.providers.market_data.demo.company import DemoCompany
from packages.infra.providers.market_data.demo.company_news import action_news, late_news, report_news, status_news
from packages.infra.providers.market_data.demo.index import INDICES, DemoIndex, index_bars, memberships
from packages.infra.providers.market_data.demo.macro import ECONOMIES, macro_points
from packages.infra.providers.market_data.demo.market_news import index_news, macro_news, price_news
from packages.infra.providers.market_data.demo.regimes import MarketWeather, weather
from packages.infra.providers.market_data.demo.reports import LATE_REPORTS, SOURCE, announcements, facts
from packages.infra.providers.market_data.demo.sessions import ALWAYS_OPEN, FIRST, local
from packages.infra.providers.market_data.demo.statuses import corporate_actions, status_periods
from packages.infra.providers.market_data.demo.valuation import valuations

DEFAULT_SEED = 20260101


@dataclass(frozen=True, slots=True, eq=False)
class DemoPack:
    """All rows have the source `demo`; `bars` holds the series of each symbol, daily first."""

    instruments: tuple[Instrument, ...]
    bars: Mapping[Symbol, tuple[BarSeries, ...]]
    actions: tuple[CorporateAction, ...]
    statuses: tuple[StatusPeriod, ...]
    facts: tuple[FinancialFact, ...]
    valuations: tuple[Valuation, ...]
    news: tuple[NewsItem, ...]
    macro: tuple[MacroPoint, ...]
    memberships: tuple[Membership, ...]

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


_COIN_WILDNESS = 1.6


@dataclass(frozen=True, slots=True, eq=False)
class _Story:
    """Everything in the pack about one company."""

    traded: TradedDay
    actions: tuple[CorporateAction, ...]
    facts: tuple[FinancialFact, ...]
    valuations: tuple[Valuation, ...]
    news: tuple[NewsItem, ...]


def generate(seed: int = DEFAULT_SEED) -> DemoPack:
    """The same seed gives the same pack, bit for bit, whatever precision the caller's decimals have."""
    with localcontext(Context()):
        return _generated(seed)


def _generated(seed: int) -> DemoPack:
    skies = {exchange: weather(seed, exchange) for exchange in ("XSHG", "XNYS")}
    stories = {company.symbol: _story(seed, company, skies[company.exchange]) for company in COMPANIES}
    actions = tuple(action for story in stories.values() for action in story.actions)
    members = tuple(row for index in INDICES for row in memberships(index))
    macro, macro_items = _economies(seed, skies)
    news = [item for story in stories.values() for item in story.news] + macro_items + _index_items(members)
    return DemoPack(
        instruments=instruments(),
        bars=_all_bars(seed, stories, actions),
        actions=actions,
        statuses=status_periods(),
        facts=tuple(fact for story in stories.values() for fact in story.facts),
        valuations=tuple(row for story in stories.values() for row in story.valuations),
        news=tuple(sorted(news, key=lambda item: (item.published_at, item.key))),
        macro=macro,
        memberships=members,
    )


def _story(seed: int, company: DemoCompany, sky: MarketWeather) -> _Story:
    books, announced_at = keep_books(seed, company, sky), announcements(seed, company)
    actions, reports = corporate_actions(company, books), facts(company, books, announced_at)
    traded = company_bars(seed, company, books, sky, actions, announced_at)
    statuses = [row for row in status_periods() if row.symbol == company.symbol]
    news = [
        *report_news(company, reports),
        *action_news(company, actions),
        *status_news(company, statuses),
        *price_news(company, traded.path),
    ]
    if company == SHAKY:
        due = LATE_REPORTS[0]
        news += late_news(company, due, announced_at[due], local(company.market, statutory_deadline(due), 20))
    return _Story(traded, actions, reports, tuple(valuations(company, traded.path, reports, actions)), tuple(news))


def _all_bars(
    seed: int, stories: dict[Symbol, _Story], actions: Sequence[CorporateAction]
) -> dict[Symbol, tuple[BarSeries, ...]]:
    daily = {symbol: story.traded.bars for symbol, story in stories.items()}
    bars = {symbol: (series,) for symbol, series in daily.items()}
    coin = coin_bars(seed, weather(seed, ALWAYS_OPEN, wildness=_COIN_WILDNESS))
    return {
        **bars,
        CYCLICAL.symbol: (daily[CYCLICAL.symbol], five_minute_bars(seed, daily[CYCLICAL.symbol])),
        COIN: (coin.bars,),
        **{index.symbol: (index_bars(index, daily, actions),) for index in INDICES},
    }


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


_INDEX_SINCE = date(2014, 1, 2)


def instruments() -> tuple[Instrument, ...]:
    return (*map(_of_company, COMPANIES), _coin(), *map(_of_index, INDICES))


def _of_company(company: DemoCompany) -> Instrument:
    return Instrument(
        symbol=company.symbol,
        name_en=company.name_en,
        name_zh=company.name_zh,
        exchange="XSHE" if company.symbol.text.endswith(".SZ") else company.exchange,
        currency=company.currency,
        board=company.board,
        industry=company.industry,
        listed_on=company.listed_on,
        source=SOURCE,
        known_at=local(company.market, company.listed_on, 9),
    )


def _coin() -> Instrument:
    return Instrument(
        symbol=COIN,
        name_en="Demo Coin",
        name_zh="演示币",
        exchange=ALWAYS_OPEN,
        currency="USD",
        industry="crypto",
        listed_on=FIRST,
        source=SOURCE,
        known_at=local(Market.CRYPTO, FIRST, 0),
    )


def _of_index(index: DemoIndex) -> Instrument:
    return Instrument(
        symbol=index.symbol,
        name_en=index.name_en,
        name_zh=index.name_zh,
        exchange=index.exchange,
        currency=index.currency,
        board="index",
        industry="index",
        listed_on=FIRST,
        source=SOURCE,
        known_at=local(index.symbol.market, _INDEX_SINCE, 9),
    )
