"""What `parley research` does: asks the experts side by side, shows how they fare, and prints what they found."""

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from difflib import get_close_matches

import typer

from apps.api.composition import open_sessions
from apps.cli.output import print_json
from apps.cli.research.following import followed, log_quietly
from apps.cli.research.printing import print_research, research_json
from packages.core.errors import Invalid, ParleyError, Unavailable
from packages.core.messages import Language, Message
from packages.domain.accounts.model import LOCAL_OWNER_ID
from packages.domain.market_data.symbols import parse_symbol
from packages.settings.load import Settings, load_settings
from src.modules.coordinator.domain.dtos.research_dtos import ExpertResultItem, ResearchRequest
from src.modules.coordinator.domain.model.enums import ExpertType
from src.modules.coordinator.domain.session import ResearchSession
from src.modules.coordinator.presentation.rest.report_routes import reported
from src.modules.research.application.running import (
    ExpertFailure,
    ExpertReport,
    Outcome,
    Question,
)
from src.modules.research.domain.brief import Expert

_NAMES = {
    name: expert
    for expert in Expert
    for name in (expert.value, expert.value.replace("_", "-"), expert.value.partition("_")[0])
}
_MOST_REPORTS = 20


class BadQuestion(Invalid):
    """The command cannot be understood; the sentence says what to write instead."""


class ExpertWithoutReport(Unavailable):
    """An expert of a stored session has no report; the sentence is its own."""

    code = "expert_failed"


@dataclass(frozen=True, slots=True)
class ResearchCommand:
    """The question, and whom to ask."""

    question: Question
    experts: tuple[Expert, ...]


@dataclass(frozen=True, slots=True)
class ResearchOutcomes:
    """What the experts brought, and the session that keeps it."""

    outcomes: Mapping[Expert, Outcome]
    session_id: str


def run_research(symbol: str, experts: str | None, day: str | None, limit: int, language: str, as_json: bool) -> int:
    """0 when all reported, 1 when some failed, 2 when all did or the question was bad."""
    try:
        errand = understood(symbol, experts, day, limit, language)
    except Invalid as error:
        typer.secho(error.message, fg=typer.colors.RED, err=True)
        return 2
    found = asyncio.run(_researched(errand, quiet=as_json))
    if isinstance(found, ParleyError):
        typer.secho(found.message, fg=typer.colors.RED, err=True)
        return 2
    if as_json:
        print_json(research_json(errand.question.symbol, found.outcomes) | {"session_id": found.session_id})
    else:
        print_research(errand.question, found.outcomes)
        _tell_session(found)
    return exit_code(found.outcomes)


def understood(symbol: str, experts: str | None, day: str | None, limit: int, language: str) -> ResearchCommand:
    if language not in set(Language):
        raise BadQuestion("cli.bad_language", text=language)
    if not 1 <= limit <= _MOST_REPORTS:
        raise BadQuestion("cli.bad_report_limit", limit=limit, most=_MOST_REPORTS)
    question = Question(
        symbol=str(parse_symbol(symbol)), analysis_date=_day(day), limit=limit, language=Language(language)
    )
    return ResearchCommand(question, _chosen(experts))


def exit_code(outcomes: Mapping[Expert, Outcome]) -> int:
    failed = sum(isinstance(outcome, ExpertFailure) for outcome in outcomes.values())
    if failed == len(outcomes):
        return 2
    return 1 if failed else 0


def _chosen(text: str | None) -> tuple[Expert, ...]:
    if text is None:
        return tuple(Expert)
    names = [name.strip().lower() for name in text.split(",") if name.strip()]
    if not names:
        raise BadQuestion("cli.no_experts_named", experts=_everybody())
    return tuple(dict.fromkeys(_expert(name) for name in names))


def _expert(name: str) -> Expert:
    if name in _NAMES:
        return _NAMES[name]
    near = get_close_matches(name, _NAMES, n=1)
    meant = f"did you mean {near[0]}?" if near else f"choose from {_everybody()}."
    raise BadQuestion("cli.unknown_expert", name=name[:40], advice=meant)


def _everybody() -> str:
    return ", ".join(expert.value.partition("_")[0] for expert in Expert)


def _day(text: str | None) -> date | None:
    try:
        return date.fromisoformat(text) if text is not None else None
    except ValueError:
        raise (BadQuestion("cli.bad_date", text=text[:40]) if text else BadQuestion("cli.empty_date")) from None


def _tell_session(found: ResearchOutcomes) -> None:
    if exit_code(found.outcomes) < 2:
        typer.echo(f"\nSession: {found.session_id}. Bull against bear: parley debate {found.session_id}")


async def _researched(errand: ResearchCommand, *, quiet: bool) -> ResearchOutcomes | ParleyError:
    settings = load_settings()
    log_quietly(settings)
    return await _stored(settings, errand, quiet=quiet)


async def _stored(settings: Settings, errand: ResearchCommand, *, quiet: bool) -> ResearchOutcomes | ParleyError:
    """As a session that can be debated later. What goes wrong is a value: the desk's task groups would wrap it."""
    async with open_sessions(settings) as desk:
        try:
            session = await desk.sessions.start(LOCAL_OWNER_ID, _request(errand), errand.question.language)
            return _found(await followed(desk, session, quiet=quiet))
        except ParleyError as error:
            return error


def _request(errand: ResearchCommand) -> ResearchRequest:
    experts = [ExpertType(expert.value) for expert in errand.experts]
    options = {ExpertType.FINANCIAL_AUDITOR.value: {"limit": errand.question.limit}}
    return ResearchRequest(
        symbol=errand.question.symbol,
        experts=experts,
        options=options,
        skip_debate=True,
        analysis_date=errand.question.analysis_date,
    )


def _found(session: ResearchSession) -> ResearchOutcomes:
    """Raises a `Conflict` where nobody has brought anything."""
    reported(session)
    items = session.result.expert_results if session.result else []
    return ResearchOutcomes({Expert(item.expert_type.value): _outcome(item) for item in items}, session.id)


def _outcome(item: ExpertResultItem) -> Outcome:
    expert = Expert(item.expert_type.value)
    if item.result is not None:
        return ExpertReport(expert, item.result)
    return ExpertFailure(expert, ExpertWithoutReport(Message.verbatim(item.error or "")))
