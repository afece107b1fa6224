"""Where a conversation goes when its person confirms a strategy, or brings rules from research, outside of a turn: the
same table, the same rules."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import pairwise
from typing import Literal, TypeAlias

from apps.api.agents.phases import Phase, require_move
from apps.api.agents.research_rules import with_research_rules
from apps.api.agents.strategy_standing import READY, StrategyStanding
from apps.api.orchestration.types import HandlerOf, as_artifacts, ensure_phase_keyed
from packages.core.errors import Conflict
from packages.core.messages import word
from packages.domain.conversation.awaited import TAKEN_UP
from packages.domain.conversation.model import ChatSession, ChatSessionStatus, SessionChange, Transition, title_of

TRIGGER = "strategy_confirm"
Reason: TypeAlias = Literal[
    "strategy_confirmed_and_backtest_done", "backtest_not_done", "not_asked", "already_in_stress_test"
]
_OWN_STRATEGY = "person_brought_a_strategy"
_CHANGED = "strategy_changed"
_RESEARCHED = "research_became_rules"
_BEHIND = frozenset({Phase.STRESS_TEST, Phase.DEPLOYMENT})
_MAY_CONFIRM = frozenset({Phase.PRE_STRATEGY, Phase.STRATEGY}) | _BEHIND


class NotTheTime(Conflict):
    """The conversation is in a phase in which there is nothing to confirm."""


@dataclass(frozen=True, slots=True)
class Advance:
    """Whether the conversation moved to the stress test, and why or why not."""

    moved: bool
    reason: Reason


@dataclass(frozen=True, slots=True)
class Way:
    """The moves that follow, oldest first, and what is said of the last."""

    phase: Phase
    transitions: tuple[Transition, ...]
    advance: Advance


def require_time(phase: Phase) -> None:
    if phase is Phase.KYC:
        raise NotTheTime("conversation.profile_needed_first")
    if phase not in _MAY_CONFIRM:
        raise NotTheTime("conversation.wrong_phase_for_strategy", phase=word("phase", phase))


def way_of(phase: Phase, standing: StrategyStanding, *, changed: bool, wanted: bool, at: datetime) -> Way:
    """`changed`: other rules than the conversation had agreed on; `wanted`: to continue to the stress test."""
    stays = phase in _BEHIND and not changed
    advance = _advance(standing, stays=stays, wanted=wanted)
    reached = [phase]
    if phase is not Phase.STRATEGY and not stays:
        reached.append(Phase.STRATEGY)
    if advance.moved:
        reached.append(Phase.STRESS_TEST)
    return Way(reached[-1], _moves(reached, standing, at), advance)


def _advance(standing: StrategyStanding, *, stays: bool, wanted: bool) -> Advance:
    if not wanted:
        return Advance(moved=False, reason="not_asked")
    if stays:
        return Advance(moved=False, reason="already_in_stress_test")
    if not standing.may_be_stressed:
        return Advance(moved=False, reason="backtest_not_done")
    return Advance(moved=True, reason=READY)


def _moves(reached: Sequence[Phase], standing: StrategyStanding, at: datetime) -> tuple[Transition, ...]:
    moves = []
    for before, after in pairwise(reached):
        require_move(before, after)
        back = _OWN_STRATEGY if before is Phase.PRE_STRATEGY else _CHANGED
        reason = READY if after is Phase.STRESS_TEST else back
        content = {} if standing.strategy is None else {"strategy_id": standing.strategy.strategy_id}
        moves.append(Transition(before.value, after.value, TRIGGER, reason, None, at, content))
    return tuple(moves)


@dataclass(frozen=True, slots=True)
class ResearchRules:
    """A saved strategy that finished research gave."""

    strategy_id: str
    name: str
    symbol: str
    market: str
    research_id: str


def taken_up(session: ChatSession, rules: ResearchRules, handlers: HandlerOf, at: datetime) -> SessionChange:
    """The conversation with these rules to be confirmed, in the strategy phase."""
    phase = Phase(session.phase)
    require_time(phase)
    moves: tuple[Transition, ...] = ()
    if phase is not Phase.STRATEGY:
        require_move(phase, Phase.STRATEGY)
        content = {"strategy_id": rules.strategy_id}
        moves = (Transition(phase.value, Phase.STRATEGY.value, TRIGGER, _RESEARCHED, None, at, content),)
    blocks = ensure_phase_keyed(session.artifacts, handlers)
    return SessionChange(
        phase=Phase.STRATEGY.value,
        status=ChatSessionStatus.ACTIVE,
        artifacts=as_artifacts(with_research_rules(blocks, rules.strategy_id, rules.symbol, rules.market)),
        metadata={**session.metadata, TAKEN_UP: rules.research_id},
        previous_response_id=None,
        title=title_of(rules.name),
        transitions=moves,
    )
