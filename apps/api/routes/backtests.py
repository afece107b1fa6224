"""Backtests over HTTP: ask for one, follow its job, read what came out, cancel it, delete it."""

import asyncio
from typing import Annotated, Any

from fastapi import APIRouter, Query
from fastapi.responses import Response

from apps.api.routes.dependencies import App
from apps.api.schemas.backtest import BacktestBody, DraftBody
from packages.contracts.backtest.views import (
    BacktestDetailOut,
    BacktestOut,
    BacktestPage,
    CurveOut,
    DraftRunOut,
    SubmittedOut,
    TradesOut,
)
from packages.core.messages import Language
from packages.domain.backtest.analysis.as_json import curve_json
from packages.domain.backtest.jobs.kept import Kept
from packages.domain.backtest.jobs.stored import Backtest, BacktestNotDone, TradeFilter
from packages.domain.backtest.outcome import ExitReason
from packages.domain.strategy.model import Direction
from packages.infra.http import LARGEST_NUMBER, Caller
from packages.reports.backtest.headline import cover_of

router = APIRouter(prefix="/backtests", tags=["backtests"])

_FILES = {"html": "text/html; charset=utf-8", "md": "text/markdown; charset=utf-8"}


def _file(kind: str) -> dict[int | str, dict[str, Any]]:
    return {200: {"content": {_FILES[kind].partition(";")[0]: {"schema": {"type": "string"}}}}}


@router.post("", status_code=202)
async def run_backtest(body: BacktestBody, services: App, caller: Caller) -> SubmittedOut:
    """Its progress is told at `/jobs/{backtest_job_id}/events`. The same `idempotency_key` is the same backtest."""
    return SubmittedOut.of(await services.backtests.submit(caller.id, body.request(), body.idempotency_key))


@router.post("/drafts")
async def run_draft(
    body: DraftBody,
    services: App,
    caller: Caller,
    points: Annotated[int, Query(ge=10, le=2_000, description="Of the curve, at most.")] = 500,
) -> DraftRunOut:
    """Backtests a document while it is edited, and answers with its figures and its curve. Nothing is stored but the
    trial: whoever sees figures has looked. A document that is no strategy is refused with all its problems."""
    draft = await services.draft_backtests.run(caller.id, body.request())
    return await asyncio.to_thread(DraftRunOut.of, draft, points)


@router.get("")
async def list_backtests(
    services: App,
    caller: Caller,
    limit: Annotated[int, Query(ge=1, le=200)] = 50,
    before: Annotated[str | None, Query(description="`next` of the page before.")] = None,
    strategy_id: Annotated[str | None, Query(description="Only those of one strategy.")] = None,
) -> BacktestPage:
    found = await services.backtests.page(caller.id, limit, before, strategy_id)
    following = found[-1].id if len(found) == limit else None
    return BacktestPage(backtests=[BacktestOut.of(each) for each in found], next=following)


@router.get("/{backtest_id}")
async def get_backtest(backtest_id: str, services: App, caller: Caller) -> BacktestDetailOut:
    return BacktestDetailOut.of(await services.backtests.get(caller.id, backtest_id))


@router.get("/{backtest_id}/report")
async def backtest_report(backtest_id: str, services: App, caller: Caller) -> dict[str, Any]:
    """Every figure, table and curve, for the page."""
    return dict(await services.backtests.report(caller.id, backtest_id))


@router.get("/{backtest_id}/trades")
async def backtest_trades(
    backtest_id: str,
    services: App,
    caller: Caller,
    offset: Annotated[int, Query(ge=0, le=LARGEST_NUMBER)] = 0,
    limit: Annotated[int, Query(ge=1, le=1000)] = 100,
    direction: Direction | None = None,
    reason: ExitReason | None = None,
) -> TradesOut:
    """By exit, each with what was true when it was decided."""
    wanted = TradeFilter(offset, limit, direction, reason)
    return TradesOut.from_values(await services.backtests.trades(caller.id, backtest_id, wanted), offset=offset)


@router.get("/{backtest_id}/equity")
async def backtest_equity(
    backtest_id: str, services: App, caller: Caller, points: Annotated[int, Query(ge=10, le=20_000)] = 2_000
) -> CurveOut:
    from packages.domain.backtest.thinning import kept as thinned

    report = (await services.backtests.kept(caller.id, backtest_id)).report
    return CurveOut(**curve_json(report, thinned(report.equity, points)))


@router.get("/{backtest_id}/html", response_class=Response, responses=_file("html"))
async def backtest_html_file(
    backtest_id: str, services: App, caller: Caller, language: Language = Language.ZH
) -> Response:
    """One file with all pictures in it."""
    return await _drawn(services, caller.id, backtest_id, "html", language)


@router.get("/{backtest_id}/markdown", response_class=Response, responses=_file("md"))
async def backtest_markdown_file(
    backtest_id: str, services: App, caller: Caller, language: Language = Language.ZH
) -> Response:
    return await _drawn(services, caller.id, backtest_id, "md", language)


@router.post("/{backtest_id}/cancel", status_code=202)
async def cancel_backtest(backtest_id: str, services: App, caller: Caller) -> BacktestDetailOut:
    """One that has ended stays as it is."""
    return BacktestDetailOut.of(await services.backtests.cancel(caller.id, backtest_id))


@router.delete("/{backtest_id}", status_code=204)
async def delete_backtest(backtest_id: str, services: App, caller: Caller) -> None:
    """The trial stays counted in the strategy's lineage."""
    await services.backtests.delete(caller.id, backtest_id)


async def _drawn(services: App, owner_id: str, backtest_id: str, kind: str, language: Language) -> Response:
    backtest = await services.backtests.get(owner_id, backtest_id)
    kept = await services.backtests.kept(owner_id, backtest_id)
    text = await asyncio.to_thread(_draw, backtest, kept, kind, language)
    # To be saved and not shown: under the page's own policy its style would be refused, and the file brings its own.
    disposition = f'attachment; filename="backtest-{backtest_id[:13]}.{kind}"'
    return Response(text, media_type=_FILES[kind], headers={"content-disposition": disposition})


def _draw(backtest: Backtest, kept: Kept, kind: str, language: Language) -> str:
    from packages.reports.backtest.html import backtest_html
    from packages.reports.backtest.markdown import backtest_markdown

    headline = backtest.headline
    if headline is None:
        raise BacktestNotDone("backtest.no_result_yet")
    cover = cover_of(backtest.plan, headline.body, kept.report, backtest.trials, language)
    draw = backtest_html if kind == "html" else backtest_markdown
    return draw(cover, kept.report, kept.trades, language)
