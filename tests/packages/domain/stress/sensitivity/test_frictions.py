"""Dearer trades and missed fills, by hand."""

from dataclasses import replace

import numpy as np
import pytest

from packages.domain.backtest.engine import Arena, compile_strategy
from packages.domain.backtest.panel import Panel
from packages.domain.backtest.terms import BadTerms, Costs
from packages.domain.strategy.indicators.catalogue import CATALOGUE
from packages.domain.strategy.model import Direction, Strategy
from packages.domain.stress.sensitivity.frictions import BadShare, dearer, frictions, late, missing, with_missed_fills
from packages.domain.stress.sensitivity.workbench import Workbench
from tests.packages.domain.stress.sensitivity.spiky_market import spiky_panel, spiky_strategy
from tests.reference.by_hand import (
    BUY,
    LEAVE,
    SELL_SHORT,
    bar,
    flat,
    long_side,
    panel_of,
    short_side,
    strategy_of,
    terms_of,
)
from tests.reference.by_hand import row as one_row


def bench(strategy: Strategy, panel: Panel, **costs: float) -> Workbench:
    return Workbench(compile_strategy(strategy, CATALOGUE), Arena(panel), terms_of(**costs))


def generator(seed: int = 0) -> np.random.Generator:
    return np.random.Generator(np.random.PCG64(seed))


def test_costs_are_paid_twice_and_three_times() -> None:
    panel = panel_of([flat(100, BUY), bar(102, 105, 101, 104), flat(106, LEAVE), bar(110, 111, 109, 110)])
    # Ten shares for 1,020 sold for 1,100, at one part in a thousand each way.
    ready = bench(strategy_of(long_side()), panel, commission_rate=0.001)
    assert dearer(ready, 1).figures.final_equity == pytest.approx(10_080 - 2.12)
    assert dearer(ready, 2).figures.final_equity == pytest.approx(10_080 - 4.24)
    assert dearer(ready, 3).figures.final_equity == pytest.approx(10_080 - 6.36)


def test_a_signal_from_before_the_first_bar_that_may_trade_is_not_caught_up_by_the_delay() -> None:
    panel = panel_of(
        [flat(100, BUY), flat(100), flat(100, LEAVE), flat(100, BUY), flat(100), flat(100, LEAVE), flat(100), flat(100)]
    )
    ready = bench(strategy_of(long_side()), panel)
    assert late(ready).figures.trades == 2
    assert late(replace(ready, trade_from=1)).figures.trades == 1


def test_costs_below_zero_are_refused() -> None:
    with pytest.raises(BadTerms, match="slippage cannot be"):
        Costs(slippage=-0.001)


def test_a_missed_purchase_lapses_while_every_sale_comes_through() -> None:
    panel = panel_of([flat(100, BUY), flat(100, LEAVE), flat(100, BUY), flat(100, LEAVE), flat(100)])
    blocked = with_missed_fills(panel, [Direction.LONG], 1.0, generator())
    assert bench(strategy_of(long_side()), panel).run([()], lambda _: None)[0].trades == 2
    assert bench(strategy_of(long_side()), blocked).run([()], lambda _: None)[0].trades == 0
    # Bought on bar 1, where nothing is missed, and sold on bar 2, where nothing could be bought.
    assert blocked.upper_limit is not None
    once = replace(blocked, upper_limit=one_row(-np.inf, np.inf, -np.inf, -np.inf, -np.inf))
    assert bench(strategy_of(long_side()), once).run([()], lambda _: None)[0].trades == 1


def test_a_missed_short_sale_lapses_while_every_purchase_comes_through() -> None:
    panel = panel_of([flat(100, SELL_SHORT), flat(100, LEAVE), flat(100)])
    blocked = with_missed_fills(panel, [Direction.SHORT], 1.0, generator())
    assert bench(strategy_of(None, short_side()), blocked).run([()], lambda _: None)[0].trades == 0
    once = replace(blocked, lower_limit=one_row(np.inf, 0, np.inf))
    assert bench(strategy_of(None, short_side()), once).run([()], lambda _: None)[0].trades == 1


def test_with_both_sides_the_exits_wait_for_the_next_bar() -> None:
    panel = panel_of([flat(100, BUY), flat(100, LEAVE), flat(90), flat(80), flat(80)])
    both = with_missed_fills(panel, list(Direction), 1.0, generator())
    assert both.lower_limit is not None
    held = replace(
        both, lower_limit=one_row(0, 0, np.inf, 0, 0), upper_limit=one_row(np.inf, np.inf, -np.inf, np.inf, np.inf)
    )
    [told] = bench(strategy_of(long_side(), short_side()), held).run([()], lambda _: None)
    assert told.final_equity == pytest.approx(10_000 - 10 * 20)


def test_no_price_is_within_reach_on_a_missed_bar_even_below_zero() -> None:
    panel = panel_of([flat(-5, BUY), flat(-5), flat(-4)])
    blocked = with_missed_fills(panel, [Direction.LONG], 1.0, generator())
    assert bench(strategy_of(long_side()), blocked).run([()], lambda _: None)[0].final_equity == 10_000


def test_limits_of_the_market_stay_where_nothing_is_missed() -> None:
    panel = replace(spiky_panel(), upper_limit=np.full((1, 48), 120.0), lower_limit=np.full((1, 48), 80.0))
    missed = with_missed_fills(panel, [Direction.LONG], 0.2, generator(3))
    assert missed.upper_limit is not None
    assert set(missed.upper_limit.ravel().tolist()) == {120.0, -np.inf}
    assert missed.lower_limit is not None
    assert set(missed.lower_limit.ravel().tolist()) == {80.0}


def test_about_the_asked_share_of_bars_is_missed_and_the_seed_says_which() -> None:
    wide = replace(spiky_panel(), close=np.ones((10, 1000)))
    first, again, other = (with_missed_fills(wide, [Direction.LONG], 0.2, generator(seed)) for seed in (1, 1, 2))
    assert first.upper_limit is not None
    assert again.upper_limit is not None
    assert other.upper_limit is not None
    assert np.isneginf(first.upper_limit).mean() == pytest.approx(0.2, abs=0.02)
    assert first.upper_limit.tobytes() == again.upper_limit.tobytes() != other.upper_limit.tobytes()


@pytest.mark.parametrize("share", [-0.1, 1.1, float("nan")])
def test_a_share_that_is_none_is_refused(share: float) -> None:
    with pytest.raises(BadShare, match="from 0 to 1"):
        with_missed_fills(spiky_panel(), [Direction.LONG], share, generator())


def test_nothing_missed_is_the_strategy_as_it_is() -> None:
    ready = bench(spiky_strategy(), spiky_panel())
    assert missing(ready, 0.0, generator()).figures == ready.run([()], lambda _: None)[0]
    assert missing(ready, 1.0, generator()).figures.trades == 0


def test_all_frictions_are_told_in_order() -> None:
    shares: list[float] = []
    told = frictions(
        bench(spiky_strategy(), spiky_panel(), slippage=0.001), seed=1, missed_share=0.5, on_progress=shares.append
    )
    assert [friction.kind for friction in told] == ["cost_x2", "cost_x3", "delay_1", "missed_fills"]
    assert told[0].total_return > told[1].total_return
    assert told[2].total_return < 0 < told[0].total_return  # a bar late, the spike is over and the costs are paid
    assert 0 < told[3].trades < told[0].trades == 6
    assert shares == [0.5, 0.75]
