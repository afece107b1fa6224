"""The runtime over history gives the fills of the backtest: the same floats, trade by trade and bar by bar."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from decimal import Decimal
from functools import cache

import numpy as np
import pytest

from packages.domain.backtest.engine import backtest, compile_strategy
from packages.domain.backtest.outcome import ExitReason, Outcome
from packages.domain.backtest.panel import Lots, Panel
from packages.domain.backtest.trades import OF_PORTFOLIOS
from packages.domain.market_data.bars import instant
from packages.domain.strategy.indicators.catalogue import CATALOGUE
from packages.domain.strategy.model import Strategy
from packages.domain.strategy.trade import FixedCash, LimitOrder, MarketOrder, StopOrder
from packages.domain.trading.decisions import Book, Decide, Decision
from packages.domain.trading.orders import Effect, Fill, client_order_id
from packages.infra.providers.trading.engine.decider import KernelDecider
from packages.infra.providers.trading.engine.replay import Replayed, replay
from tests.corpus.strategies import MARKETS
from tests.reference.account_strategies import account_run
from tests.reference.by_hand import BUY, LEAVE, flat, long_side, panel_of, strategy_of, terms_of
from tests.reference.funded import funded_run
from tests.reference.lively_strategies import Run, random_run

SHORT_RUNS = (2, 3, 7, 11, 12, 16, 93, 324)  # which together meet every market, order and exit that there is
SHORT, LONG = 300, 2_000
CUT_AT_EVERY_BAR = (16, 93, 2)

Row = tuple[object, ...]


@dataclass(frozen=True, slots=True)
class Cut:
    """Decides on bars until the tick's own and no others, as the runtime does."""

    strategy: Strategy
    panel: Panel

    def __call__(self, bar: datetime, book: Book) -> Decision:
        known = self.panel.until(place_of(self.panel, bar) + 1)
        return KernelDecider(compile_strategy(self.strategy, CATALOGUE), known)(bar, book)


@cache
def run_of(seed: int) -> Run:
    return random_run(seed, SHORT)


def backtested(run: Run) -> Outcome:
    return backtest(compile_strategy(run.strategy, CATALOGUE), run.panel, run.terms)


def replayed(run: Run, decide: Decide | None = None) -> Replayed:
    return replay(compile_strategy(run.strategy, CATALOGUE), run.panel, run.terms, decide)


def place_of(panel: Panel, at: datetime) -> int:
    return int(np.searchsorted(panel.time, instant(at)))


def moment(panel: Panel, bar: int) -> datetime:
    told: datetime = panel.time[bar].astype("datetime64[us]").item()
    return told.replace(tzinfo=UTC)


def expected_trades(run: Run, outcome: Outcome) -> Iterator[Row]:
    """An entry order names the close that decided on it, and so does the order of an exit that was decided on."""
    panel = run.panel
    for trade in outcome.trades:
        symbol, way = panel.tickers[trade.ticker], trade.direction.value
        entry = client_order_id("replay", moment(panel, trade.signal_bar), f"enter_{way}", symbol)
        leave = client_order_id("replay", moment(panel, trade.decided_bar), f"leave_{way}", symbol)
        by = leave if trade.reason in (ExitReason.SIGNAL, ExitReason.TIME) else entry
        bars, prices = (trade.entry_bar, trade.exit_bar), (trade.entry_price, trade.exit_price)
        yield (symbol, *bars, trade.quantity, *prices, trade.reason.value, trade.costs, entry, by)


def replayed_trades(run: Run, fills: tuple[Fill, ...]) -> Iterator[Row]:
    held: dict[str, Fill] = {}
    for fill in fills:
        if fill.effect is Effect.OPEN:
            assert held.setdefault(fill.symbol, fill) is fill
            continue
        entry = held.pop(fill.symbol)
        assert entry.quantity == fill.quantity
        bars = (place_of(run.panel, entry.at), place_of(run.panel, fill.at))
        prices, costs = (float(entry.price), float(fill.price)), float(entry.costs) + float(fill.costs)
        ids = (entry.client_order_id, fill.client_order_id)
        yield (fill.symbol, *bars, float(fill.quantity), *prices, fill.reason, costs, *ids)


def expected_positions(run: Run, outcome: Outcome) -> list[Row]:
    return [
        (
            run.panel.tickers[held.ticker],
            held.entry_bar,
            held.direction.value,
            held.quantity,
            held.entry_price,
            held.mark,
        )
        for held in outcome.open_positions
    ]


def replayed_positions(run: Run, told: Replayed) -> list[Row]:
    return [
        (
            *(held.symbol, place_of(run.panel, held.since), "long" if held.quantity > 0 else "short"),
            *(abs(held.quantity), held.price, held.mark),
        )
        for held in told.accounts[-1].held()
    ]


def parted(run: Run, outcome: Outcome, told: Replayed) -> list[str]:
    """Where the two do not give the same."""
    pairs: dict[str, tuple[list[object], list[object]]] = {
        "trade": (list(expected_trades(run, outcome)), list(replayed_trades(run, told.fills))),
        "open position": ([*expected_positions(run, outcome)], [*replayed_positions(run, told)]),
        "cash": ([*outcome.cash.tolist()], [account.cash for account in told.accounts]),
        "equity": ([*outcome.equity.tolist()], [account.equity for account in told.accounts]),
    }
    found = [f"{what}: {len(one)} against {len(two)}" for what, (one, two) in pairs.items() if len(one) != len(two)]
    for what, (one, two) in pairs.items():
        apart = [at for at, (ours, theirs) in enumerate(zip(one, two, strict=False)) if ours != theirs]
        found += [f"{what} {at}: {one[at]} against {two[at]}" for at in apart[:1]]
    return found


def assert_alike(seed: int, run: Run) -> int:
    outcome = backtested(run)
    apart = parted(run, outcome, replayed(run))
    assert not apart, f"seed {seed}, backtest against replay:\n" + "\n".join(apart)
    return len(outcome.trades)


@pytest.mark.parametrize("seed", SHORT_RUNS)
def test_a_replay_of_the_runtime_gives_the_fills_of_the_backtest(seed: int) -> None:
    assert assert_alike(seed, run_of(seed)) >= 8


@pytest.mark.parametrize("seed", range(12))
def test_rules_that_read_their_account_replay_to_the_last_bit(seed: int) -> None:
    run = account_run(seed)
    assert_alike(seed, run)
    early = replace(run, panel=run.panel.until(60))
    assert replayed(early, Cut(run.strategy, run.panel)) == replayed(early)


@pytest.mark.parametrize(("cash", "price"), [("279548.1086372986", 52794.94), ("75571.6453300976", 1803.68)])
def test_many_small_steps_are_whole_on_paper_where_they_are_in_the_backtest(cash: str, price: float) -> None:
    lots = Lots(minimum=np.array([1e-8]), step=np.array([1e-8]))
    panel = panel_of([flat(price, BUY), *[flat(price)] * 2, flat(price, LEAVE), flat(price)], lots=lots)
    run = Run(strategy_of(long_side(sizing=FixedCash(Decimal(cash)))), panel, terms_of(1_000_000))
    assert assert_alike(0, run) == 1


@pytest.mark.parametrize("seed", range(8))
def test_funding_of_perpetuals_is_paid_on_paper_to_the_last_bit(seed: int) -> None:
    run = funded_run(seed)
    assert_alike(seed, run)
    early = replace(run, panel=run.panel.until(60))
    assert replayed(early, Cut(run.strategy, run.panel)) == replayed(early)


@pytest.mark.trust
@pytest.mark.parametrize("start", range(0, 100, 5))
def test_a_hundred_strategies_over_two_thousand_bars_give_the_fills_of_the_backtest(start: int) -> None:
    assert sum(assert_alike(seed, random_run(seed, LONG)) for seed in range(start, start + 5)) > 0


@pytest.mark.parametrize("seed", CUT_AT_EVERY_BAR)
def test_bars_to_come_are_not_needed_for_it(seed: int) -> None:
    run = run_of(seed)
    run = replace(run, panel=run.panel.until(150))
    told = replayed(run, Cut(run.strategy, run.panel))
    assert told == replayed(run)
    assert parted(run, backtested(run), told) == []
    assert told.fills


def test_the_replays_meet_every_market_order_and_exit() -> None:
    runs = [run_of(seed) for seed in SHORT_RUNS]
    outcomes = [backtested(run) for run in runs]
    sides = [side for run in runs for _, side in run.strategy.sides]
    assert {run.strategy.universe.market for run in runs} == set(MARKETS)
    assert {type(side.entry.order) for side in sides} == {MarketOrder, LimitOrder, StopOrder}
    assert {trade.reason for outcome in outcomes for trade in outcome.trades} == set(ExitReason) - OF_PORTFOLIOS
    assert any(len(run.panel.tickers) > 1 and not run.panel.is_whole for run in runs)
    assert any(trade.dividends for outcome in outcomes for trade in outcome.trades)
    assert any(
        factor.timeframe not in (None, run.strategy.timeframe) for run in runs for factor in run.strategy.factors
    )


def test_a_replay_on_other_terms_is_told_apart() -> None:
    run = run_of(16)
    dearer = replace(run.terms, costs=replace(run.terms.costs, slippage=run.terms.costs.slippage + 1e-9))
    apart = parted(run, backtested(run), replayed(replace(run, terms=dearer)))
    assert {line.split()[0] for line in apart} >= {"trade", "cash", "equity"}
