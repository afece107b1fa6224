"""Rules that read their own account trade as the plain loops of the reference do, alone, in sweeps and on paths, and
never by what comes later."""

from collections import Counter
from dataclasses import replace
from functools import cache

import numpy as np
import pytest

from packages.domain.backtest.engine import backtest, compile_strategy
from packages.domain.backtest.many import Paths, figures_of, over_paths, sweep
from packages.domain.backtest.outcome import ExitReason
from packages.domain.backtest.variants import vary
from packages.domain.strategy import conditions as c
from packages.domain.strategy import operands as o
from packages.domain.strategy.indicators.catalogue import CATALOGUE
from packages.domain.strategy.model import Side, Strategy
from packages.domain.strategy.trade import SignalExit
from packages.domain.strategy.tuning.tunables import tunables_of, with_values
from packages.domain.strategy.validate import Validator
from packages.domain.strategy.walk import compared, every_operand, within
from tests.reference.account_strategies import account_run
from tests.reference.backtest import reference_backtest
from tests.reference.both import differences, engine_backtest, in_order
from tests.reference.lively_strategies import Run, random_run

pytestmark = pytest.mark.slow

SMOKE = range(25)
PROOF = range(1_000, 2_000)
VALIDATOR = Validator(CATALOGUE)
run_of = cache(account_run)


def assert_alike(seed: int, run: Run) -> None:
    expected = reference_backtest(run.strategy, run.panel, run.terms)
    found = engine_backtest(run.strategy, run.panel, run.terms)
    apart = differences(expected, found, float(run.terms.cash))
    assert not apart, f"seed {seed}, reference against engine:\n" + "\n".join(apart)


@pytest.mark.parametrize("seed", SMOKE)
def test_rules_on_the_account_trade_as_the_reference_does(seed: int) -> None:
    assert_alike(seed, run_of(seed))


@pytest.mark.trust
@pytest.mark.parametrize("start", range(PROOF.start, PROOF.stop, 50))
def test_a_thousand_random_strategies_on_the_account_are_alike(start: int) -> None:
    for seed in range(start, start + 50):
        assert_alike(seed, account_run(seed))


@pytest.mark.parametrize("seed", range(10))
def test_trades_on_the_first_bars_are_those_of_all_bars(seed: int) -> None:
    run = run_of(seed)
    whole = engine_backtest(run.strategy, run.panel, run.terms)
    for bars in (40, 77, len(run.panel) - 1):
        early = engine_backtest(run.strategy, run.panel.until(bars), run.terms)
        assert in_order(early.trades) == in_order([each for each in whole.trades if each.exit_bar < bars])
        assert early.equity == whole.equity[:bars]


def account_numbers(strategy: Strategy) -> list[str]:
    """The pointers of the numbers that stand in or beside values of the account."""
    live = [pointer for pointer, operand in compared(strategy) if o.reads_account(operand)]
    beside = tuple(f"{pointer.rpartition('/')[0]}/" for pointer in live)
    return [each.pointer for each in tunables_of(strategy, CATALOGUE) if each.pointer.startswith(beside)]


@pytest.mark.parametrize("seed", range(12))
def test_other_numbers_in_a_sweep_give_what_a_strategy_with_them_gives(seed: int) -> None:
    run = run_of(seed)
    tunables = {each.pointer: each for each in tunables_of(run.strategy, CATALOGUE)}
    pointers = account_numbers(run.strategy)
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


def test_the_random_strategies_trade_and_use_every_value_of_the_account() -> None:
    met, trading, left = Counter[str](), 0, Counter[ExitReason]()
    for seed in SMOKE:
        run = run_of(seed)
        trades = engine_backtest(run.strategy, run.panel, run.terms).trades
        trading += bool(trades)
        left.update(trade.reason for trade in trades)
        for pointer, operand in compared(run.strategy):
            if o.reads_account(operand):
                met.update(part.operation.value for _, part in within(pointer, operand) if isinstance(part, o.Computed))
        met.update(each.field.value for _, each in every_operand(run.strategy) if isinstance(each, o.AccountValue))
    # What only positions of several lots have is met by the strategies of `scaling`.
    of_lots = {o.AccountField.UNITS, o.AccountField.LAST_FILL_PRICE}
    assert {*o.AccountField, *o.POINTWISE} - set(met) == of_lots
    assert trading >= 0.7 * len(SMOKE)
    assert left[ExitReason.SIGNAL] >= 50
    assert sum(bool(account_numbers(run_of(seed).strategy)) for seed in range(12)) >= 8


def solvent(condition: c.Condition) -> c.Condition:
    """The same condition for who still has money, as everybody has who trades."""
    return c.All((condition, c.Compare(o.AccountValue(o.AccountField.EQUITY), c.Comparison.GT, o.Constant(0))))


def solvent_side(side: Side) -> Side:
    exits = [SignalExit(solvent(each.condition)) if isinstance(each, SignalExit) else each for each in side.exits]
    return replace(side, entry=replace(side.entry, condition=solvent(side.entry.condition)), exits=tuple(exits))


@pytest.mark.parametrize("first", [0, 37])
@pytest.mark.parametrize("seed", range(20))
def test_a_condition_on_the_account_that_always_holds_changes_nothing(seed: int, first: int) -> None:
    run = random_run(seed)
    sides = {direction.value: solvent_side(side) for direction, side in run.strategy.sides}
    live = replace(run.strategy, long=sides.get("long"), short=sides.get("short"))
    plain, found = (
        backtest(compile_strategy(each, CATALOGUE), run.panel, run.terms, trade_from=first)
        for each in (run.strategy, live)
    )
    np.testing.assert_array_equal(found.trades.raw, plain.trades.raw)
    np.testing.assert_array_equal(found.equity, plain.equity)
    assert (found.figures, found.orders, found.ruined_at) == (plain.figures, plain.orders, plain.ruined_at)
