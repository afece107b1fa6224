"""The engine trades as the slow reference does: trade by trade and to the cent, in random markets with random
strategies."""

import math
from collections import Counter
from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from functools import cache
from itertools import pairwise

import pytest

from packages.domain.backtest.engine import backtest, compile_strategy
from packages.domain.backtest.outcome import ExitReason
from packages.domain.backtest.trades import OF_PORTFOLIOS
from packages.domain.strategy.indicators.catalogue import CATALOGUE
from packages.domain.strategy.model import Strategy
from packages.domain.strategy.walk import every_operand
from tests.reference.backtest import reference_backtest
from tests.reference.both import differences, engine_backtest
from tests.reference.lively_strategies import Run, random_run
from tests.reference.market import deviation

pytestmark = pytest.mark.slow

SMOKE = range(60)
PROOF = range(1_000, 2_000)
FEATURES = {
    *("MarketOrder", "LimitOrder", "StopOrder"),
    *("SignalExit", "StopLoss", "TakeProfit", "Bracket", "TrailingStop", "TimeExit"),
    *("FixedQuantity", "FixedCash", "EquityFraction", "VolatilityTarget", "RiskPerTrade"),
    *("All", "AnyOf", "Not", "Compare", "Cross", "Flag", "WithinBars", "Sequence", "BarsSince"),
    *("points", "pct", "atr_multiple"),
    *("long", "short", "both sides", "portfolio", "ranking", "slower timeframe", "lag"),
}


run_of = cache(random_run)


def assert_alike(seed: int, run: Run) -> None:
    expected = reference_backtest(run.strategy, run.panel, run.terms)
    found = engine_backtest(run.strategy, run.panel, run.terms)
    apart = differences(expected, found, float(run.terms.cash))
    assert not apart, f"seed {seed}, reference against engine:\n" + "\n".join(apart)


@pytest.mark.parametrize("seed", SMOKE)
def test_the_engine_trades_as_the_reference_does(seed: int) -> None:
    assert_alike(seed, run_of(seed))


@pytest.mark.trust
@pytest.mark.parametrize("start", range(PROOF.start, PROOF.stop, 50))
def test_a_thousand_random_backtests_are_alike(start: int) -> None:
    for seed in range(start, start + 50):
        assert_alike(seed, random_run(seed))


@pytest.mark.parametrize("seed", range(8))
def test_the_key_figures_are_those_of_the_equity(seed: int) -> None:
    run = run_of(seed)
    outcome = backtest(compile_strategy(run.strategy, CATALOGUE), run.panel, run.terms)
    equity = outcome.equity.tolist()
    returns = [now / before - 1 for before, now in pairwise(equity)]
    spread, yearly = deviation(returns), math.sqrt(run.panel.bars_per_year)
    sharpe = sum(returns) / len(returns) / spread * yearly if spread > 0 else 0.0
    falls = [equity[at] / max(equity[: at + 1]) - 1 for at in range(len(equity))]
    assert outcome.figures.trades == len(outcome.trades)
    assert outcome.figures.final_equity == pytest.approx(equity[-1])
    assert outcome.figures.total_return == pytest.approx(equity[-1] / float(run.terms.cash) - 1, abs=1e-12)
    assert outcome.figures.max_drawdown == pytest.approx(min(falls), abs=1e-12)
    assert outcome.figures.sharpe == pytest.approx(sharpe, abs=1e-9)


def test_the_random_backtests_trade_and_meet_everything_that_the_language_has() -> None:
    met, reasons, trading = Counter[str](), Counter[ExitReason](), 0
    for seed in SMOKE:
        run = run_of(seed)
        met.update(set(_features(run.strategy)))
        trades = engine_backtest(run.strategy, run.panel, run.terms).trades
        reasons.update(trade.reason for trade in trades)
        trading += bool(trades)
    assert trading >= 0.7 * len(SMOKE)
    assert FEATURES - set(met) == set()
    assert set(ExitReason) - set(reasons) - {ExitReason.RUIN} - OF_PORTFOLIOS == set()


def _features(strategy: Strategy) -> Iterator[str]:
    yield from _kinds(strategy)
    yield from (direction.value for direction, _ in strategy.sides)
    lags = [getattr(operand, "lag", 0) for _, operand in every_operand(strategy)]
    said = {
        "both sides": len(strategy.sides) == 2,
        "portfolio": len(strategy.universe.tickers) > 1,
        "ranking": strategy.universe.ranking is not None,
        "slower timeframe": any(factor.timeframe not in (None, strategy.timeframe) for factor in strategy.factors),
        "lag": any(lags),
    }
    yield from (name for name, is_so in said.items() if is_so)


def _kinds(value: object) -> Iterator[str]:
    """The names of all classes in a value, and of the units of its distances."""
    if isinstance(value, tuple):
        for part in value:
            yield from _kinds(part)
    elif isinstance(value, str):
        yield value
    elif is_dataclass(value):
        yield type(value).__name__
        for each in fields(value):
            yield from _kinds(getattr(value, each.name))
