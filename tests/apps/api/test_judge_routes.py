"""Verdicts and the call book over HTTP."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import httpx
import pytest
from fastapi import APIRouter, FastAPI

from apps.api.routes import errors
from packages.core.ids import Ids
from packages.domain.accounts.service import Accounts
from packages.infra.accounts import SqlAccounts
from packages.infra.db.engine import Database
from packages.infra.security.passwords import Argon2Hasher
from packages.infra.security.tokens import JwtAccessTokens
from packages.settings.load import load_settings
from src.modules.judge.container import JudgeContainer
from src.modules.judge.presentation.rest import judge_routes
from src.modules.llm_platform.container import LlmPlatformContainer
from tests.accounts import identity_over, join, signed_in_as
from tests.fakes.clock import StoppedClock
from tests.src.modules.judge.making import BASE_DAY, INDEX, NOW, SYMBOL, bars, call, debate_outcome, expert_results
from tests.src.modules.judge.stored import library_of

END = BASE_DAY + timedelta(days=60)
STOCK = bars({**{BASE_DAY - timedelta(days=day): 10.0 for day in range(200)}, END: 11.0})
INDEX_BARS = bars({**{BASE_DAY - timedelta(days=day): 4000.0 + day for day in range(200)}, END: 4000.0}, INDEX)


class Desk:
    """The judge's routes over a real database, at an instant that can be moved."""

    def __init__(self, database: Database) -> None:
        self.clock = StoppedClock(NOW)
        ids = Ids(self.clock)
        tokens = JwtAccessTokens(b"k" * 32, self.clock, ids, timedelta(days=300))
        self.accounts = Accounts(SqlAccounts(database), Argon2Hasher(), tokens, self.clock, ids, timedelta(days=300))
        self.platform = LlmPlatformContainer(database, load_settings(), self.clock)
        library = library_of(self.clock, STOCK, INDEX_BARS)
        self.judge = JudgeContainer(platform=self.platform, library=library, database=database, clock=self.clock)
        self.app = FastAPI()
        api = APIRouter(prefix="/api/v1")
        api.include_router(judge_routes.router)
        self.app.include_router(api)
        errors.install(self.app)
        self.app.state.identity = identity_over(database, self.accounts)
        self.app.state.judge = self.judge

    @asynccontextmanager
    async def signed_in(self, name: str | None) -> AsyncIterator[httpx.AsyncClient]:
        headers = signed_in_as(self.accounts, name) if name else {}
        transport = httpx.ASGITransport(self.app, raise_app_exceptions=False)
        base = "http://127.0.0.1:8000/api/v1"
        async with httpx.AsyncClient(transport=transport, base_url=base, headers=headers) as client:
            yield client


@pytest.fixture
async def desk(database: Database, home: Path) -> AsyncIterator[Desk]:
    desk = Desk(database)
    for person in ("ann", "bob"):
        await join(desk.accounts, person)
    yield desk
    await desk.platform.aclose()


def _body(**changed: Any) -> dict[str, Any]:
    told: dict[str, Any] = {
        "symbol": str(SYMBOL),
        "expert_results": expert_results(),
        "debate_outcome": debate_outcome(),
        "language": "en",
    }
    return {**told, **changed}


async def test_a_case_is_judged_and_stands_in_the_book(desk: Desk) -> None:
    async with desk.signed_in("ann") as ann:
        answer = await ann.post("/judge/verdict", json=_body())
        book = (await ann.get("/calls")).json()
    assert answer.status_code == 200, answer.text
    told = answer.json()
    assert (told["action"], told["benchmark"], told["time_horizon"]) == ("BUY", "000300.SH", 60)
    assert told["stop_loss"]["rows"] == [{"tag": "E3", "id": "calc:000001.SZ:support_1:2026-01-05"}]
    (entry,) = book["calls"]
    assert (entry["id"], entry["hash"], entry["number"]) == (told["call_id"], told["call_hash"], 1)
    assert (entry["state"], entry["reason"], entry["settlement"]) == ("waiting", "horizon_open", None)
    assert book["next_before"] is None


async def test_asking_the_same_again_gives_the_same_call(desk: Desk) -> None:
    async with desk.signed_in("ann") as ann:
        first, second = [(await ann.post("/judge/verdict", json=_body())).json() for _ in range(2)]
        other = (await ann.post("/judge/verdict", json=_body(horizon_days=30))).json()
    assert first == second
    assert other["call_number"] == 2


async def test_a_failed_debate_is_no_call(desk: Desk) -> None:
    async with desk.signed_in("ann") as ann:
        told = (await ann.post("/judge/verdict", json=_body(debate_outcome=None))).json()
    assert (told["action"], told["probability"], told["position_percent"]) == ("NO_CALL", None, 0)


BAD: list[dict[str, Any]] = [
    {"symbol": ""},
    {"symbol": None},
    {"symbol": "not a symbol at all"},
    {"expert_results": {}},
    {"expert_results": []},
    {"expert_results": {"oracle": {"signal": "BULLISH", "confidence": 0.5}}},
    {"expert_results": {"technical_analyst": {"signal": "BULLISH", "confidence": "0.5"}}},
    {"debate_outcome": "up"},
    {"debate_outcome": {"direction": "UP", "confidence": 0.5}},
    {"debate_outcome": {"direction": "BULLISH", "confidence": True}},
    {"horizon_days": "60"},
    {"horizon_days": 0},
    {"horizon_days": 1000},
    {"horizon_days": 1.5},
    {"benchmark": "???"},
    {"language": "fr"},
    {"unknown": 1},
]


async def test_a_bad_request_is_400_in_the_one_shape(desk: Desk) -> None:
    async with desk.signed_in("ann") as ann:
        for changed in BAD:
            answer = await ann.post("/judge/verdict", json=_body(**changed))
            assert answer.status_code == 400, (changed, answer.text)
            assert set(answer.json()["error"]) == {"code", "message", "details"}, changed
        for missing in ("symbol", "expert_results", "debate_outcome"):
            bare = {name: value for name, value in _body().items() if name != missing}
            assert (await ann.post("/judge/verdict", json=bare)).status_code == 400, missing


async def test_nobody_sees_or_scores_the_calls_of_another(desk: Desk) -> None:
    async with desk.signed_in("ann") as ann, desk.signed_in("bob") as bob, desk.signed_in(None) as nobody:
        await ann.post("/judge/verdict", json=_body())
        assert (await bob.get("/calls")).json()["calls"] == []
        assert (await bob.get("/calls/scores")).json()["tally"]["entries"] == 0
        for path in ("/calls", "/calls/scores", "/calls/verify", "/calls/reliability.svg"):
            assert (await nobody.get(path)).status_code == 401
        assert (await nobody.post("/judge/verdict", json=_body())).status_code == 401


async def test_pages_follow_each_other(desk: Desk) -> None:
    await desk.judge.call_books().live.append([call(number, "ann") for number in range(1, 6)])
    numbers: list[int] = []
    before: int | None = None
    async with desk.signed_in("ann") as ann:
        while True:
            page = (await ann.get("/calls", params={"limit": 2} | ({"before": before} if before else {}))).json()
            numbers += [one["number"] for one in page["calls"]]
            before = page["next_before"]
            if before is None:
                break
        assert (await ann.get("/calls", params={"limit": 0})).status_code == 400
    assert numbers == [5, 4, 3, 2, 1]


async def test_research_on_a_past_day_is_listed_settled_and_scored_apart(desk: Desk) -> None:
    desk.clock.move(days=30)
    async with desk.signed_in("ann") as ann:
        told = (await ann.post("/judge/verdict", json=_body())).json()
        assert (told["book"], told["call_number"], told["no_call_reason"]) == ("walk_back", 1, None)
        assert (await ann.get("/calls")).json()["calls"] == []
        desk.clock.move(days=30)
        await desk.judge.settling().settle_due()
        (entry,) = (await ann.get("/calls", params={"book": "walk_back"})).json()["calls"]
        assert (entry["state"], entry["id"]) == ("settled", told["call_id"])
        live = (await ann.get("/calls/scores")).json()
        apart = (await ann.get("/calls/scores", params={"book": "walk_back"})).json()
        assert (live["book"], live["tally"]["entries"], live["overall"]["settled"]) == ("live", 0, 0)
        assert (apart["book"], apart["tally"]["entries"], apart["overall"]["settled"]) == ("walk_back", 1, 1)
        for path in ("/calls", "/calls/scores", "/calls/reliability.svg"):
            assert (await ann.get(path, params={"book": "another"})).status_code == 400


async def test_the_books_are_scored_alike_and_a_picture_says_which_looks_back(desk: Desk) -> None:
    calls = [call(number, "ann", probability=0.5 + number / 100) for number in range(1, 32)]
    books = desk.judge.call_books()
    await books.live.append(calls)
    await books.walk_back.append([replace(one, id=f"back-{one.id}") for one in calls])
    desk.clock.move(days=60)
    await desk.judge.settling().settle_due()
    async with desk.signed_in("ann") as ann:
        live, back = [(await ann.get("/calls/scores", params={"book": book})).json() for book in ("live", "walk_back")]
        asked = {"book": "walk_back", "language": "en"}
        picture = await ann.get("/calls/reliability.svg", params=asked)
        plain = await ann.get("/calls/reliability.svg", params={"language": "en"})
    assert live["overall"]["settled"] == 31
    assert live | {"book": "walk_back"} == back
    assert "Looking back: reliability of 31 walk-back calls" in picture.text
    assert "Looking back" not in plain.text


async def test_the_job_exports_the_heads_and_a_book_written_anew_is_found(desk: Desk) -> None:
    live = desk.judge.call_books().live
    await live.append([call(1, "ann")])
    assert await desk.judge.verify() == {"owners": 1, "broken": 0, "exported": 0}  # it went out with the entry
    async with desk.signed_in("ann") as ann:
        (first, *_) = (await ann.get("/calls/verify")).json()["chains"]
        assert (first["ok"], first["exported_entries"]) == (True, 1)
        heads = load_settings().home.call_heads
        heads.write_text(heads.read_text().replace(first["head"], "f" * 64))
        answer = await ann.get("/calls/verify")
    broken = answer.json()["chains"][0]
    assert (answer.json()["ok"], broken["broken_at"]) == (False, 1)
    assert "is not the one whose hash was exported" in broken["problem"]
    assert (await desk.judge.verify())["broken"] == 1


async def test_below_thirty_settled_calls_the_count_is_told_and_no_score(desk: Desk) -> None:
    async with desk.signed_in("ann") as ann:
        await ann.post("/judge/verdict", json=_body())
        desk.clock.move(days=60)
        await desk.judge.settling().settle_due()
        told = (await ann.get("/calls/scores")).json()
        (entry,) = (await ann.get("/calls")).json()["calls"]
        picture = await ann.get("/calls/reliability.svg", params={"language": "en"})
    assert told["overall"] == {"status": "not_enough_calls", "settled": 1, "needed": 30}
    assert "Not enough calls: 1 of 30" in picture.text
    assert (entry["state"], entry["settlement"]["outcome"]) == ("settled", 1)
    assert entry["settlement"]["excess_return"] == pytest.approx(0.1)


async def test_thirty_settled_calls_are_scored_checked_and_drawn(desk: Desk) -> None:
    calls = [call(number, "ann", probability=0.5 + number / 100) for number in range(1, 32)]
    await desk.judge.call_books().live.append(calls)
    desk.clock.move(days=60)
    await desk.judge.settling().settle_due()
    async with desk.signed_in("ann") as ann:
        told = (await ann.get("/calls/scores")).json()
        checked = (await ann.get("/calls/verify")).json()
        picture = await ann.get("/calls/reliability.svg")
        wrong = await ann.get("/calls/reliability.svg", params={"language": "fr"})
    assert (told["overall"]["status"], told["overall"]["settled"]) == ("scored", 31)
    assert {one["name"] for one in told["overall"]["baselines"]} == {"base_rate", "always_half", "momentum"}
    assert told["debate"]["status"] == "scored"
    assert (checked["ok"], [one["entries"] for one in checked["chains"]]) == (True, [31, 31, 0, 0])
    assert picture.headers["content-type"].startswith("image/svg+xml")
    assert ElementTree.fromstring(picture.text).tag.endswith("svg")
    assert wrong.status_code == 400
