"""Exports a strategy: plans it, asks the target whether it can say all of it, and writes the code."""

from dataclasses import dataclass

from packages.core.messages import Language, Message, message, render
from packages.domain.backtest.exporting.header import header, left_out
from packages.domain.backtest.exporting.pine_target import refuse_for_pine, write_pine
from packages.domain.backtest.exporting.plan import ExportPlan
from packages.domain.backtest.exporting.planning import plan_export
from packages.domain.backtest.exporting.python_targets import (
    refuse_for_backtesting,
    write_backtesting,
    write_python,
    write_vectorbt,
)
from packages.domain.backtest.exporting.refusals import CannotCarry, Refusals, Target
from packages.domain.backtest.exporting.written import commented
from packages.domain.backtest.market.axis import bars_per_year
from packages.domain.backtest.terms import Terms
from packages.domain.strategy.model import Strategy


@dataclass(frozen=True, slots=True)
class ExportedStrategy:
    """Code that runs in another engine, and what it leaves out."""

    target: Target
    text: str
    left_out: tuple[Message, ...]

    @property
    def suffix(self) -> str:
        return ".pine" if self.target is Target.PINE else ".py"


def export_strategy(
    strategy: Strategy,
    target: Target,
    terms: Terms | None = None,
    language: Language = Language.EN,
    yearly_bars: float | None = None,
) -> ExportedStrategy:
    """`CannotCarry` names every construct that the target cannot say. Of the terms the cash, the commission rate, the
    slippage and the maintenance are carried. `yearly_bars` scales volatilities; usually those of the calendar."""
    stated, refusals = terms or Terms(), Refusals(target)
    yearly = yearly_bars or bars_per_year(strategy.universe.market, strategy.timeframe)
    plan = plan_export(strategy, yearly, refusals)
    if plan is None:
        raise CannotCarry(target, refusals.found)
    _refuse(plan, stated, refusals)
    refusals.raise_any()
    return ExportedStrategy(target, _written(plan, target, stated, language), tuple(left_out(plan)))


def _refuse(plan: ExportPlan, terms: Terms, refusals: Refusals) -> None:
    if refusals.target is Target.BACKTESTING:
        refuse_for_backtesting(plan, terms, refusals)
    elif refusals.target is Target.PINE:
        refuse_for_pine(plan, terms, refusals)


def _written(plan: ExportPlan, target: Target, terms: Terms, language: Language) -> str:
    above = header(plan, target, terms, language)
    not_bought = render(message("strategy.export.not_bought"), Language.EN)
    match target:
        case Target.PYTHON:
            return write_python(plan, terms, commented(above, "#"))
        case Target.VECTORBT:
            return write_vectorbt(plan, terms, commented(above, "#"))
        case Target.BACKTESTING:
            return write_backtesting(plan, terms, commented(above, "#"), not_bought)
        case Target.PINE:
            return write_pine(plan, terms, commented(above, "//"), not_bought)
