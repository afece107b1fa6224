"""Stress tests over HTTP: ask for one, follow its job, read what broke, take the report along, cancel it, delete it."""

import asyncio
from typing import Annotated, Any

from fastapi import APIRouter, Query
from fastapi.responses import Response

from apps.api.routes.dependencies import App
from apps.api.schemas.stress import StressBody
from packages.contracts.stress.views import (
    StressDetailOut,
    StressOut,
    StressPage,
    StressSubmittedOut,
    WindowOut,
    WindowsOut,
)
from packages.core.messages import Language
from packages.domain.market_data.symbols import Market
from packages.domain.stress.crises.windows import crises_of
from packages.infra.http import Caller

router = APIRouter(prefix="/stress", tags=["stress"])

_FILES = {"html": "text/html; charset=utf-8", "md": "text/markdown; charset=utf-8", "pdf": "application/pdf"}


def _file(kind: str) -> dict[int | str, dict[str, Any]]:
    return {200: {"content": {_FILES[kind].partition(";")[0]: {"schema": {"type": "string"}}}}}


@router.post("", status_code=202)
async def run_stress_test(body: StressBody, services: App, caller: Caller) -> StressSubmittedOut:
    """Its progress is told at `/jobs/{job_id}/events`. The same `idempotency_key` is the same stress test."""
    return StressSubmittedOut.of(await services.stress.submit(caller.id, body.request(), body.idempotency_key))


@router.get("")
async def list_stress_tests(
    services: App,
    caller: Caller,
    limit: Annotated[int, Query(ge=1, le=200)] = 50,
    before: Annotated[str | None, Query(description="`next` of the page before.")] = None,
    strategy_id: Annotated[str | None, Query(description="Only those of one strategy.")] = None,
) -> StressPage:
    found = await services.stress.page(caller.id, limit, before, strategy_id)
    following = found[-1].id if len(found) == limit else None
    return StressPage(stress_tests=[StressOut.of(each) for each in found], next=following)


@router.get("/windows")
async def crisis_windows(caller: Caller, market: Annotated[Market, Query(description="Whose crises.")]) -> WindowsOut:
    """The named crises of a market; any other stretch of days can be asked for as well."""
    return WindowsOut(market=market, windows=[WindowOut.of(each) for each in crises_of(market)])


@router.get("/{stress_id}")
async def get_stress_test(stress_id: str, services: App, caller: Caller) -> StressDetailOut:
    """With every attempt at the same rules, and the joint verdict over those that ask the same question."""
    found = await services.stress.get(caller.id, stress_id)
    return StressDetailOut.of(found, await services.stress.joint_verdict(caller.id, stress_id))


@router.get("/{stress_id}/report")
async def stress_report(stress_id: str, services: App, caller: Caller) -> dict[str, Any]:
    """The verdict with its reasons in both languages, and every finding; `null` for a part that was not measured."""
    return dict(await services.stress.report(caller.id, stress_id))


@router.get("/{stress_id}/html", response_class=Response, responses=_file("html"))
async def stress_html_file(stress_id: str, services: App, caller: Caller, language: Language = Language.ZH) -> Response:
    """One file with all pictures in it, as it was drawn when the test ended."""
    text = await services.stress.file(caller.id, stress_id, "html", language)
    return _to_save(text, stress_id, "html")


@router.get("/{stress_id}/markdown", response_class=Response, responses=_file("md"))
async def stress_markdown_file(
    stress_id: str, services: App, caller: Caller, language: Language = Language.ZH
) -> Response:
    text = await services.stress.file(caller.id, stress_id, "md", language)
    return _to_save(text, stress_id, "md")


@router.get("/{stress_id}/pdf", response_class=Response, responses=_file("pdf"))
async def stress_pdf_file(stress_id: str, services: App, caller: Caller, language: Language = Language.ZH) -> Response:
    """The words and tables of the report on paper; its pictures are told in sentences."""
    from apps.api.routes.stress_pdf import stress_pdf

    text = await services.stress.file(caller.id, stress_id, "md", language)
    return _to_save(await asyncio.to_thread(stress_pdf, text, language), stress_id, "pdf")


@router.post("/{stress_id}/cancel", status_code=202)
async def cancel_stress_test(stress_id: str, services: App, caller: Caller) -> StressDetailOut:
    """One that has ended stays as it is."""
    return StressDetailOut.of(await services.stress.cancel(caller.id, stress_id))


@router.delete("/{stress_id}", status_code=204)
async def delete_stress_test(stress_id: str, services: App, caller: Caller) -> None:
    """Its trials stay counted, and its verdict stays among the attempts."""
    await services.stress.delete(caller.id, stress_id)


def _to_save(content: str | bytes, stress_id: str, kind: str) -> Response:
    # To be saved and not shown: under the page's own policy its style would be refused, and the file brings its own.
    disposition = f'attachment; filename="stress-{stress_id[:13]}.{kind}"'
    return Response(content, media_type=_FILES[kind], headers={"content-disposition": disposition})
