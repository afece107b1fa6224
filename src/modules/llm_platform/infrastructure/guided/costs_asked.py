"""What a fill is charged in a market, as backtests and paper accounts assume it."""

from packages.domain.backtest.terms import Costs, usual_costs
from packages.domain.market_data.symbols import Market
from src.modules.llm_platform.infrastructure.guided.turn import GuidedTurn, Say, Script


def costs_charged(turn: GuidedTurn) -> Script:
    """Nothing where no market is settled yet."""
    market = turn.state.text("strategy", "market") or turn.scope("target_market")
    if market not in {each.value for each in Market}:
        return
    costs = usual_costs(Market(market))
    parts = [turn.words.say(f"answer.cost.{name}", amount=_shown(name, value)) for name, value in _charged(costs)]
    if parts:
        yield Say(turn.words.say("answer.costs_assumed", costs=turn.words.say("comma").join(parts)))


def _charged(costs: Costs) -> list[tuple[str, float]]:
    named = ("commission_rate", "commission_per_share", "commission_minimum", "slippage", "spread")
    return [(name, value) for name in named if (value := getattr(costs, name))]


def _shown(name: str, value: float) -> str:
    return f"{value:g}" if name in ("commission_per_share", "commission_minimum") else f"{value * 100:g}%"
