"""Finished research as the rules of a conversation: by a button, or in the person's own words."""

from apps.api.agents.phases import Phase
from apps.api.orchestration.confirm_rules import ResearchRules, require_time
from apps.api.services import AppContext
from packages.domain.conversation.awaited import RESEARCH, TAKEN_UP
from packages.domain.conversation.model import ChatSession
from packages.domain.market_data.symbols import parse_symbol
from packages.domain.strategy.from_research.refusals import NoStrategyFromVerdict
from packages.domain.strategy.model import Direction

_EXPLAINED_IN_THE_TURN = frozenset({"hold_long", "no_call_long", "sell_long"})  # with what can be done instead
_MAY = frozenset({Phase.PRE_STRATEGY, Phase.STRATEGY, Phase.STRESS_TEST, Phase.DEPLOYMENT})


async def rules_from(services: AppContext, session: ChatSession, research_id: str) -> ResearchRules:
    """Saved, and confirmed by nobody. Raises `NotTheTime`, and `NoStrategyFromVerdict` where there is no entry."""
    require_time(Phase(session.phase))
    stored, drafted = await services.from_research.save(session.owner_id, research_id, Direction.LONG, session.language)
    market = parse_symbol(drafted.symbol).market.value
    return ResearchRules(stored.id, stored.name, drafted.symbol, market, research_id)


async def take_up_as_said(services: AppContext, owner_id: str, session_id: str) -> None:
    """Before a message that asks for it is answered: what was researched last becomes the rules to be shown. The same
    research is taken up once; who says it again sees the rules as they are."""
    session = await services.chat.sessions.get(owner_id, session_id)
    research_id = _finished(session)
    if research_id is None or Phase(session.phase) not in _MAY:
        return
    if session.metadata.get(TAKEN_UP) == research_id and session.phase == Phase.STRATEGY:
        return
    try:
        rules = await rules_from(services, session, research_id)
    except NoStrategyFromVerdict as refusal:
        if refusal.reason not in _EXPLAINED_IN_THE_TURN:
            raise
    else:
        await services.chat.orchestrator.adopt(session, rules)


def _finished(session: ChatSession) -> str | None:
    kept = session.metadata.get(RESEARCH)
    if not isinstance(kept, dict) or kept.get("status") not in ("completed", "partial"):
        return None
    return str(kept["research_session_id"])
