"""The research team as tools: start a session, follow it, read what the experts, the debate and the judge said."""

import asyncio
import json
from contextlib import suppress
from datetime import date
from typing import Annotated

from pydantic import Field

from apps.mcp.domains.research.audit_views import CounterfactualAuditView
from apps.mcp.domains.research.call_views import CallsView, ScoresView, VerdictView
from apps.mcp.domains.research.debate_views import DebateView
from apps.mcp.domains.research.views import (
    ExpertReportsView,
    SessionStatusView,
    SessionsView,
    StartedSessionView,
    opinion_marks,
    without_removed,
)
from apps.mcp.toolbox import SCOPED, Toolbox, ToolCall
from packages.contracts.tool_grants import ToolDomain
from packages.core.errors import Conflict, NotFound
from packages.core.messages import Language, Message, message, word
from src.modules.coordinator.application.dtos.research_dtos import MOST_ROUNDS, ResearchRequest, ResearchResult
from src.modules.coordinator.domain.model.enums import ExpertType, ResearchStatus
from src.modules.coordinator.domain.session import ResearchSession
from src.modules.debate.application.dtos import DebateOutcomeDTO
from src.modules.debate.application.marking import marked_outcome
from src.modules.judge.application.dtos import VerdictDTO
from src.modules.judge.domain.call import CallBookName

SymbolText = Annotated[
    str,
    Field(
        min_length=1,
        max_length=40,
        description="The instrument, as 000001.SZ, AAPL or BTC-USD; market_data's `search` finds it by name.",
    ),
]
Experts = Annotated[
    list[ExpertType],
    Field(
        min_length=1,
        max_length=10,
        description="Who shall look at it; a debate is better with all five. Default: all. For crypto and currencies "
        "only technical_analyst and macro_intelligence have something to go by.",
    ),
]
SkipDebate = Annotated[
    bool, Field(description="True: the experts only; no debate, no verdict and no call. Default false.")
]
Rounds = Annotated[int, Field(ge=1, le=MOST_ROUNDS, description="How often bull and bear speak, 1 to 3. Default 1.")]
ReportLanguage = Annotated[Language, Field(description="The language of the reports. Default zh.")]
SessionId = Annotated[
    str,
    Field(
        pattern=r"^[0-9A-Za-z-]{1,36}$",
        description="The `research_session_id` that `run` gave back, or one from `sessions`.",
    ),
]
SessionsBefore = Annotated[
    str | None,
    Field(
        pattern=r"^[0-9A-Za-z-]{1,36}$", description="`next_before` of the page shown last. Default: the newest ones."
    ),
]
Wait = Annotated[
    float,
    Field(ge=0, le=30, description="How many seconds to wait for its end before answering, 0 to 30. Default 0."),
]
AuditDay = Annotated[
    date | None, Field(description="Only what was known by the end of this day, as 2025-12-31. Default: today.")
]
AuditId = Annotated[str, Field(pattern=r"^[0-9A-Za-z-]{1,64}$", description="The `audit_id` that `audit` gave back.")]
PageSize = Annotated[int, Field(ge=1, le=50, description="How many to tell at once, 1 to 50. Default 10.")]
CallsBefore = Annotated[
    int | None,
    Field(
        ge=1,
        le=2**31 - 1,
        description="Only calls numbered below this: `next_before` of the page shown last. Default: the newest.",
    ),
]
Book = Annotated[
    CallBookName,
    Field(description="`live`: calls on what is to come. `walk_back`: research on past days, scored apart."),
]


ALL_EXPERTS = list(ExpertType)
_PROMPTS = ("input", "output", "raw_llm_output", "user_prompt")

TOOLS = Toolbox(
    ToolDomain.RESEARCH,
    "Five experts research one instrument, bull and bear debate it, and a judge calls it. Start with `run`, follow "
    "with `status`, then read `report`, `debate` and `verdict`. What no stored row bears out was removed from these "
    "texts: quote their numbers as they are and add none. A verdict is an opinion; nothing here places an order.",
)


class NothingYet(Conflict):
    """The session has no result to read."""


class NoDebate(Conflict):
    """The session was not debated."""


class NoVerdict(Conflict):
    """The session was not judged."""


class NoExpertReport(NotFound):
    """The expert has no report in this session."""


@TOOLS.writes(phases=SCOPED)
async def run(
    call: ToolCall,
    symbol: SymbolText,
    experts: Experts = ALL_EXPERTS,
    skip_debate: SkipDebate = False,
    rounds: Rounds = 1,
    language: ReportLanguage = Language.ZH,
) -> StartedSessionView:
    """Starts a research session on one instrument and returns at once with its `research_session_id`; the run goes on
    by itself. Call `status` with `wait_seconds` until it is no longer `running`, then `report`, `debate`, `verdict`.
    Where a language model is set up it costs the person money: start one session for one question. An instrument
    without data is refused with the fetch to call in `details.next`."""
    offer = await call.services.data_offers.of_symbol(symbol)
    if not offer.has_data:
        raise offer.refusal()
    request = ResearchRequest(symbol=str(offer.symbol), experts=experts, skip_debate=skip_debate, rounds=rounds)
    return StartedSessionView.of(await call.services.sessions.start(call.owner_id, request, language, call.key))


@TOOLS.reads(phases=SCOPED)
async def sessions(call: ToolCall, limit: PageSize = 10, before: SessionsBefore = None) -> SessionsView:
    """Lists the person's research sessions, newest first, without their results. Use it to find a
    `research_session_id`, and to see whether an instrument was researched already."""
    return SessionsView.of(await call.services.sessions.page(call.owner_id, limit + 1, before), limit)


@TOOLS.reads(phases=SCOPED)
async def status(call: ToolCall, research_session_id: SessionId, wait_seconds: Wait = 0) -> SessionStatusView:
    """Says how far a session is: each expert, the debate and the judge. With `wait_seconds` it waits for the end first,
    and answers `running` when that has not come."""
    session = await call.services.sessions.get(call.owner_id, research_session_id)
    if wait_seconds and session.status is ResearchStatus.RUNNING:
        with suppress(TimeoutError):
            async with asyncio.timeout(wait_seconds):
                await call.services.sessions.ended(session)
    return SessionStatusView.of_detail(await call.services.sessions.detail(call.owner_id, research_session_id))


@TOOLS.reads(phases=SCOPED)
async def report(call: ToolCall, research_session_id: SessionId) -> ExpertReportsView:
    """Reads what each expert of a session says: signal, confidence, summary, risks, and how many of its numbers were
    found in stored rows. The whole texts and their evidence are resources in `more`."""
    session, result = await _result(call, research_session_id)
    return ExpertReportsView.of(session, result.expert_results)


@TOOLS.reads(phases=SCOPED)
async def debate(call: ToolCall, research_session_id: SessionId) -> DebateView:
    """Reads the debate of a session: the bull's and the bear's case, how it was resolved, the risk matrix and what they
    disagree on. `left_out` names what was too long for it; the whole debate is the resource in `more`."""
    session, outcome = await _debate(call, research_session_id)
    return DebateView.of(session.id, outcome)


@TOOLS.reads(phases=SCOPED)
async def verdict(call: ToolCall, research_session_id: SessionId) -> VerdictView:
    """Reads the judge's verdict of a session: action, probability, horizon, benchmark, prices, and what would prove it
    wrong. It stands in the call book and is settled by the market later: see `calls`."""
    session, result = await _result(call, research_session_id)
    if result.verdict is None:
        raise NoVerdict("research.no_verdict", why=_why_not(result, result.judge_error))
    marks = opinion_marks(result.expert_results, session.language)
    return VerdictView.of(VerdictDTO.model_validate(result.verdict), marks)


@TOOLS.reads(phases=SCOPED)
async def calls(
    call: ToolCall, limit: PageSize = 10, before: CallsBefore = None, book: Book = CallBookName.LIVE
) -> CallsView:
    """Lists the calls in the person's book, newest first, with how each stands: settled with its outcome, waiting for
    its horizon, or not settleable. Use `call_scores` for how good they were on the whole."""
    judge = call.services.judge
    return CallsView.of(await judge.calls(call.owner_id, book).page(judge.now(), limit + 1, before), limit)


@TOOLS.reads(phases=SCOPED)
async def call_scores(call: ToolCall, book: Book = CallBookName.LIVE) -> ScoresView:
    """Says how good the person's settled calls were: Brier score, calibration, skill over forecasters that do not
    think. Below thirty settled calls it says `not_enough_calls`: then say so, and judge nothing by them. Scores of the
    book `walk_back` look back: name them so, and never mix them with live ones."""
    return ScoresView.of(*await call.services.judge.calls(call.owner_id, book).scores(), book)


@TOOLS.writes(phases=SCOPED)
async def audit(
    call: ToolCall, symbol: SymbolText, as_of: AuditDay = None, language: ReportLanguage = Language.ZH
) -> CounterfactualAuditView:
    """Starts a counterfactual audit of one instrument and returns at once with its `audit_id`: the team is asked again
    with earnings flipped, prices reversed, names and dates anonymised, and each expert silenced. Read what it found
    with `audit_report`. Where a language model is set up it asks about fifty questions: ask the person first."""
    return CounterfactualAuditView.of(
        await call.services.audits.submit(call.owner_id, symbol, as_of, language, call.key)
    )


@TOOLS.reads(phases=SCOPED)
async def audit_report(call: ToolCall, audit_id: AuditId, wait_seconds: Wait = 0) -> CounterfactualAuditView:
    """Reads a counterfactual audit: in each changed world whether the verdict followed the facts, and whether the
    answers look remembered. With `wait_seconds` it waits for the end first."""
    return CounterfactualAuditView.of(await call.services.audits.ended(call.owner_id, audit_id, wait_seconds))


@TOOLS.resource("parley://research/{research_session_id}/expert/{expert}", of="report")
async def expert_report(call: ToolCall, research_session_id: SessionId, expert: str) -> str:
    """One expert's whole report: its narrative, its figures, and the evidence rows that its tags name."""
    _, result = await _result(call, research_session_id)
    for item in result.expert_results:
        if item.expert_type.value == expert and item.result is not None:
            report = {name: value for name, value in item.result.items() if name not in _PROMPTS}
            return _json(without_removed(report))
    raise NoExpertReport("research.unknown_report")


@TOOLS.resource("parley://research/{research_session_id}/debate", of="debate")
async def whole_debate(call: ToolCall, research_session_id: SessionId) -> str:
    """The whole debate of a session, with all arguments and the evidence that they name."""
    _, outcome = await _debate(call, research_session_id)
    return _json(without_removed(outcome.model_dump(mode="json")))


async def _result(call: ToolCall, session_id: str) -> tuple[ResearchSession, ResearchResult]:
    session = await call.services.sessions.get(call.owner_id, session_id)
    if session.result is None:
        at_work = session.status is ResearchStatus.RUNNING
        ended = message("research.ended_as", status=word("status", session.status))
        hint = message("research.wait_for_status") if at_work else ended
        raise NothingYet("research.no_report_yet", hint=hint)
    return session, session.result


async def _debate(call: ToolCall, session_id: str) -> tuple[ResearchSession, DebateOutcomeDTO]:
    session, result = await _result(call, session_id)
    if result.debate_outcome is None:
        raise NoDebate("research.no_debate", why=_why_not(result, result.debate_error))
    outcome = DebateOutcomeDTO.model_validate(result.debate_outcome)
    return session, marked_outcome(outcome, opinion_marks(result.expert_results, session.language))


def _why_not(result: ResearchResult, error: str | None) -> Message:
    reason = error or result.debate_error
    return Message.verbatim(reason.rstrip(".")) if reason else message("research.no_debate_held")


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, default=str)
