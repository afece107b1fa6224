"""Why a trade was made: what is told of it must be what the slow, obvious backtest saw."""

from collections import Counter

import numpy as np
import pytest

from packages.domain.backtest.analysis.analysis_bars import AnalysisBars
from packages.domain.backtest.analysis.truth import Truths
from packages.domain.backtest.analysis.why import Explainer, Observed, why
from packages.domain.backtest.outcome import ExitReason, Trade
from packages.domain.backtest.terms import Terms
from packages.domain.backtest.trades import OF_PORTFOLIOS
from packages.domain.strategy import conditions as c
from packages.domain.strategy.build import build
from packages.domain.strategy.indicators.catalogue import CATALOGUE
from packages.domain.strategy.model import Direction, Strategy
from packages.domain.strategy.walk import every_condition, rules
from tests.corpus.sample_strategy import changed
from tests.packages.domain.backtest.analysis.worlds import panel_of
from tests.reference.backtest import reference_backtest
from tests.reference.conditions import Readings
from tests.reference.lively_strategies import Run, random_run
from tests.reference.market import ReferenceMarket

SEEDS = range(30)
PRICES = [10.0, 11.0, 12.0, 11.0, 13.0, 14.0, 12.0, 9.0, 8.0, 12.0]


def _with_entry(condition: object) -> Strategy:
    return build(changed("/trade/long/entry/condition", condition))


def _trade(**more: object) -> Trade:
    told = {
        **{"ticker": 0, "direction": Direction.LONG, "signal_bar": 5, "entry_bar": 6, "decided_bar": 8, "exit_bar": 9},
        **{"quantity": 10.0, "entry_price": 12.0, "exit_price": 12.0, "reason": ExitReason.RUIN, "exit_rule": None},
        **{"costs": 0.0, "dividends": 0.0, "profit": 0.0, "worst_price": 8.0, "best_price": 12.0, "bars": 4},
    }
    return Trade(**{**told, **more})  # type: ignore[arg-type]


def _above(price: float) -> dict[str, object]:
    return {"cmp": {"left": {"ref": "close"}, "op": "gt", "right": price}}


def _agrees(told: Observed, condition: c.Condition, seen: Readings, at: int) -> bool:
    if told.holds != seen.holds(condition, at):
        return False
    match condition:
        case c.Compare(left, op, right) | c.Cross(left, op, right):
            return (told.left, told.op, told.right) == (seen.value(left, at), op.value, seen.value(right, at))
        case c.Flag(value):
            return (told.left, told.op, told.right) == (seen.value(value, at), "neq", 0.0)
        case _:
            return True


def _disagreements(run: Run) -> list[Observed]:
    """What the explainer tells that the reference did not see."""
    market, conditions = ReferenceMarket(run.panel), dict(every_condition(run.strategy))
    readings = [Readings(run.strategy, market, row) for row in range(len(run.panel.tickers))]
    explainer, wrong = Explainer(run.strategy, run.panel, CATALOGUE), []
    for trade in reference_backtest(run.strategy, run.panel, run.terms).trades:
        places = list(market.own_bars(trade.ticker))
        told = explainer.why(trade)
        for each in (*told.entry, *(told.exit if trade.reason is ExitReason.SIGNAL else ())):
            if not _agrees(each, conditions[each.pointer], readings[trade.ticker], places.index(each.bar)):
                wrong.append(each)
    return wrong


@pytest.mark.parametrize("seed", SEEDS)
def test_every_value_that_is_told_is_the_one_that_was_seen(seed: int) -> None:
    assert _disagreements(random_run(seed, bars=100)) == []


def _left_at_its_level(run: Run, trade: Trade, told: Observed) -> bool:
    """Without costs, a stop or a target is left at its level, or at the open beyond it."""
    opened = run.panel.open[trade.ticker, trade.exit_bar]
    return told.holds and trade.exit_price in (pytest.approx(told.right, rel=1e-12), opened)


@pytest.mark.slow
def test_every_condition_is_true_where_it_decided_and_every_level_was_met() -> None:
    met: Counter[ExitReason] = Counter()
    for run in (random_run(seed, bars=100) for seed in SEEDS):
        explainer, conditions = Explainer(run.strategy, run.panel, CATALOGUE), dict(rules(run.strategy))
        all_bars = [AnalysisBars(run.strategy, run.panel, row, CATALOGUE) for row in range(len(run.panel.tickers))]
        all_truths = [Truths(bars) for bars in all_bars]
        for trade in reference_backtest(run.strategy, run.panel, Terms(leverage=2)).trades:
            bars, truths, side = all_bars[trade.ticker], all_truths[trade.ticker], f"/trade/{trade.direction.value}"
            assert truths.of(conditions[f"{side}/entry/condition"])[bars.at(trade.signal_bar)]
            if trade.reason is ExitReason.SIGNAL:
                fired = conditions[f"{side}/exits/{trade.exit_rule}/condition"]
                assert truths.of(fired)[bars.at(trade.decided_bar)]
            elif trade.reason is ExitReason.TIME:
                assert [told.holds for told in explainer.why(trade).exit] == [True]
            elif trade.exit_rule is not None:
                assert [_left_at_its_level(run, trade, told) for told in explainer.why(trade).exit] == [True]
            met[trade.reason] += 1
    assert set(met) >= set(ExitReason) - {ExitReason.MARGIN_CALL, ExitReason.RUIN} - OF_PORTFOLIOS


def test_both_sides_of_each_comparison_are_told_in_both_languages() -> None:
    strategy = _with_entry(
        {"all": [_above(10), {"cmp": {"left": {"ref": "close", "lag": 2}, "op": "lt", "right": 12}}]}
    )
    told = why(strategy, panel_of([PRICES]), _trade(), CATALOGUE)
    at = "/trade/long/entry/condition/all"
    assert told.entry == (
        Observed(f"{at}/0", 5, "the close is above 10", "收盘价高于 10", 14.0, "gt", 10.0, True),
        Observed(f"{at}/1", 5, "the close 2 bars ago is below 12", "2 根K线前的收盘价低于 12", 11.0, "lt", 12.0, True),
    )
    assert told.exit == ()


def test_what_is_not_known_yet_is_none_and_does_not_hold() -> None:
    [told] = why(
        _with_entry({"cmp": {"left": {"ref": "ema_20"}, "op": "neq", "right": 1}}),
        panel_of([PRICES]),
        _trade(),
        CATALOGUE,
    ).entry
    assert (told.left, told.right, told.holds) == (None, 1.0, False)


def test_missing_bars_are_not_counted() -> None:
    prices = [*PRICES[:4], np.nan, *PRICES[5:]]
    [told] = why(
        _with_entry({"cmp": {"left": {"ref": "close", "lag": 1}, "op": "lt", "right": 12}}),
        panel_of([prices]),
        _trade(),
        CATALOGUE,
    ).entry
    assert told.left == 11.0


def test_the_steps_of_a_sequence_are_told_on_the_bars_on_which_they_came_true() -> None:
    steps = [_above(11.5), {"cmp": {"left": {"ref": "close"}, "op": "lt", "right": 11.5}}, _above(13.5)]
    told = why(
        _with_entry({"sequence": {"steps": steps, "within_bars": 4}}), panel_of([PRICES]), _trade(), CATALOGUE
    ).entry
    assert [(each.bar, each.left, each.op, each.right, each.holds) for each in told] == [
        (5, 3.0, "lt", 4, True),  # three bars from the first step to the last
        (2, 12.0, "gt", 11.5, True),
        (3, 11.0, "lt", 11.5, True),
        (5, 14.0, "gt", 13.5, True),
    ]


def test_what_happened_within_some_bars_is_told_with_how_long_ago() -> None:
    low = {"cmp": {"left": {"ref": "close"}, "op": "lt", "right": 11.5}}
    strategy = _with_entry(
        {
            "all": [
                {"within_bars": {"condition": low, "bars": 3}},
                {"bars_since": {"condition": low, "op": "gte", "bars": 2}},
            ]
        }
    )
    told = why(strategy, panel_of([PRICES]), _trade(), CATALOGUE).entry
    assert [(each.bar, each.left, each.op, each.right) for each in told] == [
        (5, 2.0, "lt", 3),
        (3, 11.0, "lt", 11.5),
        (5, 2.0, "gte", 2),
        (3, 11.0, "lt", 11.5),
    ]


def test_a_stop_is_told_with_its_level_and_the_price_that_met_it() -> None:
    stopped = _trade(exit_bar=7, decided_bar=7, reason=ExitReason.STOP_LOSS, exit_rule=1)
    [told] = why(_with_entry(_above(10)), panel_of([PRICES]), stopped, CATALOGUE).exit
    assert (told.pointer, told.bar, told.left, told.op) == ("/trade/long/exits/1", 7, 9.0, "lte")
    assert told.right == pytest.approx(12.0 * 0.95)
    assert told.text_en == "Close the long position with a loss when the price is 5% below the entry price."


def test_a_time_exit_is_told_with_the_bars_that_it_lasted() -> None:
    strategy = build(changed("/trade/long/exits/1", {"type": "time_exit", "bars": 3}))
    [told] = why(strategy, panel_of([PRICES]), _trade(reason=ExitReason.TIME, exit_rule=1), CATALOGUE).exit
    assert (told.bar, told.left, told.op, told.right, told.holds) == (8, 3, "gte", 3, True)
