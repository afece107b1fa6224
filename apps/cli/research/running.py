"""What `parley research` does: asks the experts side by side, follows the session on the error stream, and prints what
they found."""

import asyncio
import json
import logging
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import aclosing, asynccontextmanager
from dataclasses import dataclass
from datetime import date
from difflib import get_close_matches
from functools import partial

import typer
from rich.console import Console
from rich.progress import Progress, SpinnerColumn, TextColumn, TimeElapsedColumn
from rich.text import Text

from apps.api.openings.research import ResearchServices, open_sessions
from apps.cli.market_data.offering import symbol_with_data
from apps.cli.output import cli_phrases, print_error, print_json
from apps.cli.research.printing import print_research, research_json
from packages.core.errors import Invalid, ParleyError, Unavailable
from packages.core.events import Event
from packages.core.messages import Language, Message, Phrases, Sentence, message
from packages.domain.accounts.model import LOCAL_OWNER_ID
from packages.domain.market_data.symbols import parse_symbol
from packages.infra.observability.logs import configure_logging
from packages.settings.base import WrongSetting
from packages.settings.load import Settings, load_settings
from src.modules.coordinator.domain.dtos.research_dtos import ExpertResultItem, ResearchRequest
from src.modules.coordinator.domain.model.enums import ExpertType, NodeStatus
from src.modules.coordinator.domain.session import ResearchSession
from src.modules.coordinator.presentation.rest.report_routes import reported
from src.modules.research.application.running import (
    ExpertFailure,
    ExpertReport,
    Outcome,
    Question,
)
from src.modules.research.domain.brief import Expert

_MARKS = {NodeStatus.SUCCEEDED: "[green]✓[/]", NodeStatus.FAILED: "[red]✗[/]", NodeStatus.SKIPPED: "[dim]–[/]"}

# The nodes, whose failures are printed anyway; and the connections of a look at left-over sessions that is cut short
# because the command has its answer already.
_HUSHED = ("src.modules.coordinator.infrastructure.orchestration", "sqlalchemy.pool")


def log_quietly(settings: Settings) -> None:
    """What fails is printed in its own sentence; its traceback is for those who ask for debug logs."""
    configure_logging(settings.logs)
    for name in _HUSHED:
        logging.getLogger(name).setLevel(logging.DEBUG if settings.logs.log_level == "debug" else logging.CRITICAL)


async def followed(services: ResearchServices, session: ResearchSession, *, quiet: bool) -> ResearchSession:
    """The session at its end. Whoever leaves stops it: what nobody waits for shall cost nothing."""
    try:
        async with _watching(services, session, quiet=quiet):
            return await services.sessions.ended(session)
    except asyncio.CancelledError:
        await services.sessions.stop(session.owner_id, session.id)
        stopped = _phrases(session.language).say("stopped", id=session.id)
        Console(stderr=True).print(Text(stopped))
        raise


@asynccontextmanager
async def _watching(services: ResearchServices, session: ResearchSession, *, quiet: bool) -> AsyncIterator[None]:
    columns = (SpinnerColumn(finished_text=" "), TextColumn("{task.description}"), TimeElapsedColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True, disable=quiet) as lines:
        watch = asyncio.create_task(_watch(services, session, lines))
        try:
            yield
        finally:
            watch.cancel()
            await asyncio.wait({watch})


async def _watch(services: ResearchServices, session: ResearchSession, lines: Progress) -> None:
    stages = () if session.request.skip_debate else ("debate", "judge")
    names = (*(expert.value for expert in session.request.experts), *stages)
    phrases = _phrases(session.language)
    labels = {f"{name}_node": phrases.say(f"expert.{name}") for name in names}
    tasks = {node: lines.add_task(f"{label} …", total=1, start=False) for node, label in labels.items()}
    async with aclosing(services.events.tail(session.run.stream, session.owner_id)) as events:
        async for event in events:
            node, status = _node(event)
            if node not in tasks:
                continue
            if event.type == "node_started":
                lines.start_task(tasks[node])
            elif status in _MARKS:
                lines.update(tasks[node], completed=1, description=f"{_MARKS[status]} {labels[node]}")


def _phrases(language: Language) -> Phrases:
    return cli_phrases("research", language)


def _node(event: Event) -> tuple[str, NodeStatus | None]:
    if event.type not in ("node_started", "node_finished"):
        return "", None
    payload = json.loads(event.json)
    return str(payload["node"]), NodeStatus(payload["status"])


_NAMES = {
    name: expert
    for expert in Expert
    for name in (expert.value, expert.value.replace("_", "-"), expert.value.partition("_")[0])
}
_MOST_REPORTS = 20


class BadQuestion(Invalid):
    """The command cannot be understood; the sentence says what to write instead."""


class ExpertWithoutReport(Unavailable):
    """An expert of a stored session has no report; the sentence, and the code where it has one, are its own."""

    code = "expert_failed"

    def __init__(self, item: ExpertResultItem) -> None:
        super().__init__(_reason(item.error or ""), details=item.details)
        self.code = item.code or type(self).code


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
        known = partial(symbol_with_data, as_json=as_json)
        command = understood(symbol, experts, day, limit, language, known)
    except WrongSetting:
        raise
    except ParleyError as error:
        print_error(error, as_json)
        return 2
    found = asyncio.run(_researched(command, quiet=as_json))
    if isinstance(found, ParleyError):
        print_error(found, as_json)
        return 2
    if as_json:
        print_json(research_json(command.question.symbol, found.outcomes) | {"session_id": found.session_id})
    else:
        print_research(command.question, found.outcomes)
        _print_session(found, command.question.language)
    return exit_code(found.outcomes)


def _spelt(text: str) -> str:
    return str(parse_symbol(text))


def understood(
    symbol: str,
    experts: str | None,
    day: str | None,
    limit: int,
    language: str,
    symbol_of: Callable[[str], str] = _spelt,
) -> ResearchCommand:
    """`symbol_of` comes last: it may look for data, and a wrong option opens nothing."""
    if language not in set(Language):
        raise BadQuestion("cli.bad_language", text=language)
    if not 1 <= limit <= _MOST_REPORTS:
        raise BadQuestion("cli.bad_report_limit", limit=limit, most=_MOST_REPORTS)
    chosen, asked = _chosen(experts), asked_day(day)
    question = Question(symbol=symbol_of(symbol), analysis_date=asked, limit=limit, language=Language(language))
    return ResearchCommand(question, chosen)


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
    everybody = message("cli.experts_known", experts=_everybody())
    meant = message("cli.expert_meant", name=near[0]) if near else everybody
    raise BadQuestion("cli.unknown_expert", name=name[:40], advice=meant)


def _everybody() -> list[str]:
    return [expert.value.partition("_")[0] for expert in Expert]


def asked_day(text: str | None) -> date | None:
    try:
        return date.fromisoformat(text) if text is not None else None
    except ValueError:
        raise (BadQuestion("cli.bad_date", text=text[:40]) if text else BadQuestion("cli.empty_date")) from None


def _print_session(found: ResearchOutcomes, language: Language) -> None:
    if exit_code(found.outcomes) < 2:
        typer.echo(f"\n{_phrases(language).say('session', id=found.session_id)}")


async def _researched(command: ResearchCommand, *, quiet: bool) -> ResearchOutcomes | ParleyError:
    settings = load_settings()
    log_quietly(settings)
    return await _stored(settings, command, quiet=quiet)


async def _stored(settings: Settings, command: ResearchCommand, *, quiet: bool) -> ResearchOutcomes | ParleyError:
    """As a session that can be debated later. What goes wrong is a value: the desk's task groups would wrap it."""
    async with open_sessions(settings) as services:
        try:
            session = await services.sessions.start(LOCAL_OWNER_ID, _request(command), command.question.language)
            return _found(await followed(services, session, quiet=quiet))
        except ParleyError as error:
            return error


def _request(command: ResearchCommand) -> ResearchRequest:
    experts = [ExpertType(expert.value) for expert in command.experts]
    options = {ExpertType.FINANCIAL_AUDITOR.value: {"limit": command.question.limit}}
    return ResearchRequest(
        symbol=command.question.symbol,
        experts=experts,
        options=options,
        skip_debate=True,
        analysis_date=command.question.analysis_date,
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
    return ExpertFailure(expert, ExpertWithoutReport(item))


def _reason(error: str) -> Message:
    return error.said if isinstance(error, Sentence) else Message.verbatim(error)
