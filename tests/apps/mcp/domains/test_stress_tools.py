"""The stress tools: a set of scenarios, a test to its report, a search to its front; nobody else's, and never twice."""

import asyncio
import json
from typing import Any

import pytest
import pytest_asyncio
from mcp.shared.exceptions import MCPError

from apps.api.services import AppContext
from packages.contracts.tool_grants import ToolDomain
from packages.domain.accounts.model import LOCAL_OWNER_ID
from packages.domain.accounts.profile import Profile, RiskTolerance
from packages.domain.market_data.symbols import Market
from packages.domain.stress.crises.windows import crises_of
from tests.apps.mcp.conftest import OTHER_OWNER_ID, Open, Tools
from tests.packages.domain.backtest.asking import document

pytestmark = pytest.mark.asyncio(loop_scope="module")
NOBODY = "00000000-0000-7000-8000-000000000000"
# As little as there can be: the lab's own tests look at what comes out.
SMALL: dict[str, Any] = {"worlds": ["block_bootstrap"], "paths": 100, "crises": ["us_2008", "us_2020"], "seed": 7}
RECENT = "2021-01-04"


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def strategy_id(desk: AppContext) -> str:
    return (await desk.strategies.create(LOCAL_OWNER_ID, document("DEMO5"))).id


@pytest.fixture
def tools(tools_of: Open) -> Tools:
    return tools_of(ToolDomain.STRESS)


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def kept() -> dict[str, str]:
    """The ids of what was run once for all tests."""
    return {}


async def _ended(tools: Tools, tool: str, **named: str) -> dict[str, Any]:
    told = await tools(tool, **named)
    while told["status"] in ("pending", "running"):
        await asyncio.sleep(0.1)
        told = await tools(tool, **named)
    return told


async def _whole(tools: Tools, strategy_id: str, kept: dict[str, str]) -> str:
    """A test of all parts in a set that was made before."""
    if "whole" not in kept:
        made = await tools("create_scenario_set", strategy_id=strategy_id, idempotency_key="set", **SMALL)
        named = {"strategy_id": strategy_id, "scenario_set_id": made["scenario_set_id"], "start": RECENT}
        asked = await tools("create", idempotency_key="whole", **named)
        await _ended(tools, "get", stress_report_id=asked["stress_report_id"])
        kept |= {"whole": asked["stress_report_id"], "set": made["scenario_set_id"]}
    return kept["whole"]


async def _search(tools: Tools, strategy_id: str, kept: dict[str, str]) -> dict[str, Any]:
    if "search" not in kept:
        goals = ["sharpe", "max_drawdown"]
        asked = await tools(
            "optimise", strategy_id=strategy_id, goals=goals, trials=10, start=RECENT, idempotency_key="search"
        )
        kept["search"] = asked["optimisation_id"]
    return await _ended(tools, "pareto", optimisation_id=kept["search"])


async def test_the_crises_of_a_market_are_named_in_both_languages(tools: Tools) -> None:
    told = await tools("list_windows", market="cn_stocks")
    assert [each["key"] for each in told["windows"]] == [each.key for each in crises_of(Market.CN_STOCKS)]
    assert told["windows"][1]["name"] == {"zh": "股灾与熔断", "en": "Crash and circuit breakers"}


async def test_a_set_is_written_down_and_the_test_in_it_bears_its_id(
    tools: Tools, desk: AppContext, strategy_id: str, kept: dict[str, str]
) -> None:
    report_id = await _whole(tools, strategy_id, kept)
    told = await tools("get", stress_report_id=report_id)
    assert (told["status"], told["failure"], told["scenario_set_id"]) == ("done", None, kept["set"])
    plan = (await desk.stress.get(LOCAL_OWNER_ID, report_id)).plan
    assert ([each.key for each in plan.scenarios.windows], plan.scenarios.paths) == (["us_2008", "us_2020"], 100)
    again = await tools("create_scenario_set", strategy_id=strategy_id, idempotency_key="set again", **SMALL)
    assert (again["scenario_set_id"], again["is_whole"]) == (kept["set"], True)


async def test_the_report_tells_the_verdict_its_reasons_and_the_gaps(
    tools: Tools, desk: AppContext, strategy_id: str, kept: dict[str, str]
) -> None:
    told = await tools("report", stress_report_id=await _whole(tools, strategy_id, kept))
    stored: Any = await desk.stress.report(LOCAL_OWNER_ID, told["stress_report_id"])
    assert (told["verdict"], told["is_demo"]) == (stored["verdict"]["ruling"], True)
    assert told["reasons"][0]["ruling"] == told["verdict"] != "pass"
    assert all(each["told"]["zh"] and each["change"]["en"] for each in told["reasons"])
    assert len(told["reasons"]) + told["checks_held"] == len(stored["verdict"]["reasons"])
    gap = next(each for each in told["crises"] if each["key"] == "us_2008")
    assert (gap["status"], gap["total_return"]) == ("gap", None)
    assert "DEMO5" in gap["missing_words"]["en"]
    assert [each["world"] for each in told["monte_carlo"]] == ["block_bootstrap", "trade_shuffle"]
    assert told["overfitting"]["trials"] == stored["overfitting"]["trials"] > 1
    assert len(told["sensitivity"]["most_fragile"]) <= 5
    assert len(json.dumps(told, ensure_ascii=False)) < 12_000
    [more] = told["more"]
    assert json.loads(await tools.read(more["uri"])) == stored


async def test_one_part_that_holds_is_no_verdict(tools: Tools, desk: AppContext, strategy_id: str) -> None:
    window = {"start": "2023-01-03", "end": "2023-03-31", "name": "A quiet spring"}
    made = await tools(
        "create_scenario_set",
        strategy_id=strategy_id,
        parts=["crises"],
        crises=[],
        windows=[window],
        idempotency_key="calm",
    )
    assert (made["is_whole"], made["crises"][0]["name"]["en"]) == (False, "A quiet spring")
    asked = await tools(
        "create", strategy_id=strategy_id, kind="crisis", scenario_set_id=made["scenario_set_id"], idempotency_key="one"
    )
    told = await _ended(tools, "get", stress_report_id=asked["stress_report_id"])
    assert (told["status"], told["parts"]) == ("done", ["crises"])
    report = await tools("report", stress_report_id=asked["stress_report_id"])
    broken = [each["code"] for each in report["reasons"] if each["code"] != "not_measured"]
    assert broken == []
    assert report["verdict"] is None
    assert "There is no pass without them." in report["told"]["en"]
    assert {each["what"] for each in report["gaps"]} == {"monte_carlo", "sensitivity", "walk_forward", "overfitting"}


async def test_a_kind_runs_that_part_of_the_lab_alone(tools: Tools, desk: AppContext, strategy_id: str) -> None:
    asked = await tools("create", strategy_id=strategy_id, kind="walk_forward", start="2023-01-03", idempotency_key="k")
    assert asked["parts"] == ["walk_forward"]
    await desk.stress.cancel(LOCAL_OWNER_ID, asked["stress_report_id"])
    whole = await tools("create", strategy_id=strategy_id, start="2023-01-03", idempotency_key="all")
    assert len(whole["parts"]) == 5
    await desk.stress.cancel(LOCAL_OWNER_ID, whole["stress_report_id"])


async def test_the_limits_come_from_the_persons_answers_and_a_set_of_others_is_refused(
    tools: Tools, desk: AppContext, strategy_id: str
) -> None:
    arguments = {"strategy_id": strategy_id, "parts": ["crises"]}
    before = await tools("create_scenario_set", idempotency_key="before", **arguments)
    careful = Profile(risk_tolerance=RiskTolerance.CONSERVATIVE)
    await desk.profiles.save(LOCAL_OWNER_ID, careful, desk.clock.now())
    after = await tools("create_scenario_set", idempotency_key="after", **arguments)
    assert (before["kyc_answers"], after["kyc_answers"]) == ({}, {"risk_tolerance": "conservative"})
    assert after["scenario_set_id"] != before["scenario_set_id"]
    named = {"strategy_id": strategy_id, "scenario_set_id": before["scenario_set_id"]}
    refused = await tools("create", idempotency_key="outdated", **named)
    await desk.profiles.save(LOCAL_OWNER_ID, Profile(), desk.clock.now())
    assert refused["error"]["code"] == "outdated_scenario_set"


async def test_the_same_key_is_the_same_test_and_another_request_under_it_is_refused(
    tools: Tools, strategy_id: str, kept: dict[str, str]
) -> None:
    report_id = await _whole(tools, strategy_id, kept)
    named = {"strategy_id": strategy_id, "scenario_set_id": kept["set"]}
    again = await tools("create", idempotency_key="whole", start=RECENT, **named)
    assert again["stress_report_id"] == report_id
    other = await tools("create", idempotency_key="whole", start="2020-01-02", **named)
    assert other["error"]["code"] == "key_taken"


async def test_a_search_tells_its_front_with_what_speaks_against_each_find(
    tools: Tools, desk: AppContext, strategy_id: str, kept: dict[str, str]
) -> None:
    told = await _search(tools, strategy_id, kept)
    stored: Any = await desk.optimisations.report(LOCAL_OWNER_ID, told["optimisation_id"])
    assert (told["status"], told["front_size"]) == ("done", stored["front_size"])
    assert 0 < len(told["found"]) <= 8
    assert all(each["luck"]["en"] and set(each["scores"]) == {"sharpe", "max_drawdown"} for each in told["found"])
    first = told["found"][0]
    assert first["held_out"]["total_return"] == pytest.approx(stored["found"][0]["held_out"]["total_return"], abs=1e-6)
    assert (await desk.strategies.get(LOCAL_OWNER_ID, strategy_id)).version == 1
    patched = {each["path"] for each in first["patch"]}
    assert all(each["pointer"] in patched for each in first["changes"])
    [more] = told["more"]
    assert json.loads(await tools.read(more["uri"])) == stored
    assert told["trials"] > 10
    again = await tools(
        "optimise",
        strategy_id=strategy_id,
        goals=["sharpe", "max_drawdown"],
        trials=10,
        start=RECENT,
        idempotency_key="search",
    )
    assert again["optimisation_id"] == told["optimisation_id"]


async def test_tests_and_searches_are_listed_page_by_page(tools: Tools, strategy_id: str, kept: dict[str, str]) -> None:
    await _whole(tools, strategy_id, kept)
    await _search(tools, strategy_id, kept)
    found = (await tools("list", strategy_id=strategy_id))["stress_tests"]
    assert kept["whole"] in [each["stress_report_id"] for each in found]
    first = await tools("list", limit=1)
    rest = await tools("list", before=first["next_before"])
    assert [*first["stress_tests"], *rest["stress_tests"]] == found
    [search] = (await tools("list_optimisations"))["optimisations"]
    assert (search["optimisation_id"], search["goals"]) == (kept["search"], ["sharpe", "max_drawdown"])
    assert (await tools("list_optimisations", strategy_id=NOBODY))["optimisations"] == []


async def test_what_belongs_to_another_owner_is_not_there(
    tools: Tools, tools_of: Open, desk: AppContext, strategy_id: str, kept: dict[str, str]
) -> None:
    report_id = await _whole(tools, strategy_id, kept)
    await _search(tools, strategy_id, kept)
    theirs = tools_of(ToolDomain.STRESS, owner_id=OTHER_OWNER_ID)
    for name in ("get", "report"):
        assert (await theirs(name, stress_report_id=report_id))["error"]["code"] == "unknown_stress_test"
    assert (await theirs("pareto", optimisation_id=kept["search"]))["error"]["code"] == "unknown_optimisation"
    for name in ("create", "create_scenario_set", "optimise"):
        refused = await theirs(name, strategy_id=strategy_id, idempotency_key="not mine")
        assert refused["error"]["code"] == "unknown_strategy"
    own = (await desk.strategies.create(OTHER_OWNER_ID, document("DEMO5"))).id
    refused = await theirs("create", strategy_id=own, scenario_set_id=kept["set"], idempotency_key="not my set")
    assert refused["error"]["code"] == "unknown_scenario_set"
    assert (await theirs("list"))["stress_tests"] == (await theirs("list_optimisations"))["optimisations"] == []
    for address in (f"parley://stress/{report_id}/report", f"parley://optimisation/{kept['search']}/report"):
        with pytest.RaisesGroup(pytest.RaisesExc(MCPError, match="unknown_"), flatten_subgroups=True):
            await theirs.read(address)


@pytest.mark.parametrize(
    ("tool", "arguments", "word"),
    [
        ("get", {"stress_report_id": NOBODY}, "no such stress test"),
        ("report", {"stress_report_id": "a\x00b"}, "stress_report_id"),
        ("pareto", {"optimisation_id": "x" * 5000}, "optimisation_id"),
        ("list_windows", {"market": "moon"}, "market"),
        ("create_scenario_set", {"paths": 10}, "paths"),
        ("create_scenario_set", {"crises": ["us_1929"]}, "us_1929"),
        ("create_scenario_set", {"parts": ["crises", "crises"]}, "each part once"),
        ("create_scenario_set", {"windows": [{"start": "2020-02-01", "end": "2020-01-01"}]}, "exchange"),
        ("create", {"kind": "gentle"}, "kind"),
        ("create", {"scenario_set_id": NOBODY}, "no such scenario set"),
        ("optimise", {"pointers": ["/nowhere"]}, "tunables"),
        ("optimise", {"grid": 1}, "grid"),
        ("optimise", {"limits": {"deepest_drawdown": 0.2}}, "deepest_drawdown"),
    ],
)
async def test_what_cannot_be_is_refused_with_what_to_mend(
    tools: Tools, strategy_id: str, tool: str, arguments: dict[str, Any], word: str
) -> None:
    writes = (
        {"strategy_id": strategy_id, "idempotency_key": f"bad {word}"} if tool.startswith(("create", "opt")) else {}
    )
    refused = await tools(tool, **arguments, **writes)
    assert (refused["ok"], refused["error"]["retryable"]) == (False, True)
    assert word in refused["error"]["message"]
