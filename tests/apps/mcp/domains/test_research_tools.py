"""The research tools: a model starts the team, follows it, and reads what it said; all without a language model."""

import json
from typing import Any

import pytest
import pytest_asyncio
from mcp.shared.exceptions import MCPError

from apps.api.services import AppContext
from packages.contracts.tool_grants import ToolDomain
from packages.core.ids import derived_id
from packages.core.messages import Language
from packages.domain.accounts.model import LOCAL_OWNER_ID
from src.modules.coordinator.application.dtos.research_dtos import ResearchRequest
from src.modules.coordinator.domain.model.enums import ExpertType
from tests.apps.mcp.conftest import OTHER_OWNER_ID, Open, Tools

pytestmark = pytest.mark.asyncio(loop_scope="module")
DEMO = "DEMO1.SZ"
READS = ("status", "report", "debate", "verdict")


@pytest.fixture
def tools(tools_of: Open) -> Tools:
    return tools_of(ToolDomain.RESEARCH)


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def researched() -> dict[str, Any]:
    """The first test that needs it runs the whole team, and keeps the session here."""
    return {}


async def _whole(tools: Tools, kept: dict[str, Any]) -> str:
    if not kept:
        kept |= await tools("run", symbol="demo1.sz", language="en", idempotency_key="whole")
        kept["ended"] = await tools("status", research_session_id=kept["research_session_id"], wait_seconds=30)
    return str(kept["research_session_id"])


async def test_a_session_runs_on_by_itself_and_tells_each_stage(tools: Tools, researched: dict[str, Any]) -> None:
    await _whole(tools, researched)
    assert (researched["status"], researched["symbol"], researched["is_demo"]) == ("running", DEMO, True)
    ended = researched["ended"]
    assert ended["status"] == "completed"
    assert [each["name"] for each in ended["stages"]] == [*ExpertType, "debate", "judge"]
    assert {each["status"] for each in ended["stages"]} == {"succeeded"}
    assert ended["done"] == 7
    assert {each["engine"] for each in ended["stages"][:5]} == {"rules"}


async def test_the_same_key_starts_one_session(tools: Tools, researched: dict[str, Any], desk: AppContext) -> None:
    session_id = await _whole(tools, researched)
    again = await tools("run", symbol="demo1.sz", language="en", idempotency_key="whole")
    assert again["research_session_id"] == session_id
    assert len(await desk.sessions.page(LOCAL_OWNER_ID, 10)) == 1
    other = await tools("run", symbol="DEMO2.SZ", idempotency_key="whole")
    assert other["error"]["code"] == "key_taken"


async def test_the_report_is_short_and_its_evidence_is_a_resource(tools: Tools, researched: dict[str, Any]) -> None:
    told = await tools("report", research_session_id=await _whole(tools, researched))
    assert len(json.dumps(told, ensure_ascii=False)) < 8_000
    assert [each["expert"] for each in told["experts"]] == list(ExpertType)
    for each in told["experts"]:
        assert each["signal"]
        assert 0 <= each["confidence"] <= 1
        assert each["grounding"]["bound"] == each["grounding"]["numbers"] > 0
    whole = json.loads(await tools.read(told["more"][0]["uri"]))
    assert whole["narrative_report"]
    assert whole["evidence"][0]["id"].startswith("bar:DEMO1.SZ")
    assert not {"input", "output"} & set(whole)


async def test_the_debate_has_both_sides_and_how_it_ended(tools: Tools, researched: dict[str, Any]) -> None:
    told = await tools("debate", research_session_id=await _whole(tools, researched))
    assert len(json.dumps(told, ensure_ascii=False)) < 8_500
    assert told["direction"] in ("BULLISH", "BEARISH", "NEUTRAL")
    assert told["bull"]["arguments"]
    assert told["bear"]["arguments"]
    assert told["risk_matrix"]
    assert told["disagreements"]
    whole = json.loads(await tools.read(told["more"][0]["uri"]))
    assert whole["conflict_resolution"].startswith(told["resolution"][:100])


async def test_below_thirty_settled_calls_nothing_is_said_of_their_quality(tools: Tools, desk: AppContext) -> None:
    told = await tools("call_scores")
    assert (told["status"], told["needed"], told["brier"], told["baselines"]) == ("not_enough_calls", 30, None, [])
    assert (told["book"], told["settled"] < 30) == ("live", True)
    assert (await tools("call_scores", book="walk_back"))["book"] == "walk_back"


async def test_experts_that_fail_say_why_and_a_skipped_debate_is_none(tools: Tools, researched: dict[str, Any]) -> None:
    first = await _whole(tools, researched)
    asked = {"symbol": "DEMO8-USD", "experts": ["technical_analyst", "valuation_modeler"], "skip_debate": True}
    begun = await tools("run", **asked, idempotency_key="coin")
    session_id = begun["research_session_id"]
    ended = await tools("status", research_session_id=session_id, wait_seconds=30)
    assert ended["status"] == "partial"
    assert {each["name"]: each["status"] for each in ended["stages"]} == {
        "technical_analyst": "succeeded",
        "valuation_modeler": "failed",
        "debate": "skipped",
        "judge": "skipped",
    }
    good, bad = (await tools("report", research_session_id=session_id))["experts"]
    assert (good["status"], bad["status"], bad["signal"]) == ("success", "failed", None)
    assert bad["error"]
    assert (await tools("debate", research_session_id=session_id))["error"]["code"] == "no_debate"
    assert (await tools("verdict", research_session_id=session_id))["error"]["code"] == "no_verdict"
    newest = await tools("sessions", limit=1)
    assert newest["sessions"][0]["research_session_id"] == session_id
    older = await tools("sessions", limit=1, before=newest["next_before"])
    assert [each["research_session_id"] for each in older["sessions"]] == [first]
    assert older["next_before"] is None


def refused(code: str) -> pytest.RaisesGroup[MCPError]:
    return pytest.RaisesGroup(pytest.RaisesExc(MCPError, match=code), flatten_subgroups=True)


async def test_another_owners_session_is_not_found(tools: Tools, researched: dict[str, Any], tools_of: Open) -> None:
    session_id = await _whole(tools, researched)
    stranger = tools_of(ToolDomain.RESEARCH, owner_id=OTHER_OWNER_ID)
    for tool in READS:
        for asked in (session_id, "nothing"):
            assert (await stranger(tool, research_session_id=asked))["error"]["code"] == "unknown_research"
        assert (await tools(tool, research_session_id="a\x00b"))["error"]["code"] == "bad_arguments"
    for uri in (f"parley://research/{session_id}/expert/technical_analyst", f"parley://research/{session_id}/debate"):
        with refused("unknown_research"):
            await stranger.read(uri)
    with refused("no_expert_report"):
        await tools.read(f"parley://research/{session_id}/expert/nobody")


@pytest.mark.parametrize(
    ("asked", "code"),
    [
        ({"symbol": "no such thing"}, "unknown_instrument"),
        ({"symbol": "000001"}, "ambiguous_instrument"),
        ({"symbol": DEMO, "experts": []}, "bad_arguments"),
        ({"symbol": DEMO, "experts": ["astrologer"]}, "bad_arguments"),
        ({"symbol": DEMO, "rounds": 4}, "bad_arguments"),
    ],
)
async def test_a_question_that_cannot_be_asked_starts_nothing(tools: Tools, asked: dict[str, Any], code: str) -> None:
    assert (await tools("run", **asked, idempotency_key="in vain"))["error"]["code"] == code


async def test_an_instrument_without_data_is_refused_with_the_tool_that_fetches_it(tools: Tools) -> None:
    refused = await tools("run", symbol="ZQXA", idempotency_key="no data")
    arguments = {"symbol": "ZQXA", "timeframe": "1d"}
    fetch = {"domain": "market_data", "tool": "fetch_missing", "arguments": arguments}
    assert refused["error"]["details"]["next"] == [fetch]


async def test_a_run_that_died_before_its_call_was_written_down_is_not_started_again(
    tools: Tools, desk: AppContext
) -> None:
    asked = ResearchRequest(symbol="DEMO3.SZ", experts=[ExpertType.TECHNICAL_ANALYST], skip_debate=True)
    key = derived_id("tool", LOCAL_OWNER_ID, "research.run", "died")
    left = await desk.sessions.start(LOCAL_OWNER_ID, asked, Language.EN, key)
    told = await tools(
        "run",
        symbol="DEMO3.SZ",
        experts=["technical_analyst"],
        skip_debate=True,
        language="en",
        idempotency_key="died",
    )
    assert told["research_session_id"] == left.id


_AUDIT = {"symbol": "DEMO5", "as_of": "2024-06-28", "language": "en", "idempotency_key": "audit"}


async def test_the_same_key_starts_an_audit_once(tools: Tools) -> None:
    started, again = await tools("audit", **_AUDIT), await tools("audit", **_AUDIT)
    assert again["audit_id"] == started["audit_id"]


@pytest.mark.trust  # over HTTP and in the terminal an audit runs to its end in `make test`, too
async def test_an_audit_is_read_when_it_has_ended(tools: Tools) -> None:
    started = await tools("audit", **_AUDIT)
    ended: dict[str, Any] = {"status": "running"}
    while ended["status"] in ("queued", "running"):  # a busy machine may need longer than one wait
        ended = await tools("audit_report", audit_id=started["audit_id"], wait_seconds=30)
    assert (ended["status"], ended["looks_remembered"]) == ("succeeded", False)
    assert ended["worlds"][0]["title"] == "Earnings sign flipped"


async def test_nobody_reads_the_audit_of_another(tools: Tools, tools_of: Open) -> None:
    started = await tools("audit", **_AUDIT)
    other = await tools_of(ToolDomain.RESEARCH, owner_id=OTHER_OWNER_ID)("audit_report", audit_id=started["audit_id"])
    assert other["error"]["code"] == "unknown_audit"
