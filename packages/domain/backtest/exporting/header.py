"""What stands above exported code: what it is, what it assumes, and what was left out."""

from packages.core.messages import Language, Message, message, render
from packages.domain.backtest.exporting.plan import ExportPlan
from packages.domain.backtest.exporting.refusals import Target
from packages.domain.backtest.terms import Terms
from packages.domain.market_data.market_rules import RULEBOOK
from packages.domain.strategy.explain.strategy import explain
from packages.domain.strategy.indicators.catalogue import CATALOGUE


def left_out(plan: ExportPlan) -> list[Message]:
    """What Parley knows of the market and the exported code does not."""
    market = RULEBOOK[plan.strategy.universe.market]
    stated = ["missing_bars", "dividends", "financing"]
    stated += ["limits"] if market.limits else []
    stated += ["duties"] if market.duties else []
    return [message(f"strategy.export.left_out.{each}") for each in stated]


def header(plan: ExportPlan, target: Target, terms: Terms, language: Language) -> list[str]:
    strategy, costs = plan.strategy, terms.costs
    said = [
        message("strategy.export.header.what", name=strategy.name, target=target.said),
        message("strategy.export.header.bars", ticker=strategy.universe.names[0], timeframe=strategy.timeframe.value),
        message("strategy.export.header.fills"),
        message(
            "strategy.export.header.costs",
            cash=terms.cash,
            rate=f"{costs.commission_rate:.4%}",
            slippage=f"{costs.slippage:.4%}",
        ),
        *([message("strategy.export.header.not_run_there")] if target is Target.PINE else []),
        message("strategy.export.header.left_out"),
    ]
    rules = [each.text for each in explain(strategy, CATALOGUE, language)]
    lines = [render(each, language) for each in said]
    return [*lines, *(f"- {render(each, language)}" for each in left_out(plan)), "", *rules]
