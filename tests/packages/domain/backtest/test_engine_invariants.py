"""What holds in every backtest, whatever the strategy and the market: the books balance, the market's rules are kept,
and nothing is known before its time."""

from dataclasses import replace
from decimal import Decimal
from functools import cache
from random import Random

import numpy as np
import pytest

from packages.domain.backtest.engine import backtest, compile_strategy
from packages.domain.backtest.outcome import ExitReason, OpenPosition, Outcome, Trade
from packages.domain.backtest.panel import Panel
from packages.domain.backtest.terms import Costs
from packages.domain.market_data.bars import Floats
from packages.domain.market_data.symbols import Market
from packages.domain.strategy.indicators.catalogue import CATALOGUE
from packages.domain.strategy.model import Direction
from packages.domain.strategy.trade import FixedQuantity
from tests.reference.backtest import ReferenceOutcome
from tests.reference.both import differences, engine_backtest, in_order, relabelled
from tests.reference.lively_strategies import Run, random_run

pytestmark = pytest.mark.slow

SEEDS = [*range(5_000, 5_020), *(pytest.param(seed, marks=pytest.mark.trust) for seed in range(5_020, 5_300))]
CENT = 0.01
MUCH_MONEY = Decimal(10) ** 9


@cache
def run_of(seed: int) -> Run:
    return random_run(seed)


@cache
def outcome_of(seed: int) -> Outcome:
    return run_engine(run_of(seed))


def run_engine(run: Run) -> Outcome:
    return backtest(compile_strategy(run.strategy, CATALOGUE), run.panel, run.terms)


def marks_of(panel: Panel) -> Floats:
    """The last close of every instrument on every bar."""
    marks = panel.close.copy()
    for bar in range(1, len(panel)):
        missing = np.isnan(marks[:, bar])
        marks[missing, bar] = marks[missing, bar - 1]
    return marks


def sign(direction: Direction) -> int:
    return 1 if direction is Direction.LONG else -1


@pytest.mark.parametrize("seed", SEEDS)
def test_equity_is_cash_and_positions_on_every_close_to_the_cent(seed: int) -> None:
    outcome, marks = outcome_of(seed), marks_of(run_of(seed).panel)
    worth, gross = np.zeros_like(outcome.equity), np.zeros_like(outcome.equity)
    spans: list[tuple[Trade | OpenPosition, int]] = [(trade, trade.exit_bar) for trade in outcome.trades]
    spans += [(position, len(worth)) for position in outcome.open_positions]
    for held, end in spans:
        value = held.quantity * marks[held.ticker, held.entry_bar : end]
        worth[held.entry_bar : end] += sign(held.direction) * value
        gross[held.entry_bar : end] += value
    np.testing.assert_allclose(outcome.equity, outcome.cash + worth, rtol=1e-12, atol=CENT / 2)
    np.testing.assert_allclose(outcome.exposure, gross, rtol=1e-12, atol=CENT / 2)


@pytest.mark.parametrize("seed", SEEDS)
def test_what_was_earned_is_what_the_trades_say(seed: int) -> None:
    run = replace(run_of(seed), terms=replace(run_of(seed).terms, borrow_rate=0.0, interest_rate=0.0))
    outcome = run_engine(run)
    earned = sum(trade.profit for trade in outcome.trades)
    unrealised = sum(position.unrealised for position in outcome.open_positions)
    assert outcome.equity[-1] == pytest.approx(float(run.terms.cash) + earned + unrealised, rel=1e-9, abs=CENT)


@pytest.mark.parametrize("seed", SEEDS)
def test_nothing_trades_without_a_bar_and_nothing_beyond_it_but_by_its_costs(seed: int) -> None:
    run = replace(run_of(seed), terms=replace(run_of(seed).terms, costs=Costs()))
    panel = run.panel
    for trade in run_engine(run).trades:
        fills = [(trade.entry_bar, trade.entry_price)]
        if trade.reason is not ExitReason.RUIN:
            fills.append((trade.exit_bar, trade.exit_price))
        for bar, price in fills:
            assert panel.low[trade.ticker, bar] <= price <= panel.high[trade.ticker, bar], f"seed {seed}: {trade}"
        assert trade.signal_bar < trade.entry_bar <= trade.exit_bar
        assert trade.decided_bar <= trade.exit_bar


@pytest.mark.parametrize("seed", SEEDS)
def test_nothing_is_bought_at_the_upper_limit_or_sold_at_the_lower(seed: int) -> None:
    run = a_share_run(seed)
    lower, upper = run.panel.lower_limit, run.panel.upper_limit
    assert lower is not None
    assert upper is not None
    for trade in run_engine(run).trades:
        assert not trade.entry_price >= upper[trade.ticker, trade.entry_bar], f"seed {seed}: {trade}"
        is_ruin = trade.reason is ExitReason.RUIN
        assert is_ruin or not trade.exit_price <= lower[trade.ticker, trade.exit_bar], f"seed {seed}: {trade}"


@pytest.mark.parametrize("seed", SEEDS)
def test_a_share_that_was_bought_is_not_sold_in_the_same_session(seed: int) -> None:
    run = a_share_run(seed)
    for trade in run_engine(run).trades:
        is_ruin = trade.reason is ExitReason.RUIN
        assert is_ruin or run.panel.session[trade.exit_bar] > run.panel.session[trade.entry_bar], (
            f"seed {seed}: {trade}"
        )


@pytest.mark.parametrize("seed", SEEDS)
def test_a_shorter_history_gives_the_same_beginning(seed: int) -> None:
    run, whole = run_of(seed), outcome_of(seed)
    for bars in sorted(Random(seed).sample(range(2, len(run.panel)), 3)):
        begun = run_engine(replace(run, panel=run.panel.until(bars)))
        assert_same_until(bars, begun, whole, f"seed {seed}, {bars} bars")


@pytest.mark.parametrize("seed", SEEDS)
def test_other_bars_later_change_nothing_before(seed: int) -> None:
    run, whole, bars = run_of(seed), outcome_of(seed), 100
    other = run_engine(replace(run, panel=changed_after(run.panel, bars)))
    assert_same_until(bars, other, whole, f"seed {seed}, {bars} bars")


@pytest.mark.parametrize("seed", SEEDS)
def test_twice_the_same_gives_the_same_bytes(seed: int) -> None:
    once, again = outcome_of(seed), run_engine(random_run(seed))
    for name in ("equity", "cash", "exposure"):
        assert getattr(once, name).tobytes() == getattr(again, name).tobytes()
    assert once.trades.raw.tobytes() == again.trades.raw.tobytes()
    assert (once.open_positions, once.orders) == (again.open_positions, again.orders)


@pytest.mark.parametrize("seed", SEEDS)
def test_the_order_of_the_tickers_is_a_matter_of_labels(seed: int) -> None:
    """Where there is room for all: otherwise who comes first gets the money, and ticker order says who does."""
    run = roomy(run_of(seed))
    rows = list(range(len(run.panel.tickers)))[::-1]
    tickers = tuple(run.panel.tickers[row] for row in rows)
    universe = replace(run.strategy.universe, tickers=tickers)
    turned = Run(replace(run.strategy, universe=universe), run.panel.of(tickers), run.terms)
    ours = _outcome(run)
    theirs = relabelled(_outcome(turned), dict(enumerate(rows)))
    assert differences(ours, theirs, 1.0) == [], f"seed {seed}"


def assert_same_until(bars: int, one: Outcome, other: Outcome, where: str) -> None:
    # What is decided on the last close of a prefix is not ordered, so the last close itself is still the same.
    for name in ("equity", "cash", "exposure"):
        assert getattr(one, name)[:bars].tobytes() == getattr(other, name)[:bars].tobytes(), f"{where}: {name}"
    assert _ended(one, bars) == _ended(other, bars), where


def _ended(outcome: Outcome, bars: int) -> list[Trade]:
    return in_order([trade for trade in outcome.trades if trade.exit_bar < bars])


def changed_after(panel: Panel, bars: int) -> Panel:
    """The same until then, and everything else after it."""
    factor = np.where(np.arange(len(panel)) < bars, 1.0, 1.5)
    names = ("open", "high", "low", "close", "volume", "lower_limit", "upper_limit", "dividend")
    later = {name: column * factor for name in names if (column := getattr(panel, name)) is not None}
    return replace(panel, **later)


@cache
def a_share_run(seed: int) -> Run:
    """A run in the market with limits and settlement, without costs, so that fills are at the prices of the bars."""
    run = random_run(seed, market=Market.CN_STOCKS)
    return replace(run, terms=replace(run.terms, costs=Costs()))


def roomy(run: Run) -> Run:
    """With a place for every ticker, and so much money that nobody is in another's way."""
    strategy = replace(run.strategy, universe=replace(run.strategy.universe, max_positions=None, ranking=None))
    small = FixedQuantity(max(Decimal(1), Decimal(float(run.panel.lots.minimum.max()))))
    long, short = (side and replace(side, sizing=small) for side in (strategy.long, strategy.short))
    costs = replace(run.terms.costs, commission_minimum=0.0)
    terms = replace(run.terms, cash=MUCH_MONEY, costs=costs, leverage=1.0, maintenance=0.0)
    return Run(replace(strategy, long=long, short=short), run.panel, terms)


def _outcome(run: Run) -> ReferenceOutcome:
    return engine_backtest(run.strategy, run.panel, run.terms)
