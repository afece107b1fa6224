"""Drawn perpetuals with funding, and strategies that read and pay it, as a store would tell them."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from decimal import Decimal
from random import Random

import numpy as np

from packages.domain.backtest.alongside import Alongside
from packages.domain.backtest.funding import FundingHistory, funding_received
from packages.domain.backtest.panel import Panel
from packages.domain.market_data.bars import BarColumns, BarSeries
from packages.domain.market_data.rows import FundingRate, Instrument
from packages.domain.market_data.sessions import bar_known_at
from packages.domain.market_data.symbols import parse_symbol
from packages.domain.market_data.timeframe import Timeframe
from packages.domain.strategy.indicators.catalogue import CATALOGUE
from packages.domain.strategy.json_tree import Document, Json
from packages.domain.strategy.model import Strategy
from packages.domain.strategy.validate import Validator
from tests.corpus.markets import random_panel, random_terms
from tests.fakes.market import InMemoryMarket
from tests.reference.lively_strategies import Run

PERPETUALS = ("BTC-USDT-PERP", "ETH-USDT-PERP")
FIRST = datetime(2023, 1, 1, tzinfo=UTC)
_EIGHT_HOURS = timedelta(hours=8)
LEAVE: Json = {"type": "time_exit", "bars": 5}


def rates_of(rng: Random, ticker: str, first: datetime, last: datetime) -> list[FundingRate]:
    """One every eight hours, now and then with a mark price or told late."""
    found, at = [], first
    while at <= last:
        late = timedelta(hours=rng.choice([0, 0, 0, 5]))
        mark = Decimal(rng.randint(900, 1100)) if rng.random() < 0.3 else None
        rate = Decimal(rng.randint(-90, 110)) / 100_000
        symbol = parse_symbol(ticker)
        found.append(
            FundingRate(source="drawn", known_at=at + late, symbol=symbol, paid_at=at, rate=rate, mark_price=mark)
        )
        at += _EIGHT_HOURS
    return found


def strategy_of(entry: Document, tickers: Sequence[str], timeframe: str = "4h", **sides: Json) -> Strategy:
    side: Document = {
        "entry": {"condition": entry, "order": {"type": "market"}},
        "exits": [LEAVE],
        "position_sizing": {"mode": "pct_equity", "pct": 0.4},
    }
    document: Document = {
        "dsl_version": "2.0.0",
        "strategy": {"name": "Funded"},
        "universe": {"market": "crypto", "tickers": list(tickers)},
        "timeframe": timeframe,
        "factors": {},
        "trade": {"long": side, **sides},
    }
    return Validator(CATALOGUE).document(document).require()


def compared(field: str, op: str, value: float) -> Document:
    return {"cmp": {"left": {"funding": field}, "op": op, "right": value}}


def funded_run(seed: int, bars: int = 160) -> Run:
    """Long where little was paid, short where much was."""
    rng = Random(f"funded {seed}")
    tickers, timeframe = PERPETUALS[: rng.randint(1, 2)], rng.choice(["1h", "4h", "1d"])
    field = rng.choice(["rate", "day_rate"])
    less, more = compared(field, "lt", rng.choice([0, 0.0001])), compared(field, "gt", rng.choice([0.0002, 0.0004]))
    mean: Document = {"mean": {"of": {"funding": field}, "bars": rng.randint(2, 9)}}
    above: Document = {"cmp": {"left": {"funding": field}, "op": "gt", "right": mean}}
    short: Document = {
        "entry": {"condition": rng.choice([more, above]), "order": {"type": "market"}},
        "exits": [{"type": "time_exit", "bars": rng.randint(1, 8)}, *_stops(rng)],
        "position_sizing": {"mode": "pct_equity", "pct": 0.3},
    }
    sides: dict[str, Json] = {"short": short} if rng.random() < 0.7 else {}
    strategy = strategy_of(less, tickers, timeframe, **sides)
    panel = random_panel(rng, strategy.universe.market, strategy.timeframe, tickers, bars)
    return Run(strategy, with_funding(rng, panel), random_terms(rng))


def _stops(rng: Random) -> list[Json]:
    return [{"type": "stop_loss", "stop": {"kind": "pct", "value": 0.02}}] if rng.random() < 0.5 else []


def with_funding(rng: Random, panel: Panel) -> Panel:
    """The drawn panel as it would have been loaded."""
    first, last = (panel.time[at].astype("datetime64[us]").item().replace(tzinfo=UTC) for at in (0, -1))
    received, histories = np.zeros_like(panel.close), []
    for row, ticker in enumerate(panel.tickers):
        rates = rates_of(rng, ticker, first, last)
        held = np.isfinite(panel.close[row])
        received[row, held] = funding_received(rates, panel.time[held], panel.close[row, held])
        histories.append(FundingHistory.of(ticker, rates))
    beside = replace(panel.alongside or Alongside(), funding=tuple(histories))
    return replace(panel, dividend=received, alongside=beside)


def stored_market(closes: Sequence[float], timeframe: Timeframe, rates: Sequence[FundingRate]) -> InMemoryMarket:
    """Flat bars of one perpetual, by a store that has its rates."""
    symbol, known = parse_symbol(PERPETUALS[0]), FIRST
    step = np.timedelta64(timeframe.seconds, "s")
    time = np.array([np.datetime64("2023-01-01T00:00:00", "us") + at * step for at in range(len(closes))])
    price = np.array(closes, dtype=np.float64)
    known_at = bar_known_at(symbol.market, timeframe, time)
    columns = BarColumns(time, price, price, price, price, np.full(len(closes), 1e6), known_at)
    instrument = Instrument(
        source="drawn",
        known_at=known,
        symbol=symbol,
        name_en="Bitcoin perpetual",
        name_zh="比特币永续",
        exchange="24/7",
        currency="USD",
    )
    series = BarSeries(symbol, timeframe, "drawn", "raw", columns)
    return InMemoryMarket(datetime(2024, 1, 1, tzinfo=UTC), [instrument], [series], funding_rows=rates)
