"""What is added to a model's answer in the same turn, where it claims what is not so after it."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import asdict, replace
from decimal import Decimal

from apps.api.agents.phases import Phase
from apps.api.agents.proposing import pending_of
from apps.api.agents.protocol import PhaseBlock, PhaseContext, ToolOutcome
from apps.api.agents.scoping import profile_in
from apps.api.orchestration.claims.open_decisions import corrections, open_decision
from apps.api.orchestration.claims.tool_work import lists_accounts, tool_work
from apps.api.orchestration.claims.work_done import work_done
from apps.api.orchestration.prompt_builder import NOTES
from apps.api.orchestration.types import _TurnPreparation
from packages.contracts.genui import GenUi, ProposalCard, StrategyCard
from packages.core.errors import NotFound
from packages.core.events import JsonObject
from packages.domain.conversation.bounds import Constraints, constraints_of
from packages.domain.conversation.claims.answer_sources import json_in
from packages.domain.conversation.claims.corrections import FalseAnswer, put_right
from packages.domain.conversation.claims.measured import MeasuredResults, unmeasured
from packages.domain.conversation.claims.noted import FalseNote, false_notes
from packages.domain.conversation.claims.results import claimed_results
from packages.domain.conversation.claims.work import WorkClaim, WorkDone, false_claims
from packages.domain.conversation.constraints import percent_text
from packages.domain.conversation.facts import BacktestFact, StoredRecords
from packages.domain.conversation.model import Role, SessionMessage

_ANSWERS = (Phase.KYC, Phase.PRE_STRATEGY)
_MOST_READ = 20_000  # characters: a flood of text must not hold up other people's answers
_DECISIONS = ("strategy_confirmed", "stress_test_decision", "deployment_target", "deployment_confirmation_status")
# What is said of an open decision covers these claims.
_SAID_OF = {
    "strategy_confirmed": {WorkClaim.CONFIRMED},
    "stress_test_decision": {WorkClaim.APPROVED},
    "deployment_target": {WorkClaim.APPROVED, WorkClaim.DEPLOYED},
    "deployment_confirmation_status": {WorkClaim.APPROVED, WorkClaim.DEPLOYED},
}


async def answer_corrections(
    text: str,
    prepared: _TurnPreparation,
    context: PhaseContext,
    cards: Sequence[GenUi],
    outcomes: Sequence[ToolOutcome],
    records: StoredRecords,
) -> tuple[str, ...]:
    """`context` is the conversation after the turn. What was said before is read only where something is claimed."""
    text = text[:_MOST_READ]
    decided = corrections(text, cards, context.language)
    answered = _words_taken(prepared.context.artifacts) != _words_taken(context.artifacts)
    bound = constraints_of(profile_in(context))
    done = _with_limits(work_done(context.artifacts, tool_work(outcomes), answered=answered), context, bound)
    notes = _false_notes(text, context, cards)
    results = claimed_results(text)
    if not (notes or results or false_claims(text, done)):
        return decided
    said = await _said(prepared)
    done = work_done(context.artifacts, tool_work(outcomes, _called_in(said)), answered=answered)
    done = replace(_with_limits(done, context, bound), rule_figures=await _rule_figures(context, cards, records))
    done = replace(done, linked=done.linked or lists_accounts([*outcomes, *_called_in(said)]))
    covered = _SAID_OF.get(open_decision(cards) or "", set()) if decided else set()
    claims = tuple(claim for claim in false_claims(text, done) if claim not in covered)
    found = await _with_figures(text, prepared, context, outcomes, records, said, done) if results else ((), {})
    most = percent_text(bound.drawdown.value)
    wrong = FalseAnswer(claims, notes, *found, done.verdict, is_tested=done.backtest_done, drawdown=most)
    return (*decided, *put_right(wrong, context.language))


def _with_limits(done: WorkDone, context: PhaseContext, bound: Constraints) -> WorkDone:
    limits = (bound.drawdown.value, bound.risk_per_trade.value, bound.leverage.value)
    known = frozenset(Decimal(repr(value)) for value in limits)
    return replace(done, limits=known, profiled=profile_in(context).is_complete)


async def _rule_figures(context: PhaseContext, cards: Sequence[GenUi], records: StoredRecords) -> frozenset[Decimal]:
    """Of the rules as they are after the turn, stored or shown."""
    strategy_id = context.artifacts.get(Phase.STRATEGY, PhaseBlock()).profile.get("strategy_id")
    stored = await records.strategy(context.owner_id, strategy_id) if isinstance(strategy_id, str) else None
    shown = [card.dsl_json for card in cards if isinstance(card, StrategyCard)]
    return frozenset(_numbers([*shown, *([] if stored is None else [stored.dsl_json])]))


def _numbers(value: object) -> Iterator[Decimal]:
    match value:
        case Mapping():
            yield from _numbers(list(value.values()))
        case list() | tuple():
            for inner in value:
                yield from _numbers(inner)
        case int() | float() if not isinstance(value, bool):
            yield Decimal(repr(value))
        case _:
            return


async def _with_figures(
    text: str,
    prepared: _TurnPreparation,
    context: PhaseContext,
    outcomes: Sequence[ToolOutcome],
    records: StoredRecords,
    said: Sequence[SessionMessage],
    done: WorkDone,
) -> tuple[tuple[str, ...], Mapping[str, object]]:
    """The figures that nobody measured, and those of the backtest."""
    backtest = await _backtest(context, records) if done.backtest_begun else None
    measured = _measured(prepared, outcomes, said, backtest)
    theirs = [message.content for message in said if message.role is Role.USER]
    is_done = backtest is not None and backtest.status == "done"
    return unmeasured(
        text, measured, [*theirs, prepared.turn.message.content]
    ), backtest.figures if backtest and is_done else {}


def _measured(
    prepared: _TurnPreparation,
    outcomes: Sequence[ToolOutcome],
    said: Sequence[SessionMessage],
    backtest: BacktestFact | None,
) -> MeasuredResults:
    """What tools answered, what the model was shown, and what the backtest found."""
    measured = MeasuredResults()
    for outcome in outcomes:
        if outcome.ok:
            measured.know(outcome.result)
    for message in said:
        measured.know(message.cards, reads_prose=False)
        for call in _answered(message):
            measured.know(call.get("output"))
    state = {name: value for name, value in prepared.request.state.items() if name != NOTES}
    measured.know(state, reads_prose=False)
    if backtest is not None:
        measured.know({**backtest.figures, "of": {"trades": backtest.trades, "sharpe": backtest.sharpe}})
    return measured


async def _backtest(context: PhaseContext, records: StoredRecords) -> BacktestFact | None:
    job_id = context.artifacts.get(Phase.STRATEGY, PhaseBlock()).profile.get("backtest_job_id")
    return await records.backtest(context.owner_id, job_id) if isinstance(job_id, str) else None


def _false_notes(text: str, context: PhaseContext, cards: Sequence[GenUi]) -> tuple[FalseNote, ...]:
    """What a card proposes in this turn is said to wait. Who answered about themselves in an earlier conversation has
    answered."""
    blocks = [context.artifacts.get(phase, PhaseBlock()) for phase in _ANSWERS]
    values = {
        name: value for block in blocks for name, value in block.profile.items() if isinstance(value, str) and value
    }
    values |= {name: answer.value for name, answer in asdict(profile_in(context)).items() if answer is not None}
    values |= {name: value for block in blocks for name, value in pending_of(block).items()}
    waits = {name for card in cards if isinstance(card, ProposalCard) for name in card.fields}
    return tuple(each for each in false_notes(text, values) if each.field not in waits)


def _words_taken(artifacts: Mapping[Phase, PhaseBlock]) -> list[object]:
    """The answers and decisions of the person that the conversation has."""
    answers: list[object] = [dict(artifacts.get(phase, PhaseBlock()).profile) for phase in _ANSWERS]
    return answers + [block.profile.get(name) for block in artifacts.values() for name in _DECISIONS]


async def _said(prepared: _TurnPreparation) -> Sequence[SessionMessage]:
    try:
        return await prepared.said()
    except NotFound:  # deleted while it is answered
        return ()


def _answered(message: SessionMessage) -> Collection[Mapping[str, object]]:
    return [call for call in message.tool_calls if call.get("status") == "success"]


def _called_in(said: Sequence[SessionMessage]) -> Iterator[ToolOutcome]:
    """The calls that were answered in the turns before."""
    for message in said:
        for call in _answered(message):
            held = json_in(str(call.get("output") or ""))
            result: JsonObject = held if isinstance(held, dict) else {}
            yield ToolOutcome(str(call.get("server_label")), str(call.get("name")), {}, ok=True, result=result)
