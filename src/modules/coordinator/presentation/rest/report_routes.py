"""A research session's report: as a file (HTML, Markdown or PDF), and as the document that the page draws."""

import asyncio
import re
from collections.abc import Mapping
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Query
from fastapi.responses import Response

from packages.core.errors import Conflict
from packages.core.messages import Language
from packages.infra.http import Caller
from src.modules.coordinator.application.dtos.research_dtos import flat_answer
from src.modules.coordinator.application.export.document import asked_of, document_of
from src.modules.coordinator.application.export.html import html_of
from src.modules.coordinator.application.export.markdown import markdown_of
from src.modules.coordinator.application.export.model import ReportDocument
from src.modules.coordinator.domain.exceptions import StillRunning
from src.modules.coordinator.domain.model.enums import ResearchStatus
from src.modules.coordinator.domain.ports.report_library import IReportLibrary
from src.modules.coordinator.domain.report_material import NO_MATERIAL, ReportMaterial
from src.modules.coordinator.domain.session import ResearchSession
from src.modules.coordinator.infrastructure.export.pdf import pdf_of
from src.modules.coordinator.presentation.rest.research_routes import State

Format = Literal["html", "md", "pdf"]
_TYPES: Mapping[Format, str] = {
    "html": "text/html; charset=utf-8",
    "md": "text/markdown; charset=utf-8",
    "pdf": "application/pdf",
}
_FILE: dict[int | str, dict[str, Any]] = {
    200: {"content": {kind.partition(";")[0]: {"schema": {"type": "string"}} for kind in _TYPES.values()}}
}
_UNSAFE = re.compile(r"[^A-Za-z0-9.]+")

router = APIRouter(prefix="/coordinator/research", tags=["coordinator"])


class NothingToReport(Conflict):
    """The session ended before anybody had brought anything."""


@router.get("/sessions/{session_id}/report", response_class=Response, responses=_FILE)
async def research_report(
    session_id: str,
    state: State,
    caller: Caller,
    format: Annotated[Format, Query(description="Which file to write.")] = "html",  # noqa: A002 - the parameter's name
    language: Annotated[
        Language | None, Query(description="Of the headings; the reports are told as they were written.")
    ] = None,
) -> Response:
    """The whole report as a file to keep; bound numbers lead to their evidence rows, and it says how many are."""
    session = await state.sessions.get(caller.id, session_id)
    answer = reported(session)
    material = await report_material(state.reports, answer)
    file = await asyncio.to_thread(report_file, answer, format, language or session.language, material)
    # To be saved and not shown: under the page's own policy its style would be refused, and the file brings its own.
    disposition = f'attachment; filename="{file_name(session, format)}"'
    return Response(file, media_type=_TYPES[format], headers={"content-disposition": disposition})


@router.get("/sessions/{session_id}/document", response_model=ReportDocument)
async def research_document(session_id: str, state: State, caller: Caller) -> ReportDocument:
    """The report as parts to draw, in the language of the session: the same that every file is made of."""
    session = await state.sessions.get(caller.id, session_id)
    answer = reported(session)
    material = await report_material(state.reports, answer)
    return await asyncio.to_thread(document_of, answer, session.language, material)


async def report_material(library: IReportLibrary | None, answer: Mapping[str, Any]) -> ReportMaterial:
    """What the answer does not hold, as known at its instant; nothing where nobody keeps it."""
    symbol, benchmark, as_of = asked_of(answer)
    return await library.material(symbol, benchmark, as_of) if library and as_of else NO_MATERIAL


def reported(session: ResearchSession) -> Mapping[str, Any]:
    """What an ended session has to report; raises a `Conflict` when there is nothing yet, or nothing at all."""
    if session.status is ResearchStatus.RUNNING:
        raise StillRunning("coordinator.report_not_ready")
    answer = flat_answer(session, say=lambda sentence: sentence)
    if answer is None:
        raise NothingToReport("coordinator.nothing_to_report")
    return answer


def report_file(
    answer: Mapping[str, Any], kind: Format, language: Language, material: ReportMaterial = NO_MATERIAL
) -> bytes:
    document = document_of(answer, language, material)
    match kind:
        case "html":
            return html_of(document).encode()
        case "md":
            return markdown_of(document).encode()
        case "pdf":
            return pdf_of(document)


def file_name(session: ResearchSession, kind: Format) -> str:
    """Good on every system, whatever the symbol holds."""
    return f"parley-{_UNSAFE.sub('-', session.request.symbol)}-{session.id[-12:]}.{kind}"
