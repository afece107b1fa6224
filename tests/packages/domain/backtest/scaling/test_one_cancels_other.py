"""One order cancels another: two entries around a range, of which one fills, and then a stop and a target."""

from random import Random

import pytest

from packages.core.messages import Language
from packages.domain.backtest.outcome import ExitReason
from packages.domain.backtest.panel import Panel
from packages.domain.backtest.terms import Terms
from packages.domain.strategy.explain.strategy import explain, explain_change
from packages.domain.strategy.indicators.catalogue import CATALOGUE
from packages.domain.strategy.json_tree import Document
from packages.domain.strategy.model import Direction, Strategy
from packages.domain.strategy.validate import Validator
from tests.corpus.markets import random_panel
from tests.corpus.well_known_scaling import range_bracket
from tests.packages.infra.providers.trading.paper_replay import replay
from tests.reference.both import differences, engine_backtest, plain_backtest
from tests.reference.lively_strategies import Run

SAID = {
    Language.EN: (
        "When the long and the short entry order wait at the same time, the one that fills cancels the other (OCO)."
    ),
    Language.ZH: "多空两张入场单同时挂着时，一张成交，另一张即撤销（OCO）。",
}


def bracket(*, short: bool = True, order: Document | None = None) -> Strategy:
    document = range_bracket("AAPL")
    trade = document["trade"]
    assert isinstance(trade, dict)
    long = trade["long"]
    assert isinstance(long, dict)
    if order is not None:
        entry = long["entry"]
        assert isinstance(entry, dict)
        long = {**long, "entry": {**entry, "order": order}}
    sides: Document = {**trade, "long": long} if short else {"long": long}
    return Validator(CATALOGUE).document({**document, "trade": sides}).require()


def drawn(seed: int) -> Run:
    strategy = bracket()
    panel = random_panel(Random(seed), strategy.universe.market, strategy.timeframe, strategy.universe.tickers, 300)
    return Run(strategy, panel, Terms())


@pytest.mark.parametrize("seed", range(12))
def test_the_bracket_around_a_range_trades_as_the_reference_does(seed: int) -> None:
    run = drawn(seed)
    expected, found = plain_backtest(*_parts(run)), engine_backtest(*_parts(run))
    assert differences(expected, found, float(run.terms.cash)) == []
    assert {trade.direction for trade in found.trades} == set(Direction)
    assert {trade.reason for trade in found.trades} == {ExitReason.STOP_LOSS, ExitReason.TAKE_PROFIT}


@pytest.mark.parametrize("seed", range(12))
def test_no_two_entries_of_one_close_fill(seed: int) -> None:
    outcome = engine_backtest(*_parts(drawn(seed)))
    closes = [each.signal_bar for each in outcome.trades] + [each.signal_bar for each in outcome.open_positions]
    assert len(closes) == len(set(closes))
    assert outcome.orders.placed > 2 * outcome.orders.filled > 0


@pytest.mark.parametrize("seed", range(4))
def test_on_paper_it_has_the_cash_and_equity_of_the_backtest_to_the_last_bit(seed: int) -> None:
    run = drawn(seed)
    ours, theirs = replay(run), engine_backtest(*_parts(run))
    assert (ours.cash, ours.equity) == (theirs.cash, theirs.equity)


@pytest.mark.parametrize("language", Language)
def test_it_is_explained_and_told_as_a_change(language: Language) -> None:
    said = {each.topic: each.text for each in explain(bracket(), CATALOGUE, language)}
    assert said["orders"] == SAID[language]
    changes = explain_change(bracket(short=False), bracket(), CATALOGUE, language)
    assert any(SAID[language] in change for change in changes)


@pytest.mark.parametrize("strategy", [bracket(short=False), bracket(order={"type": "market"})])
def test_nothing_is_said_where_no_two_entries_can_wait(strategy: Strategy) -> None:
    assert "orders" not in {each.topic for each in explain(strategy, CATALOGUE, Language.EN)}


def _parts(run: Run) -> tuple[Strategy, Panel, Terms]:
    return run.strategy, run.panel, run.terms
