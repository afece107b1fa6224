"""Ask for a verdict; read, score, check and draw the call book."""

from typing import Annotated

from fastapi import APIRouter, Depends, Query, Request, Response

from packages.core.messages import LanguageCode
from packages.infra.http import LARGEST_NUMBER, Caller
from src.modules.judge.application.dtos import JudgeRequest, VerdictDTO
from src.modules.judge.application.judge_service import session_of
from src.modules.judge.container import JudgeContainer
from src.modules.judge.domain.call import CallBookName
from src.modules.judge.presentation.reliability_svg import reliability_svg
from src.modules.judge.presentation.rest.schemas import CallsOut, VerdictIn, VerifyOut, call_out, verify_out
from src.modules.judge.presentation.rest.score_schemas import ScoreReportOut, report_out

router = APIRouter(tags=["judge"])


def _judge(request: Request) -> JudgeContainer:
    judge: JudgeContainer = request.app.state.judge
    return judge


Judge = Annotated[JudgeContainer, Depends(_judge)]
Book = Annotated[CallBookName, Query(description="`walk_back`: research on past days, kept and scored apart.")]


@router.post("/judge/verdict")
async def judge_case(body: VerdictIn, judge: Judge, caller: Caller) -> VerdictDTO:
    """A verdict on reports and their debate, and the call under which it stands in the book from now on."""
    asked = JudgeRequest(**body.model_dump())
    scope = judge.scope(caller.id, session_of(caller.id, asked))
    return await judge.judge_service(scope).run(asked)


@router.get("/calls")
async def list_calls(
    judge: Judge,
    caller: Caller,
    limit: Annotated[int, Query(ge=1, le=200)] = 50,
    before: Annotated[int | None, Query(ge=1, le=LARGEST_NUMBER, description="Only calls numbered below this.")] = None,
    book: Book = CallBookName.LIVE,
) -> CallsOut:
    """The caller's own calls of one book, newest first."""
    standings = await judge.calls(caller.id, book).page(judge.now(), limit, before)
    last = standings[-1].entry.seq if len(standings) == limit else 1
    return CallsOut(calls=[call_out(one) for one in standings], next_before=last if last > 1 else None)


@router.get("/calls/scores")
async def score_calls(judge: Judge, caller: Caller, book: Book = CallBookName.LIVE) -> ScoreReportOut:
    """How good the caller's settled calls of one book were; below thirty of them nothing is said."""
    return report_out(*await judge.calls(caller.id, book).scores(), book)


@router.get("/calls/verify")
async def verify_calls(judge: Judge, caller: Caller) -> VerifyOut:
    """Whether every entry of the caller's books is as it was written, and as the heads say that were exported."""
    return verify_out(await judge.integrity().check(caller.id))


@router.get("/calls/reliability.svg", response_class=Response)
async def draw_reliability(
    judge: Judge, caller: Caller, language: LanguageCode = "zh", book: Book = CallBookName.LIVE
) -> Response:
    """What was said against what came true, as a picture."""
    report, _ = await judge.calls(caller.id, book).scores()
    return Response(reliability_svg(report, language, book), media_type="image/svg+xml")
