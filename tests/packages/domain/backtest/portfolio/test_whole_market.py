"""A portfolio by rule over the stored market holds what the same portfolio over all its tickers by name holds."""

import asyncio
from collections.abc import Sequence
from datetime import UTC, date, datetime
from decimal import Decimal
from functools import partial
from pathlib import Path

import numpy as np
import pytest

from packages.domain.backtest.market.instrument_bars import instrument_bars
from packages.domain.backtest.outcome import ExitReason
from packages.domain.backtest.portfolio.market_bars import ALL_FIELDS, QUICK_FIELDS, MarketBars, known_instruments
from packages.domain.backtest.portfolio.ports import MarketRows
from packages.domain.backtest.portfolio.running import HeldPortfolio, NoWholeMarket, PortfolioRequest, hold_portfolio
from packages.domain.backtest.terms import Terms, usual_costs
from packages.domain.market_data.bars import BarSeries
from packages.domain.market_data.cross_sections import BarField, MarketPanel
from packages.domain.market_data.door import MarketView
from packages.domain.market_data.errors import NoData
from packages.domain.market_data.quality import assemble
from packages.domain.market_data.rows import (
    ActionKind,
    CalendarEvent,
    CorporateAction,
    FinancialFact,
    Instrument,
    Statement,
    StatusKind,
    StatusPeriod,
)
from packages.domain.market_data.symbols import Market, Symbol, parse_symbol
from packages.domain.market_data.timeframe import Timeframe
from packages.domain.strategy.indicators.catalogue import CATALOGUE
from packages.domain.strategy.json_tree import Document
from packages.domain.strategy.validate import Validator
from packages.infra.providers.market_data.bars.parquet_bars import ParquetBars
from packages.infra.providers.market_data.calendars import calendar_of
from packages.infra.providers.market_data.cross_sections.mapped_sections import MappedCrossSections

DAYS = 240
NOW = datetime(2022, 1, 3, tzinfo=UTC)
LONG_AGO = datetime(2015, 1, 1, tzinfo=UTC)
CODES = ("600000.SH", "600004.SH", "600006.SH", "000001.SZ", "000002.SZ", "300001.SZ", "688001.SH", "600010.SH")
SYMBOLS = [parse_symbol(code) for code in sorted(CODES)]
GONE, SPECIAL, SPLIT = parse_symbol("600010.SH"), parse_symbol("600006.SH"), parse_symbol("000002.SZ")
BOARDS = {"300": "chinext", "688": "star"}
CLOSE: Document = {"ref": "close"}


class StoredMarket:
    """Eight invented A-shares in the real stores of bars, one under special treatment, one split, one delisted."""

    def __init__(self, folder: Path) -> None:
        self._bars = ParquetBars(folder)
        for symbol in SYMBOLS:
            self._bars.append(_series(symbol), NOW)
        self._sections = MappedCrossSections(self._bars)
        self._home = folder

    def view(self) -> MarketView:
        return MarketView(NOW, self, self, partial(calendar_of, home=self._home))  # type: ignore[arg-type]

    async def read(
        self,
        symbol: Symbol,
        timeframe: Timeframe,
        as_of: datetime,
        start: datetime | None,
        end: datetime | None,
        source: str | None,
    ) -> BarSeries:
        return self._bars.read(symbol, timeframe, as_of, start, end, source=source)

    async def instrument(self, symbol: Symbol, as_of: datetime) -> Instrument:
        return _instrument(symbol)

    async def actions(self, symbol: Symbol, as_of: datetime) -> Sequence[CorporateAction]:
        return [each for each in _actions() if each.symbol == symbol]

    async def statuses(self, symbol: Symbol, as_of: datetime) -> Sequence[StatusPeriod]:
        return [each for each in _statuses() if each.symbol == symbol]

    async def panel(
        self, fields: Sequence[BarField], first: date, last: date, as_of: datetime, symbols: Sequence[Symbol]
    ) -> MarketPanel:
        return self._sections.panel(fields, first, last, as_of, symbols)

    async def rows(self, as_of: datetime) -> MarketRows:
        return MarketRows([_instrument(symbol) for symbol in SYMBOLS], _actions(), _statuses())

    async def facts(self, items: Sequence[str], as_of: datetime) -> Sequence[FinancialFact]:
        return [each for each in _facts() if each.item in items and each.known_at <= as_of]

    async def fact_history(self, symbol: Symbol, as_of: datetime) -> Sequence[FinancialFact]:
        return [each for each in _facts() if each.symbol == symbol and each.known_at <= as_of]

    async def events(self, as_of: datetime) -> Sequence[CalendarEvent]:
        return []


def _days() -> np.ndarray:
    days = np.arange(np.datetime64("2021-01-04"), np.datetime64("2021-01-04") + 2 * DAYS)
    return days[np.is_busday(days)][:DAYS]


def _series(symbol: Symbol) -> BarSeries:
    rng, days = np.random.default_rng(SYMBOLS.index(symbol)), _days().astype("datetime64[us]")
    days = days[: DAYS // 2] if symbol == GONE else days
    close = np.round(20 * np.exp(np.cumsum(rng.normal(0.001, 0.03, len(days)))), 2) + 1
    if symbol == SPLIT:
        close[100:] = np.round(close[100:] / 2, 2)
    opened = np.round(close * np.exp(rng.normal(0, 0.01, len(days))), 2)
    high, low = np.maximum(opened, close) + 0.05, np.minimum(opened, close) - 0.05
    volume = rng.integers(1000, 100_000, len(days)).astype(np.float64)
    volume[rng.random(len(days)) < 0.03] = 0.0
    return assemble(
        symbol, Timeframe.D1, "made", time=days, open_=opened, high=high, low=low, close=close, volume=volume
    )


def _instrument(symbol: Symbol) -> Instrument:
    return Instrument(
        source="made",
        known_at=LONG_AGO,
        symbol=symbol,
        name_en=symbol.text,
        name_zh="",
        exchange="XSHG",
        currency="CNY",
        board=BOARDS.get(symbol.text[:3], "main"),
        listed_on=LONG_AGO.date(),
        delisted_on=_days()[DAYS // 2].item() if symbol == GONE else None,
    )


def _actions() -> list[CorporateAction]:
    paid = CorporateAction(
        source="made",
        known_at=LONG_AGO,
        symbol=SYMBOLS[0],
        ex_date=_days()[60].item(),
        kind=ActionKind.DIVIDEND,
        value=Decimal("0.5"),
    )
    split = CorporateAction(
        source="made",
        known_at=LONG_AGO,
        symbol=SPLIT,
        ex_date=_days()[100].item(),
        kind=ActionKind.SPLIT,
        value=Decimal(2),
    )
    return [paid, split]


def _facts() -> list[FinancialFact]:
    """Two yearly reports of all but one, published after the close of some day of the spring after."""
    return [
        FinancialFact(
            source="made",
            known_at=datetime(year + 1, 3, 1 + number, 10, tzinfo=UTC),
            symbol=symbol,
            statement=Statement.BALANCE if item == "shares_total" else Statement.INCOME,
            item=item,
            period_end=date(year, 12, 31),
            value=Decimal(value + 100 * number * (year - 2019)),
            unit="shares" if item == "shares_total" else "CNY",
        )
        for number, symbol in enumerate(SYMBOLS[1:])
        for year in (2019, 2020)
        for item, value in (("net_profit", 900), ("shares_total", 1000))
    ]


def _statuses() -> list[StatusPeriod]:
    special = StatusPeriod(
        source="made",
        known_at=LONG_AGO,
        symbol=SPECIAL,
        kind=StatusKind.SPECIAL_TREATMENT,
        since=_days()[120].item(),
        until=None,
    )
    halted = StatusPeriod(
        source="made",
        known_at=LONG_AGO,
        symbol=SYMBOLS[1],
        kind=StatusKind.SUSPENDED,
        since=_days()[50].item(),
        until=_days()[58].item(),
    )
    return [special, halted]


def document(*, by_name: bool, **rule: object) -> Document:
    momentum: Document = {"return": {"of": CLOSE, "bars": 20}}
    calm: Document = {"std": {"of": {"return": {"of": CLOSE, "bars": 1}}, "bars": 10}}
    universe: Document = {"market": "cn_stocks", "rule": rule}  # type: ignore[dict-item]
    if by_name:
        universe["tickers"] = [symbol.text for symbol in SYMBOLS]
    return {
        "dsl_version": "2.0.0",
        "strategy": {"name": "Two factors"},
        "universe": universe,
        "timeframe": "1d",
        "factors": {},
        "portfolio": {
            "score": {"subtract": [{"cross_rank": momentum}, {"cross_rank": calm}]},
            "long": {"count": 3},
            "weights": {"mode": "inverse_volatility", "lookback": 15},
            "rebalance": {"every": "week", "session": -1},
        },
    }


def held(market: StoredMarket, written: Document, start: date | None = None) -> HeldPortfolio:
    strategy = Validator(CATALOGUE).document(written).require()
    terms = Terms(costs=usual_costs(Market.CN_STOCKS))
    request = PortfolioRequest(strategy=strategy, terms=terms, start=start, end=None, warm_up=40)
    return asyncio.run(hold_portfolio(request, market.view(), market))


@pytest.fixture
def market(tmp_path: Path) -> StoredMarket:
    return StoredMarket(tmp_path)


@pytest.mark.parametrize("start", [None, _days()[60].item()])
def test_the_whole_market_by_rule_trades_as_its_tickers_by_name(market: StoredMarket, start: date | None) -> None:
    rule = {"min_turnover": {"amount": 10_000, "bars": 5}, "exclude": ["special_treatment"], "min_price": 3}
    ruled, listed = (held(market, document(by_name=by_name, **rule), start) for by_name in (False, True))
    trades = [
        [
            (each.loaded.panel.tickers[trade.ticker], each.loaded.panel.time[trade.exit_bar], trade.profit)
            for trade in each.outcome.trades
        ]
        for each in (ruled, listed)
    ]
    assert trades[0] == trades[1]
    assert len(trades[0]) > 20
    assert ruled.outcome.figures.final_equity == listed.outcome.figures.final_equity


def test_a_market_ranked_by_figures_is_held_as_its_tickers_by_name(market: StoredMarket) -> None:
    cheap: Document = {"cross_rank": {"fundamental": "earnings_yield"}}
    rule = {"where": {"cmp": {"left": {"fundamental": "pe"}, "op": "gt", "right": 2}}}
    runs = []
    for by_name in (False, True):
        written = document(by_name=by_name, **rule)
        portfolio = written["portfolio"]
        assert isinstance(portfolio, dict)
        runs.append(held(market, {**written, "portfolio": {**portfolio, "score": cheap}}))
    ruled, listed = runs
    assert ruled.outcome.figures.final_equity == listed.outcome.figures.final_equity
    bought = {ruled.loaded.panel.tickers[trade.ticker] for trade in ruled.outcome.trades}
    assert len(bought) >= 3
    assert SYMBOLS[0].text not in bought  # it reports nothing


def test_what_is_delisted_while_held_is_paid_out_at_its_last_close(market: StoredMarket) -> None:
    every: Document = document(by_name=False)
    portfolio = every["portfolio"]
    assert isinstance(portfolio, dict)
    del portfolio["score"]
    portfolio["long"] = {}
    run = held(market, every)
    [gone] = [trade for trade in run.outcome.trades if trade.reason is ExitReason.DELISTED]
    assert run.loaded.panel.tickers[gone.ticker] == GONE.text
    assert gone.exit_price == run.loaded.panel.close[gone.ticker, gone.exit_bar - 1]


def test_shares_under_special_treatment_are_left_out_from_the_day_on(market: StoredMarket) -> None:
    with_them = held(market, document(by_name=False))
    without = held(market, document(by_name=False, exclude=["special_treatment"]))
    day = np.datetime64(_days()[121].item())
    entries = [
        [
            each.loaded.panel.time[trade.entry_bar]
            for trade in each.outcome.trades
            if each.loaded.panel.tickers[trade.ticker] == SPECIAL.text
        ]
        for each in (with_them, without)
    ]
    assert max(entries[0]) > day
    assert max(entries[1]) < day


def test_nobody_meets_an_impossible_rule(market: StoredMarket) -> None:
    with pytest.raises(NoData, match="rules of membership"):
        held(market, document(by_name=False, min_price=100_000))


def test_without_a_market_by_date_a_rule_is_refused(market: StoredMarket) -> None:
    strategy = Validator(CATALOGUE).document(document(by_name=False)).require()
    request = PortfolioRequest(strategy=strategy, terms=Terms(), start=None, end=None, warm_up=0)
    with pytest.raises(NoWholeMarket, match="List the tickers"):
        asyncio.run(hold_portfolio(request, market.view(), None))


def test_the_quick_closes_of_a_market_are_those_of_its_instruments(market: StoredMarket) -> None:
    first, last = date(2021, 1, 1), date(2022, 1, 1)
    known = known_instruments(asyncio.run(market.rows(NOW)), Market.CN_STOCKS)
    quick, whole = (
        MarketBars(asyncio.run(market.panel(fields, first, last, NOW, SYMBOLS)), known, Market.CN_STOCKS)
        for fields in (QUICK_FIELDS, ALL_FIELDS)
    )
    universe = quick.universe(None)
    for at in range(len(SYMBOLS)):
        bars = instrument_bars(whole.ticker_bars(at))
        assert universe.own(at).close.tolist() == bars.close.tolist()
        assert universe.own(at).volume.tolist() == bars.volume.tolist()
        assert universe.own(at).time.tolist() == bars.time.tolist()
