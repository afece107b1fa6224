"""Positions that grow, leave in parts and wait at computed prices trade as the plain loops of the reference do, alone,
in sweeps and on paths, and never by what comes later."""

from collections import Counter
from functools import cache

import numpy as np
import pytest

from packages.domain.backtest.engine import backtest, compile_strategy
from packages.domain.backtest.many import Paths, figures_of, over_paths, sweep
from packages.domain.backtest.outcome import ExitReason
from packages.domain.backtest.variants import vary
from packages.domain.strategy import operands as o
from packages.domain.strategy import trade as t
from packages.domain.strategy.indicators.catalogue import CATALOGUE
from packages.domain.strategy.tuning.tunables import tunables_of, with_values
from packages.domain.strategy.validate import Validator
from packages.domain.strategy.walk import every_operand, resting_orders
from tests.reference.both import differences, engine_backtest, in_order
from tests.reference.lively_strategies import Run
from tests.reference.scaled import scaled_backtest
from tests.reference.scaled_strategies import scaled_run

pytestmark = pytest.mark.slow

SMOKE = range(30)
PROOF = range(1_000, 2_000)
VALIDATOR = Validator(CATALOGUE)
run_of = cache(scaled_run)
PARTS = ("whole", "fraction", "units")


def assert_alike(seed: int, run: Run) -> None:
    expected = scaled_backtest(run.strategy, run.panel, run.terms)
    found = engine_backtest(run.strategy, run.panel, run.terms)
    apart = differences(expected, found, float(run.terms.cash))
    assert not apart, f"seed {seed}, reference against engine:\n" + "\n".join(apart)


@pytest.mark.parametrize("seed", SMOKE)
def test_positions_of_several_lots_trade_as_the_reference_does(seed: int) -> None:
    assert_alike(seed, run_of(seed))


@pytest.mark.trust
@pytest.mark.parametrize("start", range(PROOF.start, PROOF.stop, 50))
def test_a_thousand_random_strategies_that_scale_are_alike(start: int) -> None:
    for seed in range(start, start + 50):
        assert_alike(seed, scaled_run(seed))


@pytest.mark.parametrize("seed", range(8))
def test_trades_on_the_first_bars_are_those_of_all_bars(seed: int) -> None:
    run = run_of(seed)
    whole = engine_backtest(run.strategy, run.panel, run.terms)
    for bars in (40, 77, len(run.panel) - 1):
        early = engine_backtest(run.strategy, run.panel.until(bars), run.terms)
        assert in_order(early.trades) == in_order([each for each in whole.trades if each.exit_bar < bars])
        assert early.equity == whole.equity[:bars]


@pytest.mark.parametrize("seed", range(12))
def test_other_numbers_in_a_sweep_give_what_a_strategy_with_them_gives(seed: int) -> None:
    run = run_of(seed)
    tunables = {each.pointer: each for each in tunables_of(run.strategy, CATALOGUE)}
    pointers = [each for each in tunables if "/scale_in/" in each or "/part/" in each or "/order/" in each]
    assert pointers
    values = np.array([[getattr(tunables[each], end) for each in pointers] for end in ("minimum", "value", "maximum")])
    compiled = compile_strategy(run.strategy, CATALOGUE)
    swept = sweep(compiled, run.panel, run.terms, vary(compiled, pointers, values), workers=1)
    for row, chosen in zip(swept, values.tolist(), strict=True):
        strategy = VALIDATOR.document(with_values(run.strategy, dict(zip(pointers, chosen, strict=True)))).strategy
        if strategy is not None:
            alone = backtest(compile_strategy(strategy, CATALOGUE), run.panel, run.terms)
            assert figures_of(row) == alone.figures


def test_paths_are_traded_as_panels_of_their_own() -> None:
    met = 0
    for seed in range(60):
        run = run_of(seed)
        if len(run.panel.tickers) > 1 or not run.panel.is_whole or run.terms.costs.impact > 0:
            continue
        compiled, factors = compile_strategy(run.strategy, CATALOGUE), np.array([[1.0], [1.0], [1.0]])
        paths = Paths(*(factors * getattr(run.panel, name)[0] for name in ("open", "high", "low", "close")))
        alone = backtest(compiled, run.panel, run.terms).figures
        found = over_paths(compiled, run.panel, paths, run.terms, workers=1)
        assert [figures_of(row) for row in found] == [alone] * 3
        met += alone.trades > 0
    assert met


def test_the_random_strategies_add_units_and_leave_in_parts_in_every_way() -> None:
    met, trading = Counter[str](), 0
    for seed in SMOKE:
        run = run_of(seed)
        trades = in_order(engine_backtest(run.strategy, run.panel, run.terms).trades)
        trading += bool(trades)
        sides = dict(run.strategy.sides)
        for trade in trades:
            exit_ = None if trade.exit_rule is None else sides[trade.direction].exits[trade.exit_rule]
            part = None if exit_ is None else t.part_of(exit_)
            met.update([f"{trade.reason.value} {'whole' if part is None else part.measure}"])
        together = Counter((trade.ticker, trade.exit_bar, trade.decided_bar) for trade in trades)
        met["several lots at once"] += sum(count > 1 for count in together.values())
        met.update(type(order).__name__ for _, order in resting_orders(run.strategy) if order.at is not None)
        met.update(each.field.value for _, each in every_operand(run.strategy) if isinstance(each, o.AccountValue))
    assert trading >= 0.7 * len(SMOKE)
    assert min(met[f"{reason} {how}"] for reason in (ExitReason.SIGNAL, ExitReason.TAKE_PROFIT) for how in PARTS) >= 3
    assert min(met[f"{reason} whole"] for reason in (ExitReason.STOP_LOSS, ExitReason.TRAILING_STOP)) >= 20
    assert met["several lots at once"] >= 30
    assert min(met[each] for each in ("LimitOrder", "StopOrder", "units", "last_fill_price")) >= 3
