"""Research by several experts over HTTP: the flat answer, the statuses, and sessions that are their owner's alone."""

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from fastapi import FastAPI
from sqlalchemy import text

from packages.infra.db.engine import Database
from src.modules.coordinator.domain.model.enums import ExpertType
from tests.fakes.debate_gateway import OUTCOME, VERDICT, FakeDebateGateway, FakeJudgeGateway
from tests.fakes.research_gateway import REPORTS, FakeResearchGateway
from tests.src.modules.coordinator.desk import ANN, BOB, Cast, CoordinatorDesk, open_coordinator, told

T, F, M = ExpertType.TECHNICAL_ANALYST, ExpertType.FINANCIAL_AUDITOR, ExpertType.MACRO_INTELLIGENCE
BODY = {"symbol": "000001.SZ", "experts": ["technical_analyst", "financial_auditor"]}
ALL = {"symbol": "000001.SZ", "experts": [each.value for each in ExpertType]}
NO = RuntimeError("no data")


@pytest.fixture
def cast() -> Cast:
    return Cast()


@pytest.fixture
async def desk(home: Path, database: Database, cast: Cast) -> AsyncIterator[CoordinatorDesk]:
    async with open_coordinator(database, cast) as desk:
        yield desk


@pytest.fixture
async def client(desk: CoordinatorDesk) -> AsyncIterator[httpx.AsyncClient]:
    async with desk.client(ANN) as client:
        yield client


async def test_a_whole_request_reaches_its_experts_with_their_options_and_is_debated(
    client: httpx.AsyncClient, cast: Cast
) -> None:
    body = {
        "symbol": "000001.SZ",
        "experts": ["technical_analyst", "macro_intelligence"],
        "options": {"technical_analyst": {"analysis_date": "2025-12-31"}},
    }
    response = await client.post("/research", json=body)
    assert response.status_code == 200
    assert {asked.expert: (asked.symbol, asked.options) for asked in cast.research.asked} == {
        T: ("000001.SZ", {"analysis_date": "2025-12-31"}),
        M: ("000001.SZ", {}),
    }
    assert len(cast.debate.asked) == 1


async def test_options_that_are_absent_have_their_defaults(client: httpx.AsyncClient, cast: Cast) -> None:
    absent: list[dict[str, Any]] = [{}, {"options": None}, {"options": {}}, {"options": {"technical_analyst": {}}}]
    for options in absent:
        assert (await client.post("/research", json=BODY | options)).status_code == 200
    assert len(cast.research.asked) == 2 * len(absent)
    for asked in cast.research.asked:
        assert asked.options == ({"analysis_date": "2026-01-02"} if asked.expert is T else {"limit": 5})


async def test_the_answer_is_flat_and_holds_the_debate(client: httpx.AsyncClient) -> None:
    answer = (await client.post("/research", json=BODY)).json()
    assert answer.pop("session_id")
    assert answer.pop("coherence")["checked"]
    assert answer == {
        "symbol": "000001.SZ",
        "overall_status": "completed",
        "expert_results": {
            "technical_analyst": {"status": "success", "data": REPORTS[T]},
            "financial_auditor": {"status": "success", "data": REPORTS[F]},
        },
        "debate_outcome": OUTCOME,
        "debate_error": None,
        "verdict": None,
        "judge_error": None,
    }


async def test_a_debate_that_is_not_wanted_is_null_in_the_answer(client: httpx.AsyncClient, cast: Cast) -> None:
    answer = (await client.post("/research", json=BODY | {"skip_debate": True})).json()
    assert (answer["debate_outcome"], answer["debate_error"], answer["overall_status"]) == (None, None, "completed")
    assert set(answer["expert_results"]) == {"technical_analyst", "financial_auditor"}
    assert cast.debate.asked == []


class TestFailingDebate:
    @pytest.fixture
    def cast(self) -> Cast:
        research = FakeResearchGateway(fails={M: NO})
        return Cast(research, FakeDebateGateway(fails=ValueError("no JSON")), FakeJudgeGateway())

    async def test_a_debate_that_failed_is_null_and_changes_no_status(self, client: httpx.AsyncClient) -> None:
        response = await client.post("/research", json=BODY)
        answer = response.json()
        assert (response.status_code, answer["debate_outcome"], answer["debate_error"]) == (200, None, "no JSON")
        assert answer["overall_status"] == "completed"
        assert (answer["verdict"]["action"], answer["verdict"]["no_call_reason"]) == ("NO_CALL", "debate_failed")
        assert {told["status"] for told in answer["expert_results"].values()} == {"success"}
        partial = (await client.post("/research", json=ALL)).json()
        assert (partial["overall_status"], partial["debate_outcome"]) == ("partial", None)


async def test_when_all_succeed_the_status_is_completed(client: httpx.AsyncClient) -> None:
    answer = (await client.post("/research", json=ALL)).json()
    assert answer["overall_status"] == "completed"
    assert [told["status"] for told in answer["expert_results"].values()] == ["success"] * 5
    assert list(answer["expert_results"]) == ALL["experts"]


class TestFailingExperts:
    @pytest.fixture
    def cast(self) -> Cast:
        return Cast(FakeResearchGateway(fails={F: NO, M: RuntimeError("no search")}))

    async def test_when_some_fail_the_status_is_partial_and_each_says_how_it_went(
        self, client: httpx.AsyncClient
    ) -> None:
        response = await client.post("/research", json=BODY)
        assert response.status_code == 200
        assert response.json()["overall_status"] == "partial"
        assert response.json()["expert_results"] == {
            "technical_analyst": {"status": "success", "data": REPORTS[T]},
            "financial_auditor": {"status": "failed", "error": "no data"},
        }

    async def test_when_all_fail_the_answer_is_500_and_still_flat(self, client: httpx.AsyncClient, cast: Cast) -> None:
        body = BODY | {"experts": ["financial_auditor", "macro_intelligence"]}
        response = await client.post("/research", json=body)
        answer = response.json()
        assert response.status_code == 500
        assert answer["error"]["code"] == "all_experts_failed"
        assert set(answer["error"]) == {"code", "message", "details"}
        assert (answer["symbol"], answer["overall_status"], answer["debate_outcome"]) == ("000001.SZ", "failed", None)
        assert answer["expert_results"] == {
            "financial_auditor": {"status": "failed", "error": "no data"},
            "macro_intelligence": {"status": "failed", "error": "no search"},
        }
        assert cast.debate.asked == []


BAD: list[Any] = [
    {"experts": ["technical_analyst"]},
    BODY | {"symbol": ""},
    BODY | {"symbol": "   "},
    BODY | {"symbol": 1},
    BODY | {"symbol": None},
    BODY | {"symbol": "no such symbol"},
    {"symbol": "000001.SZ"},
    BODY | {"experts": []},
    BODY | {"experts": None},
    BODY | {"experts": "technical_analyst"},
    BODY | {"experts": [1]},
    BODY | {"experts": ["TECHNICAL_ANALYST"]},
    BODY | {"options": []},
    BODY | {"options": {"technical_analyst": None}},
    BODY | {"options": {"technical_analyst": {"analysis_date": "2026-01-03"}}},
    BODY | {"options": {"technical_analyst": {"analysis_date": "yesterday"}}},
    BODY | {"options": {"technical_analyst": {"analysis_day": "2025-12-31"}}},
    BODY | {"options": {"financial_auditor": {"limit": 21}}},
    BODY | {"options": {"financial_auditor": {"limit": "5"}}},
    BODY | {"options": {"financial_auditor": {"limit": True}}},
    BODY | {"skip_debate": None},
    BODY | {"skip_debate": "true"},
    BODY | {"skip_debate": 1},
    BODY | {"skip_the_debate": True},
    [],
    "text",
    None,
]


async def test_bad_input_is_400_in_the_one_shape_and_starts_nobody(client: httpx.AsyncClient, cast: Cast) -> None:
    for body in BAD:
        response = await client.post("/research", json=body)
        assert response.status_code == 400, body
        assert set(response.json()) == {"error"}, body
        assert set(response.json()["error"]) == {"code", "message", "details"}, body
    assert cast.research.asked == []
    assert (await client.get("/research/sessions")).json() == {"sessions": [], "next": None}


async def test_a_body_that_is_no_json_is_400(client: httpx.AsyncClient) -> None:
    for content in (b"", b"{", b"\xff", b'{"symbol": NaN}'):
        response = await client.post("/research", content=content, headers={"content-type": "application/json"})
        assert response.status_code == 400, content


async def test_an_unknown_expert_is_named(client: httpx.AsyncClient) -> None:
    response = await client.post("/research", json=BODY | {"experts": ["technical_analyst", "astrologer"]})
    assert response.status_code == 400
    assert "'astrologer'" in response.json()["error"]["message"]


async def test_an_expert_that_is_named_twice_runs_once_and_options_of_others_are_not_read(
    client: httpx.AsyncClient, cast: Cast
) -> None:
    body = BODY | {"experts": ["technical_analyst"] * 2, "options": {"financial_auditor": {"limit": 99}}}
    assert (await client.post("/research", json=body)).status_code == 200
    assert cast.research.experts == [T]


async def test_nobody_asks_without_signing_in(desk: CoordinatorDesk) -> None:
    async with desk.client() as client:
        response = await client.post("/research", json=BODY, headers={"authorization": ""})
    assert response.status_code == 401


class TestWithJudge:
    @pytest.fixture
    def cast(self) -> Cast:
        return Cast(judge=FakeJudgeGateway())

    async def test_the_verdict_stands_beside_the_debate(self, client: httpx.AsyncClient) -> None:
        answer = (await client.post("/research", json=BODY)).json()
        assert answer["verdict"] == {**VERDICT, "symbol": "000001.SZ"}


async def test_a_session_is_looked_at_afterwards(client: httpx.AsyncClient) -> None:
    answer = (await client.post("/research", json=BODY)).json()
    session = (await client.get(f"/research/sessions/{answer['session_id']}")).json()
    assert session["result"] == answer
    assert (session["status"], session["attempt"], session["error"]) == ("completed", 1, None)
    assert {(node["node"], node["status"], node["engine"]) for node in session["nodes"]} == {
        ("technical_analyst_node", "succeeded", "rules"),
        ("financial_auditor_node", "succeeded", "rules"),
        ("aggregator_node", "succeeded", None),
        ("debate_node", "succeeded", None),
    }
    assert all(node["finished_at"] for node in session["nodes"])
    assert (session["costs"], session["total_cost"]) == ([], None)


async def test_sessions_are_listed_newest_first_in_pages(client: httpx.AsyncClient) -> None:
    made = [(await client.post("/research", json=BODY)).json()["session_id"] for _ in range(5)]
    seen: list[str] = []
    page = (await client.get("/research/sessions", params={"limit": 2})).json()
    while True:
        seen += [session["session_id"] for session in page["sessions"]]
        if page["next"] is None:
            break
        page = (await client.get("/research/sessions", params={"limit": 2, "before": page["next"]})).json()
    assert sorted(seen, reverse=True) == seen
    assert set(seen) == set(made)
    assert len(seen) == 5


async def test_another_owners_session_is_not_there(desk: CoordinatorDesk, client: httpx.AsyncClient) -> None:
    session_id = (await client.post("/research", json=BODY)).json()["session_id"]
    async with desk.client(BOB) as bob:
        for method, path in [("GET", ""), ("GET", "/events"), ("POST", "/retry"), ("POST", "/stop")]:
            response = await bob.request(method, f"/research/sessions/{session_id}{path}")
            assert response.status_code == 404, (method, path)
        assert (await bob.get("/research/sessions")).json()["sessions"] == []
    assert (await client.get("/research/sessions/nonsense")).status_code == 404


async def test_a_streamed_request_tells_each_node_and_ends_with_the_answer(client: httpx.AsyncClient) -> None:
    response = await client.post("/research", params={"stream": "true"}, json=BODY)
    assert response.headers["content-type"].startswith("text/event-stream")
    events = told(response)
    assert [event["type"] for event in events[:1] + events[-1:]] == ["research_started", "research_finished"]
    nodes = [(event["type"], event["node"]) for event in events[1:-1]]
    for node in ("technical_analyst_node", "financial_auditor_node", "aggregator_node", "debate_node"):
        assert nodes.index(("node_started", node)) < nodes.index(("node_finished", node))
    session_id = events[0]["session_id"]
    assert events[-1]["result"] == (await client.get(f"/research/sessions/{session_id}")).json()["result"]


async def test_events_go_on_behind_the_last_one_seen(client: httpx.AsyncClient) -> None:
    session_id = (await client.post("/research", json=BODY)).json()["session_id"]
    path = f"/research/sessions/{session_id}/events"
    whole = told(await client.get(path))
    assert told(await client.get(path, params={"after": 3})) == whole[3:]
    assert told(await client.get(path, headers={"last-event-id": str(len(whole) - 1)})) == whole[-1:]
    assert (await client.get(path, params={"after": "x"})).status_code == 400


async def test_a_session_in_which_nothing_failed_is_not_retried_and_an_ended_one_not_stopped(
    client: httpx.AsyncClient,
) -> None:
    session_id = (await client.post("/research", json=BODY)).json()["session_id"]
    assert (await client.post(f"/research/sessions/{session_id}/retry")).status_code == 409
    assert (await client.post(f"/research/sessions/{session_id}/stop")).status_code == 409


async def test_the_whole_app_tells_each_expert_of_an_empty_desk_what_is_missing(app: FastAPI) -> None:
    transport = httpx.ASGITransport(app, raise_app_exceptions=False)
    async with httpx.AsyncClient(transport=transport, base_url="http://127.0.0.1:8000/api/v1/coordinator") as client:
        response = await client.post("/research", json=ALL, params={"language": "en"})
        answer = response.json()
        assert response.status_code == 500
        assert (answer["symbol"], answer["overall_status"], answer["debate_outcome"]) == ("000001.SZ", "failed", None)
        assert set(answer["expert_results"]) == set(ALL["experts"])
        assert all(told["status"] == "failed" and told["error"] for told in answer["expert_results"].values())
        session = (await client.get(f"/research/sessions/{answer['session_id']}")).json()
        assert (session["status"], session["language"]) == ("failed", "en")


async def test_a_database_that_fails_before_the_run_is_a_500_and_starts_nobody(
    client: httpx.AsyncClient, cast: Cast, database: Database
) -> None:
    await _drop(database, "research_nodes", "research_sessions")
    response = await client.post("/research", json=BODY)
    assert (response.status_code, response.json()["error"]["code"]) == (500, "internal_error")
    assert cast.research.asked == []


async def test_a_record_that_cannot_be_told_does_not_stop_the_run(
    client: httpx.AsyncClient, database: Database
) -> None:
    await _drop(database, "events")
    response = await client.post("/research", json=BODY)
    assert (response.status_code, response.json()["overall_status"]) == (200, "completed")


async def _drop(database: Database, *tables: str) -> None:
    async with database.writing_engine.begin() as connection:
        for table in tables:
            await connection.execute(text(f"DROP TABLE {table}"))


class TestRetry:
    @pytest.fixture
    def cast(self) -> Cast:
        return Cast(FakeResearchGateway(fails={F: NO}))

    async def test_a_retry_runs_only_what_failed_and_keeps_the_rest(
        self, client: httpx.AsyncClient, cast: Cast
    ) -> None:
        session_id = (await client.post("/research", json=BODY)).json()["session_id"]
        cast.research.fails.clear()
        again = await client.post(f"/research/sessions/{session_id}/retry")
        assert (again.status_code, again.json()["status"], again.json()["attempt"]) == (202, "running", 2)
        events = told(await client.get(f"/research/sessions/{session_id}/events"))
        assert events[0]["kept"] == ["technical_analyst"]
        session = (await client.get(f"/research/sessions/{session_id}")).json()
        assert (session["status"], session["result"]["overall_status"]) == ("completed", "completed")
        assert cast.research.experts.count(T) == 1
        assert cast.research.experts.count(F) == 2
        assert set(cast.debate.asked[-1][1]) == {"technical_analyst", "financial_auditor"}
