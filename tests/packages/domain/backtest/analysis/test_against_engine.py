"""The report and the engine's own figures: the same numbers, found in two ways."""

import pytest

from packages.domain.backtest.analysis.analyse import analyse
from packages.domain.backtest.analysis.report import Report
from packages.domain.backtest.engine import backtest, compile_strategy
from packages.domain.backtest.outcome import Outcome
from packages.domain.backtest.panel import Panel
from packages.domain.backtest.terms import Terms
from packages.domain.strategy.build import build
from packages.domain.strategy.indicators.catalogue import CATALOGUE
from packages.domain.strategy.model import Strategy
from tests.corpus.sample_strategy import changed
from tests.effort import seeds
from tests.packages.domain.backtest.analysis.worlds import panel_of
from tests.reference.lively_strategies import random_run


def _both(strategy: Strategy, panel: Panel, terms: Terms) -> tuple[Outcome, Report]:
    outcome = backtest(compile_strategy(strategy, CATALOGUE), panel, terms)
    return outcome, analyse(outcome, panel, terms)


def _assert_same(outcome: Outcome, report: Report) -> None:
    figures, theirs = report.figures, outcome.figures
    assert figures.final_equity == pytest.approx(theirs.final_equity, rel=1e-9)
    assert figures.total_return == pytest.approx(theirs.total_return, abs=1e-9)
    assert figures.max_drawdown == pytest.approx(theirs.max_drawdown, abs=1e-9)
    assert (figures.sharpe.value if figures.sharpe else 0.0) == pytest.approx(theirs.sharpe, abs=1e-9)
    assert report.all_trades.trades == theirs.trades
    assert ((report.held > 0) == (outcome.exposure > 0)).all()


@pytest.mark.parametrize("seed", seeds(10, 40))
def test_the_report_has_the_figures_of_the_engine(seed: int) -> None:
    run = random_run(seed, bars=120)
    _assert_same(*_both(run.strategy, run.panel, run.terms))


def test_a_ruined_account_is_told_as_the_engine_left_it() -> None:
    side = {
        "entry": {
            "condition": {"cmp": {"left": {"ref": "close"}, "op": "gt", "right": 0}},
            "order": {"type": "market"},
        },
        "exits": [{"type": "time_exit", "bars": 50}],
        "position_sizing": {"mode": "pct_equity", "pct": 1},
    }
    strategy = build(changed("/trade", {"short": side}))
    outcome, report = _both(strategy, panel_of([[10.0, 10.0, 11.0, 10.0, 35.0, 30.0, 20.0]]), Terms())
    _assert_same(outcome, report)
    assert outcome.ruined_at == 4
    assert "ruined" in report.warnings
    assert report.figures.cagr == -1.0
    assert [group.label for group in report.by_exit] == ["ruin"]


def test_what_financing_took_is_what_the_same_trades_end_with_less() -> None:
    side = {
        "entry": {
            "condition": {"cmp": {"left": {"ref": "close"}, "op": "gt", "right": 0}},
            "order": {"type": "market"},
        },
        "exits": [{"type": "time_exit", "bars": 3}],
        "position_sizing": {"mode": "fixed_qty", "qty": 10},
    }
    strategy = build(changed("/trade", {"short": side}))
    panel = panel_of([[10.0, 10.0, 11.0, 10.0, 12.0, 11.0, 10.0, 10.5, 11.0]])
    _, free = _both(strategy, panel, Terms())
    _, charged = _both(strategy, panel, Terms(borrow_rate=0.5, funding_rate=0.1))
    assert free.figures.financing == 0
    assert charged.figures.financing > 0
    assert charged.figures.financing == pytest.approx(free.figures.final_equity - charged.figures.final_equity)
