"""What `parley debate` does: finds or makes the research, has it debated where it is not, and prints both cases."""

import asyncio
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from datetime import date
from pathlib import Path
from typing import Any, get_args

import typer

from apps.api.openings.research import ResearchServices, open_sessions
from apps.cli.debate.printing import cost_line, print_debate
from apps.cli.market_data.offering import symbol_with_data
from apps.cli.output import print_error, print_json
from apps.cli.research.document import print_document
from apps.cli.research.running import asked_day, followed, log_quietly
from packages.core.errors import Conflict, Invalid, NotFound, ParleyError
from packages.core.messages import Language, Message, joined, message, message_of, reader_language
from packages.domain.accounts.model import LOCAL_OWNER_ID
from packages.domain.market_data.errors import BadSymbol
from packages.domain.market_data.symbols import parse_symbol
from packages.settings.load import load_settings
from src.modules.coordinator.application.export.document import document_of
from src.modules.coordinator.domain.dtos.research_dtos import ResearchRequest
from src.modules.coordinator.domain.exceptions import UnknownResearch
from src.modules.coordinator.domain.model.enums import ExpertType, ResearchStatus
from src.modules.coordinator.domain.report_material import NO_MATERIAL, ReportMaterial
from src.modules.coordinator.domain.session import ResearchSession
from src.modules.coordinator.presentation.rest.report_routes import Format, report_file, report_material, reported
from src.modules.data_engineering.application.fetching import UnknownInstrument
from src.modules.debate.application.expert_mapping import debate_input_of
from src.modules.debate.application.services.debate_service import DebateService, check_rounds
from src.modules.debate.container import DebateContainer
from src.modules.debate.domain.dtos import DebateInput, ExpertSummary

_ID = re.compile(r"[0-9a-f]{8}(-[0-9a-f]{0,12}){0,4}")
_WHOLE_ID = 36
_LOOKED_THROUGH = 200
# How long a report is taken to be while there is none: what is said of the cost names it.
USUAL_REPORT_BYTES = 4000


class BadDebateCommand(Invalid):
    """The command cannot be understood; the sentence says what to write instead."""


class NoSuchSession(NotFound):
    """No session of this id, or more than one that begins so."""


class NoReportsToDebate(Conflict):
    """No expert of the session has a report."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DebateCommand:
    """`run` is the id of a session or its beginning; without one, `symbol` is researched first, with what was known by
    the end of `day` (None: today)."""

    run: str | None
    symbol: str
    rounds: int | None
    language: Language | None
    quiet: bool
    export: tuple[Path, Format] | None
    day: date | None = None
    report: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class DebatedSession:
    """A stored session's answer with the debate in it."""

    answer: Mapping[str, Any]
    language: Language
    material: ReportMaterial = NO_MATERIAL

    @property
    def exit_code(self) -> int:
        return 0 if self.answer["debate_outcome"] else 1


def run_debate(
    subject: str,
    rounds: int | None,
    language: str | None,
    as_json: bool,
    export: Path | None,
    day: str | None = None,
    report: bool = False,
) -> int:
    """0 when there is a debate, 1 when it failed and the research stands, 2 when there is nothing."""
    try:
        command = replace(understood(subject, rounds, language, as_json, export, day, known_symbol), report=report)
        debated = debated_session(command)
        _show(debated, as_json=as_json, report=report)
        if command.export:
            _write(command.export, debated)
    except ParleyError as error:
        print_error(error, as_json)
        return 2
    return debated.exit_code


def debated_session(command: DebateCommand) -> DebatedSession:
    debated = asyncio.run(_debated(command))
    if isinstance(debated, ParleyError):
        raise debated
    return debated


def understood(
    subject: str,
    rounds: int | None,
    language: str | None,
    as_json: bool,
    export: Path | None = None,
    day: str | None = None,
    symbol_of: Callable[[str, bool], str] | None = None,
) -> DebateCommand:
    """`symbol_of` comes last: it may look for data, and a wrong option opens nothing."""
    if rounds is not None:
        check_rounds(rounds)
    run = subject.strip().lower() if _ID.fullmatch(subject.strip().lower()) else None
    if run and day is not None:
        raise BadDebateCommand("cli.session_has_its_day")
    return DebateCommand(
        run=run,
        rounds=rounds,
        language=_language(language),
        quiet=as_json,
        export=_export(export) if export else None,
        day=asked_day(day),
        symbol="" if run else (symbol_of or _spelt)(subject, as_json),
    )


def known_symbol(text: str, as_json: bool) -> str:
    """One that has data, which are fetched now if the person says so."""
    try:
        return symbol_with_data(text, as_json=as_json)
    except UnknownInstrument as error:
        raise BadDebateCommand("cli.session_id_needed", error=error.said) from None


def _spelt(text: str, _as_json: bool) -> str:
    try:
        return str(parse_symbol(text))
    except BadSymbol as error:
        raise BadDebateCommand("cli.session_id_needed", error=error.said) from None


def _language(text: str | None) -> Language | None:
    match text:
        case None | "zh" | "en":
            return Language(text) if text else None
        case _:
            raise BadDebateCommand("cli.bad_language", text=text[:40])


def _export(path: Path) -> tuple[Path, Format]:
    kinds: dict[str, Format] = {f".{kind}": kind for kind in get_args(Format)}
    if path.suffix.lower() not in kinds:
        raise BadDebateCommand("cli.bad_export_type", path=str(path)[:80], kinds=kinds)
    if not path.parent.is_dir():
        raise BadDebateCommand("cli.no_export_folder", folder=str(path.parent)[:80])
    return path, kinds[path.suffix.lower()]


async def _debated(command: DebateCommand) -> DebatedSession | ParleyError:
    """What goes wrong is a value: the desk's task groups would wrap it on its way out."""
    settings = load_settings()
    log_quietly(settings)
    async with open_sessions(settings) as services:
        debates = DebateContainer(platform=services.llm).debate_service()
        try:
            session = await (_found(services, command) if command.run else _researched(services, command, debates))
            debated = await with_debate(services, session, command, debates)
            if not (command.export or command.report):
                return debated
            return replace(debated, material=await report_material(services.reports, debated.answer))
        except ParleyError as error:
            return error


async def _found(services: ResearchServices, command: DebateCommand) -> ResearchSession:
    """One that a dead process left is taken over, and followed to its end."""
    session = await _looked_up(services, command.run or "")
    if session.status is not ResearchStatus.RUNNING:
        return session
    return await followed(services, session, quiet=command.quiet)


async def _looked_up(services: ResearchServices, run: str) -> ResearchSession:
    newest = await services.sessions.page(LOCAL_OWNER_ID, _LOOKED_THROUGH)
    meant = [run] if len(run) == _WHOLE_ID else [each.id for each in newest if each.id.startswith(run)]
    if len(meant) > 1:
        raise NoSuchSession("cli.ambiguous_session", count=len(meant), run=run)
    try:
        return await services.sessions.get(LOCAL_OWNER_ID, meant[0] if meant else run)
    except UnknownResearch:
        last: Message | str = ""
        if newest:
            last = message("cli.newest_session", id=newest[0].id, symbol=newest[0].request.symbol)
        raise NoSuchSession("cli.unknown_session", run=run, last=last) from None


async def _researched(services: ResearchServices, command: DebateCommand, debates: DebateService) -> ResearchSession:
    rounds = command.rounds or 1
    cost = await debates.estimate(_of_usual_length(command.symbol), rounds)
    typer.echo(cost_line(cost, command.language or reader_language(), USUAL_REPORT_BYTES), err=True)
    request = ResearchRequest(symbol=command.symbol, experts=list(ExpertType), rounds=rounds, analysis_date=command.day)
    session = await services.sessions.start(LOCAL_OWNER_ID, request, command.language or Language.ZH)
    return await followed(services, session, quiet=command.quiet)


async def with_debate(
    services: ResearchServices, session: ResearchSession, command: DebateCommand, debates: DebateService
) -> DebatedSession:
    """A session that has the debate that was asked for is shown; otherwise it is held, judged and stored with it."""
    answer, language = reported(session), command.language or session.language
    stored = answer["debate_outcome"]
    if answer["overall_status"] == "failed":
        raise NoReportsToDebate(_no_reports(answer))
    was_tried = not command.run and not session.request.skip_debate
    if was_tried or (stored and command.rounds in (None, stored.get("rounds", session.request.rounds))):
        return DebatedSession(answer=answer, language=language)
    rounds = command.rounds or session.request.rounds
    mapped = debate_input_of(answer["symbol"], answer["expert_results"])
    typer.echo(cost_line(await debates.estimate(mapped.debate_input, rounds), language), err=True)
    again = await services.sessions.debate(session.owner_id, session.id, rounds)
    return DebatedSession(answer=reported(await followed(services, again, quiet=command.quiet)), language=language)


def _of_usual_length(symbol: str) -> DebateInput:
    text = "x" * (USUAL_REPORT_BYTES // 2)
    summary = ExpertSummary(signal="NEUTRAL", confidence=0.5, reasoning=text, risk_warning=text)
    return DebateInput(symbol=symbol, expert_summaries={each.value: summary for each in ExpertType})


def _no_reports(answer: Mapping[str, Any]) -> Message:
    """A reason that several experts share is printed once."""
    reasons = dict.fromkeys(each["error"] for each in answer["expert_results"].values())
    return message("cli.no_reports", symbol=answer["symbol"], reasons=joined(map(message_of, reasons)))


def _show(debated: DebatedSession, *, as_json: bool, report: bool) -> None:
    if as_json:
        print_json(debated.answer)
    elif report:
        print_document(document_of(debated.answer, debated.language, debated.material))
    else:
        print_debate(debated.answer, debated.language)


def _write(export: tuple[Path, Format], debated: DebatedSession) -> None:
    path, kind = export
    try:
        path.write_bytes(report_file(debated.answer, kind, debated.language, debated.material))
    except OSError as error:
        raise BadDebateCommand("cli.unwritable_export", path=str(path)[:80], reason=error.strerror) from None
    typer.echo(str(path), err=True)
