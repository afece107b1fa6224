"""The fallback after a model's answer: the work that the person asked for is done by rules where the model did none.

A conversation does not depend on a model's cooperation. Rules and changes in the person's own words are read by rules,
and a confirmed step is taken by them, just as where there is no model.
"""

from collections.abc import Mapping, Sequence
from typing import Final

from apps.api.agents.phases import Phase
from apps.api.agents.protocol import PromptPieces, ToolOutcome
from apps.api.agents.rule_changes.state_keys import EDIT, RULES
from packages.contracts.tool_grants import ToolDomain
from packages.core.events import JsonObject, JsonValue
from packages.domain.conversation.understanding.consent import ANY_WORK, BEGIN_STRESS_TEST, consents
from packages.domain.conversation.understanding.model import Wish

# The tools whose use is the work of a phase: a model that has called one of them is at it.
_WORK: Final[Mapping[Phase, Mapping[str, frozenset[str]]]] = {
    Phase.STRATEGY: {
        ToolDomain.STRATEGY: frozenset({"validate_dsl", "upsert_dsl", "patch_dsl", "rollback", "from_research"}),
        ToolDomain.BACKTEST: frozenset({"create_job", "get_job"}),
    },
    Phase.STRESS_TEST: {ToolDomain.STRESS: frozenset({"create", "get", "report"})},
    Phase.DEPLOYMENT: {ToolDomain.TRADING: frozenset({"readiness", "create_deployment", "start", "request_approval"})},
}
_GOING_ON = frozenset({"true", "confirmed", "paper"})  # decisions after which there is work to do
_TESTS_AGAIN = BEGIN_STRESS_TEST | {Wish.AGAIN}
_LEAVING = frozenset({Wish.BACK, Wish.NEW_SCOPE, Wish.NEW_KYC, Wish.HELP, Wish.RESEARCH, Wish.RESEARCH_STATUS})


def rules_take_over(phase: Phase, pieces: PromptPieces, done: Sequence[ToolOutcome]) -> bool:
    """Whether the person asked for work of this phase and a model, whose answer is over, did none of it."""
    if phase not in _WORK or _is_done(phase, done) or _leaves(phase, pieces):
        return False
    return _says_rules(pieces.state) or _asks_for_work(phase, pieces)


def _leaves(phase: Phase, pieces: PromptPieces) -> bool:
    """Who undoes a change of the rules stays with them, in whatever words."""
    wishes = set(pieces.understood.wishes)
    undoes = phase is Phase.STRATEGY and Wish.UNDO in wishes
    return bool(wishes & (_LEAVING - {Wish.BACK} if undoes else _LEAVING))


def _is_done(phase: Phase, done: Sequence[ToolOutcome]) -> bool:
    return any(each.ok and each.tool in _WORK[phase].get(each.domain, ()) for each in done)


def _says_rules(state: JsonObject) -> bool:
    """In this very message: rules that only wait are no work until the person continues."""
    rules = state.get(RULES)
    return EDIT in state or (isinstance(rules, Mapping) and not rules.get("again"))


def _asks_for_work(phase: Phase, pieces: PromptPieces) -> bool:
    """Once the verdict is there, only another test is work: to nod, or to go on, calls for the decision."""
    understood = pieces.understood
    if understood.question or understood.asked_term:
        return False
    if phase is Phase.STRESS_TEST and _is_tested(pieces.state):
        return bool(_TESTS_AGAIN.intersection(understood.wishes)) or bool(pieces.state.get("runs_again"))
    return consents(understood, ANY_WORK) or _goes_on(pieces.state.get("understood"))


def _is_tested(state: JsonObject) -> bool:
    report = state.get("stress")
    return isinstance(report, Mapping) and report.get("status") == "done"


def _goes_on(decided: JsonValue) -> bool:
    """By the person's own word in this message."""
    rows = decided if isinstance(decided, list) else []
    return any(isinstance(row, Mapping) and row.get("value") in _GOING_ON for row in rows)
