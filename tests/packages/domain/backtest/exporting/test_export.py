"""Exported code trades what the backtest trades, or the exporter names what cannot be carried."""

from functools import cache
from typing import Any

import pytest

from packages.core.messages import Language, message, render
from packages.domain.backtest.exporting.export import export_strategy
from packages.domain.backtest.exporting.refusals import CannotCarry, Target, Uncarried
from packages.domain.backtest.terms import Costs, Terms
from packages.domain.strategy.indicators.catalogue import CATALOGUE
from packages.domain.strategy.json_tree import Document
from packages.domain.strategy.model import Strategy
from packages.domain.strategy.validate import Validator
from packages.domain.strategy.well_known.library import WellKnown, well_known
from tests.reference.exportable_strategies import ExportableRun, exportable_run
from tests.reference.exported_trades import Trades, apart, bars_of, parley_trades
from tests.reference.pine import PineScript
from tests.reference.pine_broker import PineStopped

NOT_BOUGHT = render(message("strategy.export.not_bought"), Language.EN)


def valid(document: Document) -> Strategy:
    return Validator(CATALOGUE).document(document).require()


@cache
def average_cross() -> Strategy:
    return valid(well_known(WellKnown.AVERAGE_CROSS))


def in_python(text: str, run: ExportableRun) -> Trades:
    space: dict[str, Any] = {"__name__": "exported"}
    exec(compile(text, "exported.py", "exec"), space)
    told: Trades = space["run"](bars_of(run.panel))
    return told


def in_pine(text: str, run: ExportableRun) -> Trades | None:
    """None where the script stopped, and said so."""
    try:
        return [each.as_dict() for each in PineScript(text).run(bars_of(run.panel))]
    except PineStopped as stopped:
        return None if str(stopped) == NOT_BOUGHT else [{"stopped": 1.0}]


def carried(target: Target, run: ExportableRun) -> str | None:
    try:
        return export_strategy(run.strategy, target, run.terms, yearly_bars=run.panel.bars_per_year).text
    except CannotCarry:
        return None


ENGINES = pytest.mark.parametrize(("target", "engine"), [(Target.PYTHON, in_python), (Target.PINE, in_pine)])


def compare(target: Target, engine: Any, seeds: int) -> None:
    compared = 0
    for seed in range(seeds):
        run = exportable_run(seed)
        if (text := carried(target, run)) is None:
            continue
        theirs = engine(text, run)
        assert theirs is None or apart(parley_trades(run), theirs, float(run.panel.lots.step[0])) is None, seed
        compared += 1
    assert compared >= seeds // 6


@ENGINES
def test_random_strategies_trade_alike_or_are_refused_by_name(target: Target, engine: Any) -> None:
    compare(target, engine, 12)


@pytest.mark.trust
@ENGINES
def test_two_hundred_random_strategies_trade_alike(target: Target, engine: Any) -> None:
    compare(target, engine, 200)


@pytest.mark.parametrize("target", Target)
def test_what_cannot_be_carried_is_named_with_its_place_and_what_to_change(target: Target) -> None:
    with pytest.raises(CannotCarry) as refused:
        export_strategy(valid(well_known(WellKnown.SUPERTREND)), target)
    [indicator] = [each for each in refused.value.refusals if each.code is Uncarried.INDICATOR]
    assert indicator.pointer == "/factors/trend/type"
    assert "Use one of" in render(indicator.said, Language.EN)
    assert "可用的指标" in render(indicator.said, Language.ZH)


def test_a_portfolio_is_refused_as_a_whole() -> None:
    with pytest.raises(CannotCarry) as refused:
        export_strategy(valid(well_known(WellKnown.SIXTY_FORTY)), Target.PYTHON)
    assert [each.pointer for each in refused.value.refusals] == ["/portfolio"]


def test_slippage_that_an_engine_does_not_know_is_refused() -> None:
    terms = Terms(costs=Costs(slippage=0.001))
    export_strategy(average_cross(), Target.VECTORBT, terms)
    with pytest.raises(CannotCarry, match="slippage of 0"):
        export_strategy(average_cross(), Target.BACKTESTING, terms)


def test_a_name_cannot_break_out_of_the_comment_or_the_title() -> None:
    document = well_known(WellKnown.AVERAGE_CROSS)
    document["strategy"] = {"name": 'x" $columns {y}', "description": "Buys.\nimport os\ros.abort()"}
    document["trade"]["long"]["position_sizing"] = {"mode": "fixed_qty", "qty": 100}  # type: ignore[index,call-overload]
    texts = {target: export_strategy(valid(document), target).text for target in Target}
    for text in texts.values():
        assert not [each for each in text.splitlines() if each.startswith(("import os", "os.abort"))]
    assert 'strategy("x\\" $columns {y}"' in texts[Target.PINE]


@pytest.mark.parametrize("target", [Target.PYTHON, Target.VECTORBT, Target.BACKTESTING])
def test_the_code_compiles_and_says_what_it_assumes(target: Target) -> None:
    text = export_strategy(average_cross(), target).text
    compile(text, "exported.py", "exec")
    assert "Decided on the close of a bar, filled at the open of the next one" in text
    assert "daily price limits" in text or "dividends in cash" in text
    assert "import parley" not in text


def test_the_header_speaks_chinese() -> None:
    assert "在下一根开盘成交" in export_strategy(average_cross(), Target.PYTHON, language=Language.ZH).text


def test_pine_says_that_it_was_not_run_on_its_platform() -> None:
    document = well_known(WellKnown.AVERAGE_CROSS)
    document["trade"]["long"]["position_sizing"] = {"mode": "fixed_qty", "qty": 100}  # type: ignore[index,call-overload]
    assert "was not run on TradingView" in export_strategy(valid(document), Target.PINE).text
