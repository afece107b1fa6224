"""The strategy tools, as a model's client calls them."""

import json
from dataclasses import replace
from typing import Any

import pytest
from mcp.shared.exceptions import MCPError

from apps.api.services import AppContext
from apps.mcp.domains.strategy.tools import patch_dsl, rollback, upsert_dsl
from apps.mcp.toolbox import ToolCall
from packages.contracts.tool_grants import ToolDomain
from packages.domain.accounts.model import LOCAL_OWNER_ID
from packages.domain.accounts.profile import Profile, RiskTolerance
from packages.domain.strategy.json_patch import apply_patch
from packages.domain.strategy.ports import StrategyQuery
from packages.domain.strategy.well_known.library import WellKnown
from packages.domain.trading.callers import ApiKey
from tests.apps.mcp.conftest import OTHER_OWNER_ID, Open, Tools
from tests.corpus.sample_strategy import SAMPLE_TEXT, changed, sample, without

PERIOD = "/factors/ema_5/params/period"
NOBODYS = "00000000-0000-7000-8000-00000000dead"


def faster(period: int = 8) -> list[dict[str, Any]]:
    return [{"op": "replace", "path": PERIOD, "value": period}]


@pytest.fixture
def tools(tools_of: Open) -> Tools:
    return tools_of(ToolDomain.STRATEGY)


@pytest.fixture
def strangers_tools(tools_of: Open) -> Tools:
    return tools_of(ToolDomain.STRATEGY, owner_id=OTHER_OWNER_ID)


@pytest.fixture
async def saved(tools: Tools, request: pytest.FixtureRequest) -> dict[str, Any]:
    """A strategy of the test's own."""
    return await tools("upsert_dsl", dsl=sample(), idempotency_key=f"saved for {request.node.name}")


async def test_a_valid_dsl_is_told_in_words_and_kept_as_one_draft(tools: Tools) -> None:
    told = await tools("validate_dsl", dsl=sample())
    assert told["valid"]
    assert (told["problems"], told["problem_count"]) == ([], 0)
    assert told["rules"]["tickers"] == ["AAPL"]
    assert told["rules"]["warm_up_bars"] > 20
    assert any("EMA" in each for each in told["sentences"]["en"])
    assert any("EMA（周期" in each for each in told["sentences"]["zh"])
    again = await tools("validate_dsl", dsl=SAMPLE_TEXT)
    assert again["strategy_draft_id"] == told["strategy_draft_id"]
    draft = await tools("get_draft", strategy_draft_id=told["strategy_draft_id"], language="zh")
    assert draft["dsl"] == sample()
    assert draft["sentences"] == told["sentences"]["zh"]


async def test_what_the_persons_answers_rule_out_is_a_problem_with_its_clause(
    tools: Tools, strangers_tools: Tools, desk: AppContext
) -> None:
    careful = Profile(risk_tolerance=RiskTolerance.CONSERVATIVE)
    await desk.profiles.save(LOCAL_OWNER_ID, careful, desk.clock.now())
    try:
        told = await tools("validate_dsl", dsl=sample())
        refused = await tools("upsert_dsl", dsl=sample(), idempotency_key="ruled out")
    finally:
        await desk.profiles.save(LOCAL_OWNER_ID, Profile(), desk.clock.now())
    assert not told["valid"]
    assert any('Your risk tolerance is "Conservative".' in each["suggestion"] for each in told["problems"])
    assert refused["error"]["code"] == "invalid_strategy"
    assert (await tools("validate_dsl", dsl=sample()))["valid"]
    assert (await strangers_tools("validate_dsl", dsl=sample()))["valid"]


async def test_what_the_persons_answers_rule_out_is_not_reached_by_a_change_either(
    tools: Tools, saved: dict[str, Any], desk: AppContext
) -> None:
    which = {"strategy_id": saved["strategy_id"], "expected_version": 1}
    await desk.profiles.save(LOCAL_OWNER_ID, Profile(risk_tolerance=RiskTolerance.CONSERVATIVE), desk.clock.now())
    try:
        patched = await tools("patch_dsl", **which, operations=faster(), idempotency_key="ruled out 1")
        rolled = await tools("rollback", **which, version=1, idempotency_key="ruled out 2")
    finally:
        await desk.profiles.save(LOCAL_OWNER_ID, Profile(), desk.clock.now())
    assert [each["error"]["code"] for each in (patched, rolled)] == ["invalid_strategy"] * 2
    assert (await tools("get_dsl", strategy_id=saved["strategy_id"]))["version"] == 1


@pytest.mark.parametrize(
    ("dsl", "stage", "code", "pointer"),
    [
        ("{", "parse", "not_json", ""),
        ("a: [", "parse", "not_yaml", ""),
        ({}, "schema", "missing_key", ""),
        ({"dsl_version": "\x00"}, "parse", "bad_text", "/dsl_version"),
        (without("/factors/ema_20"), "semantic", "unknown_ref", "/trade/long/entry/condition/all/0/cross/b/ref"),
    ],
)
async def test_a_bad_dsl_is_a_result_that_says_what_to_write(
    tools: Tools, dsl: object, stage: str, code: str, pointer: str
) -> None:
    told = await tools("validate_dsl", dsl=dsl)
    assert (told["ok"], told["valid"], told["strategy_draft_id"]) == (True, False, None)
    first = told["problems"][0]
    assert (first["stage"], first["code"]) == (stage, code)
    assert first["pointer"].startswith(pointer)
    assert first["expected"]
    assert first["suggestion"]


async def test_thousands_of_problems_are_counted_and_the_first_are_told(tools: Tools) -> None:
    told = await tools("validate_dsl", dsl={f"unknown_{number}": 1 for number in range(5000)})
    assert told["problem_count"] >= 5000
    assert len(told["problems"]) == 20
    refused = await tools("upsert_dsl", dsl={f"unknown_{number}": 1 for number in range(5000)}, idempotency_key="x")
    assert refused["error"]["code"] == "invalid_strategy"
    assert len(json.dumps(refused)) < 20_000


async def test_a_dsl_without_bottom_is_refused_as_too_deep(tools: Tools) -> None:
    for levels in (100, 400, 100_000):
        text = '{"a":' * levels + "1" + "}" * levels
        assert (await tools("validate_dsl", dsl=text[:262_144]))["valid"] is False
        refused = await tools("upsert_dsl", dsl=text[:262_144], idempotency_key="deep")
        assert refused["error"]["code"] in {"bad_arguments", "invalid_strategy"}


async def test_a_draft_becomes_a_strategy_once(tools: Tools, desk: AppContext) -> None:
    dsl = changed("/strategy/name", "From a draft")
    draft_id = (await tools("validate_dsl", dsl=dsl))["strategy_draft_id"]
    made = await tools("upsert_dsl", strategy_draft_id=draft_id, idempotency_key="draft 1")
    assert (made["version"], made["changed"], made["name"]) == (1, True, "From a draft")
    assert await tools("upsert_dsl", strategy_draft_id=draft_id, idempotency_key="draft 1") == made
    found = await desk.strategies.list(LOCAL_OWNER_ID, StrategyQuery(search="From a draft"))
    assert [each.id for each in found] == [made["strategy_id"]]
    told = await tools("get_dsl", strategy_id=made["strategy_id"])
    assert (told["version"], told["dsl"]) == (1, dsl)


async def test_a_change_makes_a_version_and_a_repeat_of_what_stands_makes_none(
    tools: Tools, saved: dict[str, Any]
) -> None:
    which = {"strategy_id": saved["strategy_id"]}
    patched = await tools("patch_dsl", **which, operations=faster(), expected_version=1, idempotency_key="p1")
    assert (patched["version"], patched["changed"]) == (2, True)
    dsl = changed(PERIOD, 8)
    same = await tools("upsert_dsl", **which, dsl=dsl, expected_version=2, idempotency_key="u1")
    assert (same["version"], same["changed"]) == (2, False)
    back = await tools("rollback", **which, version=1, expected_version=2, idempotency_key="r1")
    assert back["version"] == 3
    told = await tools("get_dsl", **which)
    assert (told["restores"], told["dsl"]) == (1, sample())
    assert (await tools("get_dsl", **which, version=2))["dsl"] == dsl
    difference = await tools("diff_versions", **which, from_version=1, to_version=2)
    assert difference["patch"] == faster()
    assert difference["sentences"]["en"]
    assert difference["sentences"]["zh"]


async def test_versions_are_listed_in_pages(tools: Tools, saved: dict[str, Any]) -> None:
    which = {"strategy_id": saved["strategy_id"]}
    for version in (1, 2):
        await tools(
            "patch_dsl",
            **which,
            operations=faster(6 + version),
            expected_version=version,
            idempotency_key=f"page {version}",
        )
    first = await tools("list_versions", **which, limit=2)
    assert [each["version"] for each in first["versions"]] == [3, 2]
    rest = await tools("list_versions", **which, limit=2, before=first["next_before"])
    assert ([each["version"] for each in rest["versions"]], rest["next_before"]) == ([1], None)


async def test_strategies_are_listed_in_pages_newest_first(tools: Tools) -> None:
    for number in range(3):
        dsl = changed("/strategy/name", f"Paged {number}")
        await tools("upsert_dsl", dsl=dsl, idempotency_key=f"paged {number}")
    first = await tools("list_strategies", search="paged", limit=2)
    assert [each["name"] for each in first["strategies"]] == ["Paged 2", "Paged 1"]
    rest = await tools("list_strategies", search="paged", limit=2, before=first["next_before"])
    assert ([each["name"] for each in rest["strategies"]], rest["next_before"]) == (["Paged 0"], None)


async def test_a_stale_change_says_at_which_version_the_strategy_is(tools: Tools, saved: dict[str, Any]) -> None:
    which = {"strategy_id": saved["strategy_id"], "expected_version": 7}
    for tool, arguments in (
        ("patch_dsl", {"operations": faster()}),
        ("upsert_dsl", {"dsl": sample()}),
        ("rollback", {"version": 1}),
    ):
        told = await tools(tool, **which, **arguments, idempotency_key=f"stale {tool}")
        assert told["error"]["code"] == "stale_version"
        assert told["error"]["details"]["current_version"] == 1


async def test_changes_that_cannot_be_understood_say_why(tools: Tools, saved: dict[str, Any]) -> None:
    async def code(tool: str, **arguments: Any) -> str:
        told = await tools(tool, **arguments, idempotency_key=f"why {tool} {len(arguments)}")
        assert told["error"]["message"]
        return str(told["error"]["code"])

    which = {"strategy_id": saved["strategy_id"], "expected_version": 1}
    assert await code("upsert_dsl") == "one_source_needed"
    assert await code("upsert_dsl", dsl=sample(), strategy_draft_id=NOBODYS) == "one_source_needed"
    assert await code("upsert_dsl", dsl=sample(), expected_version=1) == "version_needed"
    assert await code("upsert_dsl", dsl=sample(), **{"strategy_id": saved["strategy_id"]}) == "version_needed"
    assert await code("patch_dsl", **which, operations=[{"op": "fly", "path": ""}]) == "bad_patch"
    assert await code("patch_dsl", **which, operations=[{"op": "remove", "path": "/no"}]) == "patch_conflict"
    assert await code("patch_dsl", **which, operations=[{"op": "remove", "path": "/trade"}]) == "invalid_strategy"
    assert await code("patch_dsl", **which, operations=[]) == "bad_arguments"
    assert await code("rollback", **which, version=9) == "unknown_revision"


async def test_a_stranger_finds_nothing_of_the_owners(
    tools: Tools, strangers_tools: Tools, saved: dict[str, Any]
) -> None:
    draft = (await tools("validate_dsl", dsl=sample()))["strategy_draft_id"]
    calls: list[tuple[str, dict[str, Any]]] = [
        ("get_dsl", {}),
        ("list_versions", {}),
        ("list_tunable_params", {}),
        ("diff_versions", {"from_version": 1, "to_version": 1}),
        ("patch_dsl", {"operations": faster(), "expected_version": 1, "idempotency_key": "theft"}),
        ("upsert_dsl", {"dsl": sample(), "expected_version": 1, "idempotency_key": "theft"}),
        ("rollback", {"version": 1, "expected_version": 1, "idempotency_key": "theft"}),
    ]
    for strategy_id in (saved["strategy_id"], NOBODYS, "\x00'; DROP TABLE strategies", "九" * 90):
        for tool, arguments in calls:
            told = await strangers_tools(tool, strategy_id=strategy_id, **arguments)
            assert told["error"]["code"] == "unknown_strategy"
    for draft_id in (draft, "\x00", "nothing"):
        assert (await strangers_tools("get_draft", strategy_draft_id=draft_id))["error"]["code"] == "unknown_draft"
    told = await strangers_tools("upsert_dsl", strategy_draft_id=draft, idempotency_key="theft of a draft")
    assert told["error"]["code"] == "unknown_draft"
    assert (await strangers_tools("list_strategies"))["strategies"] == []


async def test_tunables_are_told_with_a_range_that_a_patch_takes(tools: Tools, saved: dict[str, Any]) -> None:
    which = {"strategy_id": saved["strategy_id"]}
    told = await tools("list_tunable_params", **which, limit=3)
    assert (len(told["tunables"]), told["next_offset"]) == (3, 3)
    rest = await tools("list_tunable_params", **which, limit=50, offset=3)
    found = told["tunables"] + rest["tunables"]
    assert (len(found), rest["next_offset"]) == (told["total"], None)
    period = next(each for each in found if each["pointer"] == PERIOD)
    assert period["minimum"] < period["value"] == 5 < period["maximum"]
    ops = [{"op": "replace", "path": PERIOD, "value": int(period["maximum"])}]
    patched = await tools("patch_dsl", **which, operations=ops, expected_version=1, idempotency_key="tuned")
    assert patched["version"] == 2


async def test_the_catalogue_is_searched_in_pages_and_one_is_told_in_full(tools: Tools) -> None:
    first = await tools("indicator_catalog")
    assert first["total"] >= 100
    assert (len(first["indicators"]), first["next_offset"]) == (20, 20)
    assert len(json.dumps(first)) < 8_000
    last = await tools("indicator_catalog", limit=50, offset=first["total"] - 1)
    assert (len(last["indicators"]), last["next_offset"]) == (1, None)
    found = await tools("indicator_catalog", search="布林", language="zh")
    assert "bollinger" in [each["name"] for each in found["indicators"]]
    bands = (await tools("indicator_catalog", name="bollinger"))["indicator"]
    assert {"upper", "middle", "lower"} <= set(bands["outputs"])
    assert next(each for each in bands["parameters"] if each["name"] == "period")["minimum"] >= 1
    assert (await tools("indicator_catalog", name="bolinger"))["error"]["details"]["suggestions"][0] == "bollinger"


async def test_templates_are_listed_and_one_in_full_is_a_valid_strategy(tools: Tools) -> None:
    listed = await tools("templates")
    assert len(listed["templates"]) == 12
    assert all(each["description"].keys() == {"zh", "en"} for each in listed["templates"])
    for family in {each["family"] for each in listed["templates"]}:
        told = await tools(
            "templates",
            family=family,
            symbol="aapl",
            timeframe="4h",
            direction="both",
            language="zh",
        )
        fitted = told["template"]
        assert (fitted["market"], fitted["timeframe"]) == ("us_stocks", "4h")
        assert fitted["dsl"]["trade"].keys() == {"long", "short"}
        assert (await tools("validate_dsl", dsl=fitted["dsl"]))["valid"]


async def test_templates_that_the_stored_bars_can_run_come_first_with_how_often_they_traded(tools: Tools) -> None:
    listed = (await tools("templates", symbol="DEMO5"))["templates"]
    assert [each["offered"] for each in listed] == [True] * 6 + [False] * 6
    assert {each["holding_period"] for each in listed[:6]} == {"swing_days", "position_weeks_plus"}
    assert all("of DEMO5 only daily bars are stored" in each["why_not"] for each in listed[6:])
    told = (await tools("templates", family="trend_continuation", symbol="DEMO5"))["template"]
    assert (told["timeframe"], told["offered"], told["why_not"]) == ("1d", True, None)
    assert "these rules closed" in told["traded"]
    assert "not what they will earn" in told["traded"]
    within_day = await tools("templates", family="trend_continuation", symbol="DEMO1.SZ", holding_period="intraday")
    assert within_day["template"]["timeframe"] == "5m"


async def test_templates_of_a_symbol_without_bars_are_not_offered_and_say_why(tools: Tools) -> None:
    listed = await tools("templates", symbol="AAPL")
    assert {each["offered"] for each in listed["templates"]} == {False}
    reason = "No bars of AAPL are stored: fetch or import them first."
    assert {each["why_not"] for each in listed["templates"]} == {reason}
    told = (await tools("templates", family="mean_reversion", symbol="AAPL"))["template"]
    assert (told["offered"], told["why_not"], told["traded"]) == (False, reason, None)
    assert {each["offered"] for each in (await tools("templates"))["templates"]} == {None}


@pytest.mark.parametrize(
    ("asked", "code"),
    [
        ({"symbol": "???"}, "bad_symbol"),
        ({"symbol": "000001.SZ", "direction": "short"}, "no_short_in_market"),
        ({"symbol": "AAPL", "timeframe": "1m"}, "timeframe_not_offered"),
        ({"symbol": "AAPL", "timeframe": "7m"}, "bad_arguments"),
    ],
)
async def test_a_template_that_cannot_be_fitted_says_why(tools: Tools, asked: dict[str, str], code: str) -> None:
    assert (await tools("templates", family="mean_reversion", **asked))["error"]["code"] == code


async def test_well_known_strategies_are_listed_in_either_language(tools: Tools) -> None:
    listed = (await tools("well_known", language="zh"))["strategies"]
    assert [each["name"] for each in listed] == [each.value for each in WellKnown]
    assert next(each["title"] for each in listed if each["name"] == "turtle") == "海龟交易法则"
    assert all(each["about"] and each["tickers"] for each in listed)


@pytest.mark.parametrize("which", WellKnown)
async def test_each_well_known_strategy_is_given_in_full_checked_and_saved(tools: Tools, which: WellKnown) -> None:
    told = await tools("well_known", name=which)
    checked = await tools("validate_dsl", dsl=told["dsl"])
    assert checked["valid"]
    assert checked["sentences"]["en"] == told["sentences"]
    saved = await tools("upsert_dsl", dsl=told["dsl"], idempotency_key=f"known {which}")
    assert (await tools("get_dsl", strategy_id=saved["strategy_id"]))["dsl"] == told["dsl"]


async def test_a_long_dsl_is_behind_a_resource(tools: Tools, strangers_tools: Tools) -> None:
    factors = {f"f{number}": {"type": "ema", "params": {"period": number + 2}} for number in range(97)}
    tickers = [f"D{chr(65 + number // 26)}{chr(65 + number % 26)}" for number in range(500)]
    dsl = apply_patch(
        sample(),
        [
            {"op": "replace", "path": "/universe/tickers", "value": tickers},
            *({"op": "add", "path": f"/factors/{name}", "value": value} for name, value in factors.items()),
        ],
    )
    draft = await tools("validate_dsl", dsl=dsl)
    assert draft["valid"], draft
    told = await tools("get_draft", strategy_draft_id=draft["strategy_draft_id"])
    made = await tools("upsert_dsl", strategy_draft_id=draft["strategy_draft_id"], idempotency_key="long")
    version = await tools("get_dsl", strategy_id=made["strategy_id"])
    for long in (told, version):
        assert long["dsl"] is None
        assert len(json.dumps(long)) < 12_000
        assert len(json.loads(await tools.read(long["more"][0]["uri"]))["factors"]) == 100
        unknown = pytest.RaisesExc(MCPError, match="unknown_")
        with pytest.RaisesGroup(unknown, allow_unwrapped=True, flatten_subgroups=True):
            await strangers_tools.read(long["more"][0]["uri"])


async def test_a_call_that_is_taken_over_after_a_crash_changes_nothing_twice(desk: AppContext) -> None:
    caller = ApiKey(LOCAL_OWNER_ID, "stdio")
    call = ToolCall(desk, caller, key="11111111-1111-5111-8111-111111111111")
    dsl = json.dumps(changed("/strategy/name", "Taken over"))
    made = await upsert_dsl(call, dsl=dsl)
    assert await upsert_dsl(call, dsl=dsl) == made
    found = await desk.strategies.list(LOCAL_OWNER_ID, StrategyQuery(search="Taken over"))
    assert [each.id for each in found] == [made.strategy_id]
    patching = replace(call, key="22222222-2222-5222-8222-222222222222")
    patched = [await patch_dsl(patching, made.strategy_id, faster(), 1) for _ in range(2)]
    rolling = replace(call, key="33333333-3333-5333-8333-333333333333")
    rolled = [await rollback(rolling, made.strategy_id, 1, 2) for _ in range(2)]
    assert [each.version for each in (*patched, *rolled)] == [2, 2, 3, 3]
