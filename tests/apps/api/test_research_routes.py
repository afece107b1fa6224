"""The five experts over HTTP: whole reports, and every failure in the one shape with the right status."""

from collections.abc import AsyncIterator
from functools import partial
from itertools import product
from pathlib import Path

import httpx
import pytest
from fastapi import APIRouter, FastAPI

from apps.api.composition import open_app
from apps.api.main import create_app
from apps.api.routes import errors as house
from packages.core import errors
from packages.core.errors import ParleyError
from packages.domain.market_data.errors import NoData, UnknownSymbol
from packages.settings.load import load_settings
from src.modules.llm_platform.domain.errors import BudgetExhausted, ModelOutputUnusable, ModelTimeout
from src.modules.research.domain.errors import (
    ExpertTooSlow,
    FutureAnalysis,
    NothingKnown,
    ThinReports,
    UnboundNumbers,
)
from src.modules.research.presentation.rest.research_routes import ResearchRoute
from tests.apps.api.work import run_in_memory

PATHS = ("technical-analysis", "financial-audit", "valuation-model", "macro-intelligence", "catalyst-detective")
SYMBOL = "symbol=DEMO1.SZ&analysis_date=2025-12-31"


@pytest.fixture
async def research(demo_at_home: Path) -> AsyncIterator[httpx.AsyncClient]:
    app = create_app(load_settings(), partial(open_app, run_jobs=run_in_memory))
    transport = httpx.ASGITransport(app, raise_app_exceptions=False)
    base = "http://127.0.0.1:8000/api/v1/research"
    async with app.router.lifespan_context(app), httpx.AsyncClient(transport=transport, base_url=base) as client:
        yield client


async def test_each_expert_reports_in_its_own_shape(research: httpx.AsyncClient) -> None:
    told = {path: await research.get(f"/{path}?{SYMBOL}") for path in PATHS}
    assert {path: answer.status_code for path, answer in told.items()} == dict.fromkeys(PATHS, 200)
    chart, books, worth, macro, events = (answer.json() for answer in told.values())
    assert chart["signal"] in {"BULLISH", "BEARISH", "NEUTRAL"}
    assert set(chart["key_technical_levels"]) == {"support", "resistance"}
    assert len(books["dimension_analyses"]) == 5
    assert set(worth["estimated_intrinsic_value_range"]) == {"lower_bound", "upper_bound"}
    assert len(macro["dimension_analyses"]) == 4
    assert events["result"]["catalyst_assessment"] in {"Positive", "Neutral", "Negative"}
    for report in (chart, books, worth, macro, events):
        assert (report["symbol"], report["engine"], report["language"]) == ("DEMO1.SZ", "rules", "zh")
        assert report["as_of"].startswith("2025-12-31")
        assert report["narrative_report"]
        assert report["grounding"]["numbers"] > 0


async def test_the_question_reaches_the_expert(research: httpx.AsyncClient) -> None:
    """Day, number of reports and language change what is told."""
    late = (await research.get(f"/financial-audit?{SYMBOL}")).json()
    early = (await research.get("/financial-audit?symbol=demo1.sz&analysis_date=2023-06-30&language=en")).json()
    short = (await research.get(f"/financial-audit?{SYMBOL}&limit=1")).json()
    assert (early["symbol"], early["language"], early["as_of"][:10]) == ("DEMO1.SZ", "en", "2023-06-30")
    assert early["leak_certificate"]["latest_known_at"] < late["leak_certificate"]["latest_known_at"]
    assert len(short["evidence"]) < len(late["evidence"])
    again = (await research.get(f"/technical-analysis?{SYMBOL}&language=en")).json()
    assert again["summary_reasoning"].isascii()


BAD_QUESTIONS = [
    ("", "symbol"),
    ("symbol=", "is not a symbol"),
    ("symbol=%20%20", "is not a symbol"),
    ("symbol=!!!", "is not a symbol"),
    (f"symbol={'A' * 100}", "symbol"),
    ("symbol=DEMO77", "parley data demo"),
    ("symbol=DEMO1.SZ&analysis_date=yesterday", "must be a day such as 2025-12-31"),
    ("symbol=DEMO1.SZ&analysis_date=2025-02-30", "analysis_date"),
    ("symbol=DEMO1.SZ&analysis_date=20250101", "must be a day such as 2025-12-31"),
    ("symbol=DEMO1.SZ&analysis_date=", "must be a day such as 2025-12-31"),
    ("symbol=DEMO1.SZ&analysis_date=2999-01-01", "lies ahead"),
    ("symbol=DEMO1.SZ&language=fr", "zh, en"),
]


async def test_a_bad_question_is_400_with_the_way_out(research: httpx.AsyncClient) -> None:
    for (query, says), path in product(BAD_QUESTIONS, PATHS):
        answer = await research.get(f"/{path}?{query}")
        assert answer.status_code == 400, (path, query, answer.text)
        assert set(answer.json()["error"]) == {"code", "message", "details"}
        assert says in answer.json()["error"]["message"], (path, query)


async def test_a_bad_number_of_reports_is_400(research: httpx.AsyncClient) -> None:
    for limit in ("0", "21", "-1", "five", "", "1.5"):
        answer = await research.get(f"/financial-audit?{SYMBOL}&limit={limit}")
        assert answer.status_code == 400, limit
        assert "limit" in answer.json()["error"]["message"], limit


async def test_a_day_before_there_were_thirty_bars_is_400_with_both_counts(research: httpx.AsyncClient) -> None:
    answer = await research.get("/technical-analysis?symbol=DEMO1.SZ&analysis_date=1999-01-04")
    assert answer.status_code == 400


@pytest.mark.usefixtures("password_mode")
async def test_research_is_for_people_who_signed_in(research: httpx.AsyncClient) -> None:
    for path in PATHS:
        answer = await research.get(f"/{path}?{SYMBOL}")
        assert answer.status_code == 401
        assert answer.headers["www-authenticate"] == "Bearer"


@pytest.mark.parametrize(
    ("error", "status"),
    [
        (FutureAnalysis("Not yet."), 400),
        (UnknownSymbol("Load it."), 400),
        (NoData("Load it."), 400),
        (NothingKnown("Load it."), 400),
        (ThinReports("Load more."), 400),
        (ModelOutputUnusable("Ask again.", ["no signal"]), 422),
        (UnboundNumbers("Run it again."), 422),
        (ExpertTooSlow("Give it time."), 500),
        (ModelTimeout("Nothing came."), 500),
        (BudgetExhausted("Nothing is left."), 500),
        (errors.Unavailable("It is down."), 500),
        (errors.Conflict("Not now."), 500),
        (errors.Unauthenticated("Sign in."), 401),
        (errors.Forbidden("Not you."), 403),
        (errors.Throttled("Wait.", retry_after_seconds=3), 429),
        (errors.TooLarge("Send less."), 413),
    ],
    ids=lambda value: type(value).__name__ if isinstance(value, ParleyError) else str(value),
)
async def test_every_failure_has_its_status_and_the_one_shape(error: ParleyError, status: int) -> None:
    answer = await _answer_to(error)
    assert answer.status_code == status
    told = answer.json()["error"]
    assert (told["code"], told["message"], told["details"]) == (error.code, error.message, error.details)


async def _answer_to(error: ParleyError) -> httpx.Response:
    router = APIRouter(route_class=ResearchRoute)

    @router.get("/failing")
    async def fail() -> None:
        raise error

    app = FastAPI()
    app.include_router(router)
    house.install(app)
    async with httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://127.0.0.1:8000") as client:
        return await client.get("/failing")
