"""The cards of an answer: those that the model wrote, held to the closed union and stored records, and those due.

The names of the seed (004, sections 2 and 3.4) are kept for what is added: a `strategy_ref` for what was saved or
validated, `backtest_charts` for what was measured, the question for the next missing field, the chart of an instrument.
"""

from collections.abc import Iterable, Sequence
from typing import assert_never

from pydantic import ValidationError

from apps.api.agents.prompts import BACK, GO_ON, MOST_OPTIONS
from apps.api.agents.protocol import ToolOutcome
from apps.api.orchestration.constants import MOST_CARDS
from packages.contracts.genui import (
    CARD,
    ApprovalRequestCard,
    BacktestCharts,
    ChoicePrompt,
    DataFetchCard,
    DebateCard,
    DeploymentStatusCard,
    GenUi,
    ProposalCard,
    ResearchReport,
    StrategyCard,
    StrategyRef,
    StressReport,
    TradingViewChart,
)
from packages.core.events import JsonObject
from packages.domain.conversation.facts import StoredRecords
from packages.domain.conversation.fields import FIELDS
from packages.domain.conversation.understanding.choices import STOP_HOW
from packages.domain.conversation.understanding.decisions import DECISIONS
from packages.domain.conversation.understanding.message.buttons import RESEARCH_CHOICE

_WATCH = "watch"  # what can be looked at, which is no question
_SAVING = frozenset({"upsert_dsl", "patch_dsl", "rollback"})


def parsed_cards(payloads: Iterable[JsonObject]) -> tuple[list[GenUi], list[str]]:
    """The payloads that are cards, and a note for the model on each that is none."""
    cards: list[GenUi] = []
    notes: list[str] = []
    for payload in payloads:
        try:
            cards.append(CARD.validate_python(payload))
        except ValidationError as error:
            first = error.errors(include_input=False)[0]
            where = ".".join(map(str, first["loc"]))[:80]
            kind = str(payload.get("type"))[:40]
            notes.append(f"A card of type {kind!r} was not shown: {where}: {first['msg'][:160]}.")
    return cards, notes


async def checked_cards(
    cards: Iterable[GenUi], owner_id: str, records: StoredRecords
) -> tuple[tuple[GenUi, ...], tuple[str, ...]]:
    """Each card once, as the records have it, and at most a dozen; what names nothing of the owner's is dropped."""
    kept: list[GenUi] = []
    notes: list[str] = []
    for card in cards:
        if len(kept) >= MOST_CARDS:
            break
        known = await with_records(card, owner_id, records)
        if known is None:
            notes.append(f"A {card.type} card was not shown: it names something that is not there.")
        elif known not in kept:
            kept.append(known)
    return tuple(kept), tuple(notes)


def _maybe_auto_wrap_strategy_genui(cards: Sequence[GenUi], outcomes: Sequence[ToolOutcome]) -> list[GenUi]:
    """A strategy that was saved in this turn is shown."""
    shown = {card.strategy_id for card in cards if isinstance(card, StrategyRef | StrategyCard)}
    saved = [each.result for each in outcomes if each.ok and each.domain == "strategy" and each.tool in _SAVING]
    newest = next((result for result in reversed(saved) if isinstance(result.get("strategy_id"), str)), None)
    if newest is None or newest["strategy_id"] in shown:
        return []
    return [StrategyRef(strategy_id=str(newest["strategy_id"]))]


def _maybe_backfill_strategy_ref_from_validate_call(
    cards: Sequence[GenUi], outcomes: Sequence[ToolOutcome]
) -> list[GenUi]:
    """A draft that was validated, and not saved, is shown."""
    if any(isinstance(card, StrategyRef | StrategyCard) for card in cards):
        return []
    for outcome in reversed(outcomes):
        draft = outcome.result.get("strategy_draft_id")
        if outcome.ok and outcome.tool == "validate_dsl" and isinstance(draft, str):
            return [StrategyRef(strategy_draft_id=draft)]
    return []


async def _maybe_auto_wrap_backtest_charts_genui(
    cards: Sequence[GenUi], outcomes: Sequence[ToolOutcome], owner_id: str, records: StoredRecords
) -> list[GenUi]:
    """A backtest that this turn started or looked at is shown, by the database's word: its card follows it."""
    shown = {card.job_id for card in cards if isinstance(card, BacktestCharts)}
    named = [each.result.get("backtest_job_id") for each in outcomes if each.ok and each.domain == "backtest"]
    for job_id in reversed([each for each in named if isinstance(each, str)]):
        found = await records.backtest(owner_id, job_id)
        if found is not None and found.status != "failed":
            return [] if job_id in shown else [BacktestCharts(job_id=job_id)]
    return []


def _maybe_auto_wrap_research_genui(cards: Sequence[GenUi], outcomes: Sequence[ToolOutcome]) -> list[GenUi]:
    """Research that this turn ran or read is shown, and the debate where it was read."""
    shown = {(card.type, card.research_session_id) for card in cards if isinstance(card, ResearchReport | DebateCard)}
    due: dict[tuple[str, str], GenUi] = {}
    for outcome in outcomes:
        session, symbol = outcome.result.get("research_session_id"), outcome.result.get("symbol")
        if not outcome.ok or outcome.domain != "research" or not isinstance(session, str):
            continue
        name = symbol if isinstance(symbol, str) else "-"  # the record knows it
        due["research_report", session] = ResearchReport(research_session_id=session, symbol=name)
        if outcome.tool == "debate":
            due["debate_card", session] = DebateCard(research_session_id=session, symbol=name)
    return [card for key, card in due.items() if key not in shown]


def _fetches(cards: Sequence[GenUi], outcomes: Sequence[ToolOutcome]) -> list[GenUi]:
    """Data that this turn began to fetch."""
    shown = {card.job_id for card in cards if isinstance(card, DataFetchCard)}
    begun = [one.result for one in outcomes if one.ok and (one.domain, one.tool) == ("market_data", "fetch_missing")]
    named = [(str(result.get("job_id")), str(result.get("symbol"))) for result in begun if result.get("job_id")]
    return [DataFetchCard(job_id=job_id, symbol=symbol) for job_id, symbol in named if job_id not in shown]


async def due_cards(
    cards: Sequence[GenUi], outcomes: Sequence[ToolOutcome], owner_id: str, records: StoredRecords
) -> list[GenUi]:
    """All that this turn's tools made due and the model did not show."""
    saved = _maybe_auto_wrap_strategy_genui(cards, outcomes)
    return [
        *(saved or _maybe_backfill_strategy_ref_from_validate_call(cards, outcomes)),
        *await _maybe_auto_wrap_backtest_charts_genui(cards, outcomes, owner_id, records),
        *_maybe_auto_wrap_research_genui(cards, outcomes),
        *_fetches(cards, outcomes),
    ]


def _ensure_required_choice_prompt_payload(cards: Sequence[GenUi], prompt: ChoicePrompt | None) -> list[GenUi]:
    """All cards, with the question that is due, so that every turn has a way on and a way back. A decision is put in
    the desk's own words; any other question keeps the options that the answer gave it. It waits where data are offered
    for research, which has a way on of its own. A mere "go on" gives way to any other question: two ways on at once
    say different things."""
    if prompt is None:
        return list(cards)
    cards = [card for card in cards if not _goes_on_elsewhere(card, prompt)]
    asked = {card.choice_id for card in cards if isinstance(card, ChoicePrompt)}
    if prompt.choice_id == _WATCH and STOP_HOW in asked:
        return cards
    if RESEARCH_CHOICE in asked:
        return [_with_way_out(card, prompt) for card in cards]
    decides = prompt.choice_id in DECISIONS
    asks_it = [isinstance(card, ChoicePrompt) and _asks(card, prompt, decides=decides) for card in cards]
    if not any(asks_it):
        return [*cards[: MOST_CARDS - 1], prompt]
    return [
        (prompt if decides else _joined(card, prompt)) if asks and isinstance(card, ChoicePrompt) else card
        for card, asks in zip(cards, asks_it, strict=True)
    ]


def without_other_decisions(
    cards: Sequence[GenUi], written: Sequence[GenUi], due: ChoicePrompt | None
) -> tuple[GenUi, ...]:
    """One decision at a time: of those that a model asks for, only the one that is due, and nothing beside it, whose
    yes could be taken for it. Where none is due, what it asks of no field of any phase stays."""
    if due is None:
        return tuple(cards)
    decides = due.choice_id in DECISIONS
    others = [
        each
        for each in written
        if isinstance(each, ChoicePrompt)
        and (decides or _names_a_field(each))
        and not _asks(each, due, decides=decides)
    ]
    return tuple(card for card in cards if card not in others)


def _names_a_field(card: ChoicePrompt) -> bool:
    return any(field.name in card.choice_id for fields in FIELDS.values() for field in fields)


def _goes_on_elsewhere(card: GenUi, due: ChoicePrompt) -> bool:
    return isinstance(card, ChoicePrompt) and card.choice_id == GO_ON != due.choice_id


def _asks(card: ChoicePrompt, due: ChoicePrompt, *, decides: bool) -> bool:
    return due.choice_id in card.choice_id if decides else due.choice_id == card.choice_id


def _joined(card: ChoicePrompt, due: ChoicePrompt) -> ChoicePrompt:
    """The answer's own options first, then what the question that is due offers besides."""
    own = {option.id for option in card.options}
    more = [option for option in due.options if option.id not in own]
    kept = card.options[: MOST_OPTIONS - len(more)]
    return card.model_copy(update={"options": (*kept, *more)})


def _with_way_out(card: GenUi, due: ChoicePrompt) -> GenUi:
    if not isinstance(card, ChoicePrompt) or card.choice_id != RESEARCH_CHOICE:
        return card
    out = [option for option in due.options if option.id == BACK]
    return card.model_copy(update={"options": (*card.options[: MOST_OPTIONS - len(out)], *out)})


async def _ensure_pre_strategy_chart_payload(
    cards: Sequence[GenUi], before: str | None, after: str | None, records: StoredRecords
) -> list[GenUi]:
    """The candles of an instrument that was just chosen."""
    shown = any(isinstance(card, TradingViewChart) and card.symbol == after for card in cards)
    if after is None or after == before or shown or await records.instrument(after) is None:
        return []
    return [TradingViewChart(symbol=after)]


async def with_records(card: GenUi, owner_id: str, records: StoredRecords) -> GenUi | None:
    """The card as the database has it; None when it names something that is not there."""
    match card:
        case ChoicePrompt() | DataFetchCard():
            return card  # a job is shown to its owner alone, whoever names it
        case ProposalCard():
            return None  # what was understood is proposed by the desk itself, from the patch
        case TradingViewChart():
            return card if await records.instrument(card.symbol) else None
        case StrategyRef() | StrategyCard():
            return await _strategy(card, owner_id, records)
        case BacktestCharts():
            return await _backtest(card, owner_id, records)
        case StressReport():
            return await _stress(card, owner_id, records)
        case ResearchReport() | DebateCard():
            symbol = await records.research(owner_id, card.research_session_id)
            return None if symbol is None else card.model_copy(update={"symbol": symbol})
        case DeploymentStatusCard():
            return await _deployment(card, owner_id, records)
        case ApprovalRequestCard():
            return await _approval(card, owner_id, records)
        case other:
            assert_never(other)


async def _strategy(card: StrategyRef | StrategyCard, owner_id: str, records: StoredRecords) -> GenUi | None:
    if card.strategy_id is not None:
        found = await records.strategy(owner_id, card.strategy_id)
        if found is None:
            return None
        # The saved strategy says it all: a draft named beside it may be anybody's.
        more = {"dsl_json": found.dsl_json} if isinstance(card, StrategyCard) else {"strategy_draft_id": None}
        return card.model_copy(update={"version": card.version or found.version} | more)
    if isinstance(card, StrategyCard):
        return card  # rules that nobody has saved yet; they are checked when they are confirmed
    draft = None if card.strategy_draft_id is None else await records.draft(owner_id, card.strategy_draft_id)
    return None if draft is None else card


async def _backtest(card: BacktestCharts, owner_id: str, records: StoredRecords) -> GenUi | None:
    found = await records.backtest(owner_id, card.job_id)
    return None if found is None else card.model_copy(update={"strategy_id": found.strategy_id})


async def _stress(card: StressReport, owner_id: str, records: StoredRecords) -> GenUi | None:
    found = await records.stress(owner_id, card.stress_report_id)
    if found is None:
        return None
    return card.model_copy(update={"scenario_set_id": found.scenario_set_id, "verdict": found.verdict})


async def _deployment(card: DeploymentStatusCard, owner_id: str, records: StoredRecords) -> GenUi | None:
    found = await records.deployment(owner_id, card.deployment_id)
    if found is None:
        return None
    return card.model_copy(update={"status": found.status, "target": found.target, "blocker": found.blocker})


async def _approval(card: ApprovalRequestCard, owner_id: str, records: StoredRecords) -> GenUi | None:
    deployment_id = await records.approval(owner_id, card.approval_id)
    return None if deployment_id is None else card.model_copy(update={"deployment_id": deployment_id})
