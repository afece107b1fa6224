"""Cards held against the database: an id that is not the owner's goes, and facts are told as the desk knows them."""

from typing import assert_never

from packages.contracts.genui import (
    ApprovalRequestCard,
    BacktestCharts,
    ChoicePrompt,
    DebateCard,
    DeploymentStatusCard,
    GenUi,
    ResearchReport,
    StrategyCard,
    StrategyRef,
    StressReport,
    TradingViewChart,
)
from packages.domain.conversation.facts import DeskFacts


async def with_facts(card: GenUi, owner_id: str, facts: DeskFacts) -> GenUi | None:
    """The card as the database has it; None when it names something that is not there."""
    match card:
        case ChoicePrompt():
            return card
        case TradingViewChart():
            return card if await facts.instrument(card.symbol) else None
        case StrategyRef() | StrategyCard():
            return await _strategy(card, owner_id, facts)
        case BacktestCharts():
            return await _backtest(card, owner_id, facts)
        case StressReport():
            return await _stress(card, owner_id, facts)
        case ResearchReport() | DebateCard():
            symbol = await facts.research(owner_id, card.research_session_id)
            return None if symbol is None else card.model_copy(update={"symbol": symbol})
        case DeploymentStatusCard():
            return await _deployment(card, owner_id, facts)
        case ApprovalRequestCard():
            return await _approval(card, owner_id, facts)
        case other:
            assert_never(other)


async def _strategy(card: StrategyRef | StrategyCard, owner_id: str, facts: DeskFacts) -> GenUi | None:
    if card.strategy_id is not None:
        found = await facts.strategy(owner_id, card.strategy_id)
        if found is None:
            return None
        # The saved strategy says it all: a draft named beside it may be anybody's.
        more = {"dsl_json": found.dsl_json} if isinstance(card, StrategyCard) else {"strategy_draft_id": None}
        return card.model_copy(update={"version": card.version or found.version} | more)
    if isinstance(card, StrategyCard):
        return card  # rules that nobody has saved yet; they are checked when they are confirmed
    draft = None if card.strategy_draft_id is None else await facts.draft(owner_id, card.strategy_draft_id)
    return None if draft is None else card


async def _backtest(card: BacktestCharts, owner_id: str, facts: DeskFacts) -> GenUi | None:
    found = await facts.backtest(owner_id, card.job_id)
    return None if found is None else card.model_copy(update={"strategy_id": found.strategy_id})


async def _stress(card: StressReport, owner_id: str, facts: DeskFacts) -> GenUi | None:
    found = await facts.stress(owner_id, card.stress_report_id)
    if found is None:
        return None
    return card.model_copy(update={"scenario_set_id": found.scenario_set_id, "verdict": found.verdict})


async def _deployment(card: DeploymentStatusCard, owner_id: str, facts: DeskFacts) -> GenUi | None:
    found = await facts.deployment(owner_id, card.deployment_id)
    if found is None:
        return None
    return card.model_copy(update={"status": found.status, "target": found.target, "blocker": found.blocker})


async def _approval(card: ApprovalRequestCard, owner_id: str, facts: DeskFacts) -> GenUi | None:
    deployment_id = await facts.approval(owner_id, card.approval_id)
    return None if deployment_id is None else card.model_copy(update={"deployment_id": deployment_id})
