"""Random portfolios with a market and terms for each: every weighting, rhythm, leg and rule of the language."""

from dataclasses import dataclass, replace
from random import Random

import numpy as np

from packages.domain.backtest.alongside import Alongside, ReferencedBars
from packages.domain.backtest.panel import Panel
from packages.domain.backtest.terms import Terms
from packages.domain.market_data.market_rules import RULEBOOK
from packages.domain.market_data.symbols import Market
from packages.domain.market_data.timeframe import Timeframe
from packages.domain.strategy.indicators.catalogue import CATALOGUE
from packages.domain.strategy.json_tree import Document, Json
from packages.domain.strategy.model import Strategy
from packages.domain.strategy.validate import Validator
from tests.corpus.markets import random_panel, random_terms

TICKERS: dict[Market, list[Json]] = {
    Market.US_STOCKS: ["AAPL", "MSFT", "IBM", "GE", "KO", "XOM", "PG", "JNJ", "T", "F"],
    Market.CN_STOCKS: ["600519.SH", "000001.SZ", "300750.SZ", "688981.SH", "600036.SH", "000858.SZ", "601318.SH"],
    Market.CRYPTO: ["BTC-USD", "ETH-USD", "SOL-USD"],
    Market.FUTURES: ["CL=F", "GC=F", "ES=F", "ZN=F"],
}
CLOSE: Document = {"ref": "close"}


@dataclass(frozen=True, slots=True)
class PortfolioRun:
    """`settled` is the bar on which each instrument is gone for good."""

    strategy: Strategy
    panel: Panel
    terms: Terms
    settled: tuple[int, ...]


def random_portfolio(seed: int, bars: int = 140) -> PortfolioRun:
    """The same one every time."""
    rng = Random(seed)
    market = rng.choice(list(TICKERS))
    strategy = Validator(CATALOGUE).document(portfolio_document(rng, market)).require()
    panel = random_panel(rng, market, Timeframe.D1, strategy.universe.tickers, bars)
    ends = tuple(_end(rng, panel, row) for row in range(len(panel.tickers)))
    return PortfolioRun(strategy, _cut(panel, ends), random_terms(rng), ends)


def _end(rng: Random, panel: Panel, row: int) -> int:
    return rng.randint(40, len(panel)) if rng.random() < 0.2 else len(panel)


def _cut(panel: Panel, ends: tuple[int, ...]) -> Panel:
    """Nothing trades any more once it is gone."""
    for name in ("open", "high", "low", "close", "volume"):
        for row, end in enumerate(ends):
            getattr(panel, name)[row, end:] = float("nan")
    return panel


def portfolio_document(rng: Random, market: Market) -> Document:
    tickers = TICKERS[market]
    universe: Document = {"market": market.value, "tickers": tickers}
    if rng.random() < 0.6:
        universe["rule"] = _rule(rng)
    return {
        "dsl_version": "2.0.0",
        "strategy": {"name": "Random portfolio"},
        "universe": universe,
        "timeframe": "1d",
        "factors": {"slow": {"type": "sma", "params": {"period": rng.randint(3, 15)}}},
        "portfolio": _portfolio(rng, market, len(tickers)),
    }


def _rule(rng: Random) -> Document:
    rule: Document = {}
    if rng.random() < 0.4:
        rule["min_turnover"] = {"amount": rng.choice([1000, 1_000_000]), "bars": rng.randint(1, 10)}
    if rng.random() < 0.3:
        rule["min_listed_days"] = rng.randint(1, 60)
    if rng.random() < 0.3:
        rule["min_price"] = rng.choice([1, 8])
    if rng.random() < 0.3:
        rule["max_price"] = rng.choice([60, 250])
    if rng.random() < 0.3:
        rule["where"] = {"cmp": {"left": CLOSE, "op": rng.choice(["gt", "lt"]), "right": {"ref": "slow"}}}
    return rule


def _portfolio(rng: Random, market: Market, members: int) -> Document:
    shorts = RULEBOOK[market].can_short and rng.random() < 0.5
    every = rng.choice(["day", "week", "month", "quarter"])
    session = 1 if every == "day" else rng.choice([1, 2, -1, -2, 3])
    portfolio: Document = {
        "score": _score(rng),
        "order": rng.choice(["descending", "ascending"]),
        "long": _leg(rng, members // 2),
        "weights": _weights(rng),
        "rebalance": {"every": every, "session": session, "tolerance": rng.choice([0, 0, 0.01])},
    }
    if shorts:
        portfolio["short"] = _leg(rng, members // 2)
        if rng.random() < 0.3:
            del portfolio["long"]
    if rng.random() < 0.4:
        portfolio["max_weight"] = rng.choice([0.1, 0.25, 0.4])
    if rng.random() < 0.3:
        portfolio["hold_if"] = {"cmp": {"left": {"return": {"of": CLOSE, "bars": 5}}, "op": "gt", "right": -0.02}}
    if rng.random() < 0.3:
        most = rng.choice([1, 2])
        portfolio["volatility_target"] = {"target": 0.2, "lookback": rng.randint(10, 20), "max_leverage": most}
    return portfolio


def _leg(rng: Random, most: int) -> Document:
    chosen: Document = {"count": rng.randint(1, most)} if rng.random() < 0.6 else {"fraction": rng.choice([0.3, 0.5])}
    return {**chosen, "exposure": rng.choice([0.3, 0.5, 1])} if rng.random() < 0.4 else chosen


def _score(rng: Random) -> Document:
    momentum: Document = {"return": {"of": CLOSE, "bars": rng.randint(2, 12)}}
    calm: Document = {"std": {"of": {"return": {"of": CLOSE, "bars": 1}}, "bars": rng.randint(5, 15)}}
    away: Document = {"divide": [CLOSE, {"ref": "slow", "lag": rng.randint(0, 2)}]}
    first, second = rng.sample([momentum, calm, away], 2)
    across = rng.choice(["cross_rank", "cross_zscore"])
    combined: Document = {
        "add": [{"multiply": [0.7, {across: first}]}, {"multiply": [-0.31, {"cross_zscore": second}]}]
    }
    return rng.choice([first, combined, {"cross_rank": combined}])


def _weights(rng: Random) -> Document:
    lookback = rng.randint(10, 25)
    return rng.choice(
        [
            {"mode": "equal"},
            {"mode": "score"},
            {"mode": "inverse_volatility", "lookback": lookback},
            {"mode": "risk_parity", "lookback": lookback},
            {"mode": "kelly", "fraction": rng.choice([0.1, 0.5]), "lookback": lookback},
        ]
    )


def random_legs(seed: int, bars: int = 140) -> PortfolioRun:
    """Two or three legs by name, with weights that read each other; the same one every time."""
    rng = Random(f"legs {seed}")
    market = rng.choice(list(TICKERS))
    tickers = [str(each) for each in rng.sample(TICKERS[market], rng.choice([2, 2, 3]))]
    strategy = Validator(CATALOGUE).document(legs_document(rng, market, tickers)).require()
    panel = random_panel(rng, market, Timeframe.D1, strategy.universe.tickers, bars)
    panel = replace(panel, alongside=Alongside(tuple(_seen(panel, row) for row in range(len(tickers)))))
    return PortfolioRun(strategy, panel, random_terms(rng), tuple(bars for _ in tickers))


def _seen(panel: Panel, row: int) -> ReferencedBars:
    held = np.isfinite(panel.close[row])
    columns = {name: getattr(panel, name)[row, held] for name in ("open", "high", "low", "close", "volume")}
    return ReferencedBars(panel.tickers[row], panel.market, panel.time[held], **columns)


def legs_document(rng: Random, market: Market, tickers: list[str]) -> Document:
    every = rng.choice(["day", "day", "week", "month"])
    each: list[Json] = []
    for at, ticker in enumerate(tickers):
        weight = _leg_weight(rng, tickers[at - 1])
        each.append({"ticker": ticker, "weight": weight if RULEBOOK[market].can_short else {"max": [0, weight]}})
    named: Document = {"each": each}
    if rng.random() < 0.4:
        named["gross"] = rng.choice([0.5, 1.5])
    if rng.random() < 0.6:
        named["hold"] = _hold(rng, tickers[1])
    portfolio: Document = {"legs": named, "rebalance": {"every": every, "tolerance": rng.choice([0, 0.02])}}
    if rng.random() < 0.3:
        portfolio["volatility_target"] = {"target": 0.2, "lookback": rng.randint(10, 20), "max_leverage": 2}
    return {
        "dsl_version": "2.0.0",
        "strategy": {"name": "Random legs"},
        "universe": {"market": market.value, "tickers": list(tickers)},
        "timeframe": "1d",
        "factors": {},
        "portfolio": portfolio,
    }


def _leg_weight(rng: Random, other: str) -> Json:
    beside: Document = {**CLOSE, "of": other}
    ahead: Document = {"subtract": [_gain(CLOSE, 5), _gain(beside, 5)]}
    sloped: Document = {"slope": {"of": CLOSE, "on": beside, "bars": rng.randint(6, 15)}}
    weights: list[Json] = [
        rng.choice([0.2, 0.4, 0.7]),
        {"multiply": [rng.choice([-0.5, 0.5]), {"divide": [ahead, {"abs": ahead}]}]},
        {"multiply": [0.3, sloped, {"divide": [beside, CLOSE]}]},
        {"multiply": [-4, ahead]},
    ]
    return rng.choice(weights)


def _gain(of: Document, bars: int) -> Document:
    return {"return": {"of": of, "bars": bars}}


def _hold(rng: Random, other: str) -> Document:
    away: Document = {"zscore": {"of": {"divide": [CLOSE, {**CLOSE, "of": other}]}, "bars": rng.randint(8, 20)}}
    far, near = rng.choice([1.0, 1.5]), rng.choice([0.3, 0.6])
    return {
        "from": {"cmp": {"left": {"abs": away}, "op": "gt", "right": far}},
        "until": {"cmp": {"left": {"abs": away}, "op": "lt", "right": near}},
    }
