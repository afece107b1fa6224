"""The trading tools: a model deploys on paper, follows and stops; what allows is left to a person."""

import json
from collections.abc import AsyncIterator
from dataclasses import replace
from datetime import timedelta
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio

from apps.api.composition import open_app
from apps.api.services import AppContext
from apps.mcp.domains.trading.deploying import NewDeployment, create
from apps.mcp.domains.trading.tools import TOOLS
from apps.mcp.toolbox import ToolCall
from packages.contracts.tool_grants import ToolDomain, TypedOverride
from packages.core.ids import Ids
from packages.core.messages import Language, render
from packages.domain.accounts.model import LOCAL_OWNER_ID
from packages.domain.accounts.profile import Profile, RiskTolerance
from packages.domain.stress.findings import Ruling
from packages.domain.stress.jobs.plan import make_stress_plan
from packages.domain.stress.jobs.request import StressRequest
from packages.domain.stress.jobs.stored import NewStress, StressHeadline, StressResult
from packages.domain.trading.broker import Mode
from packages.domain.trading.callers import ModelTool, PersonNeeded, PersonSession
from packages.domain.trading.deployments.accounts import AccountKind, BrokerCredentials
from packages.domain.trading.deployments.blockers import blocked_because
from packages.domain.trading.deployments.lifecycle import LifecycleState, LifecycleStatus
from packages.domain.trading.deployments.model import OVERRIDE_PHRASES, Deployment, DeploymentRequest, Override
from packages.domain.trading.risk.limits import Bound, Halt, LimitName
from packages.domain.trading.risk.switches import SwitchKey, SwitchScope
from packages.infra.providers.trading.live.brokers import StandIns
from packages.infra.stress.stress_tests import SqlStress
from packages.settings.load import load_settings
from tests.apps.api.trading_desk import BEGINS, NOBODY
from tests.apps.api.work import run_in_memory
from tests.apps.mcp.conftest import OTHER_OWNER_ID, Open, Tools
from tests.fakes.clock import StoppedClock
from tests.packages.domain.backtest.asking import document

pytestmark = pytest.mark.asyncio(loop_scope="module")
ME = PersonSession(LOCAL_OWNER_ID, "local")
KEYS = BrokerCredentials("PK-0123456789-ABCDEFGH", "very-secret-0123456789")
OVERRIDE = Override("deploy without a passing stress test", "only to look at it")
NO_BROKER = "http://127.0.0.1:9"


@pytest.fixture(scope="module")
def clock() -> StoppedClock:
    return StoppedClock(BEGINS)


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def desk(desk_home: Path, clock: StoppedClock) -> AsyncIterator[AppContext]:
    """The shared one, in the September of 2024, when the sample is about to trade."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PARLEY_HOME", str(desk_home))
        patch.setenv("PARLEY_DEMO_DATA", "false")
        patch.delenv("PARLEY_DATABASE_URL", raising=False)
        async with open_app(load_settings(), run_jobs=run_in_memory, clock=clock) as desk:
            desk.trading.stand_ins = StandIns(alpaca=NO_BROKER)
            yield desk


@pytest.fixture
def tools(tools_of: Open, clock: StoppedClock) -> Tools:
    clock.move(seconds=1)  # ids of what is made sort by time
    return tools_of(ToolDomain.TRADING)


async def _stored(desk: AppContext, ruling: Ruling | None = Ruling.PASS, ticker: str = "DEMO5") -> str:
    """The id of a new strategy that the stress lab has said this of, or nothing."""
    saved = await desk.strategies.create(LOCAL_OWNER_ID, document(ticker))
    if ruling is not None:
        now, stress = desk.clock.now(), SqlStress(desk.database)
        plan = await make_stress_plan(desk.strategies, LOCAL_OWNER_ID, StressRequest(strategy_id=saved.id), now)
        asked = NewStress(Ids(desk.clock).new(), LOCAL_OWNER_ID, plan, now, has_job=False)
        await stress.add(asked)
        await stress.finish(asked.id, StressResult(StressHeadline(now, ruling, "f" * 64, 1), {}, {}))
    return saved.id


async def _running(tools: Tools, desk: AppContext, key: str) -> str:
    made = await tools("create_deployment", strategy_id=await _stored(desk), idempotency_key=key)
    started = await tools("start", deployment_id=made["deployment_id"], idempotency_key=key)
    assert (started["status"], started["state"]) == ("deployed", "running")
    deployment_id: str = made["deployment_id"]
    return deployment_id


async def _live(desk: AppContext) -> Deployment:
    """A deployment with live money, that a person has made."""
    account = await desk.trading.accounts.link(ME, AccountKind.ALPACA_LIVE, "my broker", KEYS)
    request = DeploymentRequest(
        strategy_id=await _stored(desk, None),
        version=1,
        account_id=account.id,
        mode=Mode.LIVE,
        terms={"cash": "1000"},
        override=OVERRIDE,
    )
    return await desk.trading.deployments().create(ME, request)


async def _refused(tools: Tools, tool: str, **arguments: Any) -> dict[str, Any]:
    told = await tools(tool, **arguments)
    assert told["ok"] is False, told
    error: dict[str, Any] = told["error"]
    return error


def _blocked(told: dict[str, Any]) -> dict[str, str]:
    return {each["name"]: each["code"] for each in told["checks"] if each["status"] == "blocked"}


async def test_a_model_deploys_on_paper_follows_it_and_stops_it(
    tools: Tools, desk: AppContext, clock: StoppedClock
) -> None:
    strategy_id = await _stored(desk)
    ready = await tools("readiness", strategy_id=strategy_id)
    assert (ready["is_ready"], _blocked(ready), ready["version"]) == (True, {}, 1)
    limits = {each["name"]: (each["most"], each["clause"]) for each in ready["limits"]}
    assert (limits["drawdown"], limits["orders_a_minute"]) == (("0.25", "lab default"), ("60", "desk default"))

    asked = {"strategy_id": strategy_id, "cash": 50_000, "limits": {"daily_loss": 0.04}, "idempotency_key": "whole"}
    made = await tools("create_deployment", **asked)
    assert (made["status"], made["mode"], made["blocker"]) == ("ready", "paper", None)
    assert {each["name"]: each["most"] for each in made["limits"]}["daily_loss"] == "0.04"
    assert made["request_id"]
    assert made["receipt_id"] == f"{made['deployment_id']}/1"
    assert await tools("create_deployment", **asked) == made
    here = {"deployment_id": made["deployment_id"]}
    assert (await _refused(tools, "orders", **here))["code"] == "unknown_book"
    assert (await tools("get_deployment", **here))["money"] is None

    assert (await tools("start", **here, idempotency_key="go"))["state"] == "running"
    clock.move(days=25)
    await desk.trading.runtime.tick(made["deployment_id"])
    await _is_told(tools, here)
    clock.move(seconds=1)
    assert (await tools("pause", **here, reason="lunch", idempotency_key="p"))["state"] == "paused"
    assert (await tools("resume", **here, idempotency_key="r"))["state"] == "running"
    stopped = await tools("stop", **here, flatten=True, idempotency_key="s")
    assert (stopped["state"], stopped["receipt_id"]) == ("stopped", f"{made['deployment_id']}/6")
    by = [change.by for change in await desk.trading.deployments().history(LOCAL_OWNER_ID, made["deployment_id"])]
    assert by[:5] == [f"key:{LOCAL_OWNER_ID}:stdio"] * 5


async def test_a_replay_is_begun_without_a_verdict_and_marked_wherever_it_is_told(
    tools: Tools, desk: AppContext
) -> None:
    asked = {"strategy_id": await _stored(desk, None), "replay_from": "2024-01-02", "idempotency_key": "replay"}
    made = await tools("replay", **asked)
    assert (made["mode"], made["replay_from"], made["state"]) == ("replay", "2024-01-02", "running")
    assert (await tools("replay", **asked))["deployment_id"] == made["deployment_id"]
    here = {"deployment_id": made["deployment_id"]}
    for _ in range(3):
        await desk.trading.runtime.tick(made["deployment_id"])
    told = await tools("get_deployment", **here)
    assert (told["mode"], told["replay_from"], told["money"]["last_bar"][:10]) == ("replay", "2024-01-02", "2024-01-04")
    listed = (await tools("list_deployments"))["deployments"]
    assert [each["mode"] for each in listed if each["deployment_id"] == made["deployment_id"]] == ["replay"]
    accounts = {each["deployment_id"]: each["kind"] for each in (await tools("list_accounts"))["accounts"]}
    assert accounts[made["deployment_id"]] == "replay"
    tomorrow = {**asked, "replay_from": "2030-01-01", "idempotency_key": "tomorrow"}
    assert (await _refused(tools, "replay", **tomorrow))["code"] == "bad_replay"
    before = await desk.trading.accounts.list(LOCAL_OWNER_ID)
    long_ago = await _refused(tools, "replay", **{**asked, "replay_from": "2001-01-01", "idempotency_key": "long ago"})
    assert (long_ago["code"], "2015-01-0" in long_ago["message"]) == ("bad_replay", True)
    assert await desk.trading.accounts.list(LOCAL_OWNER_ID) == before  # nothing is opened for what is refused
    assert (await tools("stop", **here, idempotency_key="replayed"))["state"] == "stopped"


async def _is_told(tools: Tools, here: dict[str, str]) -> None:
    told = await tools("get_deployment", **here)
    money = told["money"]
    assert (money["start_cash"], money["missing"], money["now"]["unexplained"]) == ("50000.0", None, "0.00")
    profit = Decimal(money["realised"]) - Decimal(money["costs"])
    assert abs(Decimal(money["now"]["profit"]) - profit) < Decimal("0.005")
    last, first = told["signals"]
    assert (first["action"], first["why"]["ema_5"] > first["why"]["ema_20"]) == ("enter", True)
    assert (last["action"], last["why"]["ema_5"] < last["why"]["ema_20"]) == ("leave", True)
    curve = json.loads(await tools.read(told["more"][0]["uri"]))
    assert len(curve["points"]) == 17
    assert curve["points"][-1]["equity"] == money["now"]["equity"]

    sold, bought = (await tools("orders", **here))["orders"]
    assert [(each["side"], each["status"], each["reason"]) for each in (bought, sold)] == [
        ("buy", "filled", "entry"),
        ("sell", "filled", "signal_exit"),
    ]
    assert [each["status"] for each in bought["history"]][:3] == ["intended", "unknown", "accepted"]
    assert bought["broker_order_id"]
    page = await tools("orders", **here, limit=1)
    rest = await tools("orders", **here, limit=1, before=page["next"])
    assert (page["orders"], rest["orders"]) == ([sold], [bought])
    [newest] = (await tools("fills", **here, limit=1))["fills"]
    [oldest] = (await tools("fills", **here, limit=1, before=newest["number"]))["fills"]
    assert (oldest["client_order_id"], newest["side"]) == (bought["client_order_id"], "sell")
    held = await tools("positions", **here)
    [flat] = held["positions"]
    assert (flat["symbol"], Decimal(flat["quantity"])) == ("DEMO5", Decimal(0))
    assert (held["total"], held["next"]) == (1, None)


@pytest.mark.parametrize(
    ("ruling", "blocker"),
    [
        (None, "stress_verdict_missing"),
        (Ruling.REVISE, "stress_verdict_revise"),
        (Ruling.REJECT, "stress_verdict_reject"),
    ],
)
async def test_without_a_pass_nothing_is_made_and_the_blocker_is_told(
    tools: Tools, desk: AppContext, ruling: Ruling | None, blocker: str
) -> None:
    strategy_id = await _stored(desk, ruling)
    before = await tools("list_deployments")
    assert _blocked(await tools("readiness", strategy_id=strategy_id)) == {"stress_verdict": blocker}
    made = await tools("create_deployment", strategy_id=strategy_id, idempotency_key=blocker)
    assert (made["status"], made["blocker"], made["deployment_id"]) == ("blocked", blocker, None)
    assert render(blocked_because(blocker), Language.EN) in made["next_step"]
    assert await tools("list_deployments") == before


async def test_readiness_names_each_thing_that_stands_in_the_way(
    tools: Tools, desk: AppContext, clock: StoppedClock
) -> None:
    strategy_id, unknown = await _stored(desk), await _stored(desk, ticker="DEMO99")
    busy = (await tools("create_deployment", strategy_id=strategy_id, idempotency_key="busy"))["broker_account_id"]
    told = await tools("readiness", strategy_id=strategy_id, broker_account_id=busy)
    assert (_blocked(told), told["is_ready"]) == ({"broker_account": "broker_account_busy"}, False)
    taken = await tools(
        "create_deployment", strategy_id=strategy_id, broker_account_id=busy, idempotency_key="busy too"
    )
    assert (taken["status"], taken["blocker"]) == ("blocked", "broker_account_busy")
    live = (await _live(desk)).account_id
    told = await tools("readiness", strategy_id=strategy_id, broker_account_id=live)
    assert _blocked(told) == {"broker_account": "person_needed"}
    told = await tools("readiness", strategy_id=unknown)
    assert (_blocked(told), told["is_ready"]) == ({"market_data": "market_data_missing"}, False)
    clock.move(days=600)
    told = await tools("readiness", strategy_id=strategy_id)
    assert (_blocked(told), told["is_ready"]) == ({"market_data": "market_data_stale"}, True)
    [why] = [each["told"] for each in told["checks"] if each["code"] == "market_data_stale"]
    assert "days old: nothing will trade until data is fetched." in why
    made = (await tools("list_deployments"))["deployments"][0]
    assert (await tools("get_deployment", deployment_id=made["deployment_id"]))["holds_up"] == why
    clock.move(days=-600)
    mine = SwitchKey(SwitchScope.PERSON, LOCAL_OWNER_ID)
    await desk.trading.switches.turn_on(ME, mine, "looks wrong")
    told = await tools("readiness", strategy_id=strategy_id)
    assert (_blocked(told), told["is_ready"]) == ({"kill_switch": "switch_is_on"}, False)
    await desk.trading.switches.turn_off(ME, mine, "it was nothing")


async def test_the_answers_of_the_person_bind_and_no_argument_loosens_a_limit(tools: Tools, desk: AppContext) -> None:
    strategy_id = await _stored(desk)
    asked = {"strategy_id": strategy_id, "limits": {"drawdown": 0.9}}
    made = await tools("create_deployment", **asked, idempotency_key="loose")
    assert {each["name"]: each["most"] for each in made["limits"]}["drawdown"] == "0.25"
    careful = Profile(risk_tolerance=RiskTolerance.CONSERVATIVE)
    await desk.profiles.save(LOCAL_OWNER_ID, careful, desk.clock.now())
    told = await tools("readiness", strategy_id=strategy_id)
    made = await tools("create_deployment", **asked, idempotency_key="careful")
    await desk.profiles.save(LOCAL_OWNER_ID, Profile(), desk.clock.now())
    limits = {each["name"]: (each["most"], each["clause"]) for each in told["limits"]}
    assert limits["drawdown"] == ("0.15", "kyc.risk_tolerance=conservative")
    assert _blocked(told)["stress_verdict"] == made["blocker"] == "stress_verdict_of_looser_limits"


async def test_live_money_and_overrides_are_refused_for_good(tools: Tools, desk: AppContext) -> None:
    strategy_id = await _stored(desk, None)
    for wanted in ({"mode": "live"}, {"override_reason": "the person said so in the chat"}):
        error = await _refused(tools, "create_deployment", strategy_id=strategy_id, **wanted, idempotency_key="no")
        assert (error["code"], error["retryable"]) == ("person_needed", False)
        assert "open the page" in error["message"]
    live = await _live(desk)
    strategy_id = await _stored(desk)
    error = await _refused(
        tools, "create_deployment", strategy_id=strategy_id, broker_account_id=live.account_id, idempotency_key="no"
    )
    assert (error["code"], error["retryable"]) == ("wrong_mode", False)


async def test_what_the_person_typed_deploys_the_rules_that_it_was_typed_for_and_no_others(desk: AppContext) -> None:
    strategy_id = await _stored(desk, Ruling.REVISE)
    rules = (await desk.strategies.revision(LOCAL_OWNER_ID, strategy_id)).content_hash
    typed = TypedOverride(OVERRIDE_PHRASES[Language.EN], "only to see how it runs", rules)
    model = ModelTool(LOCAL_OWNER_ID, "turn")
    asked = NewDeployment(
        strategy_id=strategy_id,
        version=None,
        account_id=None,
        mode=Mode.PAPER,
        cash=None,
        limits={},
        override_reason=None,
    )
    refused = await create(ToolCall(desk, model, "typed for others", replace(typed, content_hash="others")), asked)
    assert (refused.status, refused.deployment_id) == (LifecycleStatus.BLOCKED, None)
    made = await create(ToolCall(desk, model, "typed for these", typed), asked)
    assert made.deployment_id is not None
    clearance = (await desk.trading.deployments().get(LOCAL_OWNER_ID, made.deployment_id)).clearance
    assert (clearance.ruling, clearance.override_reason) == ("revise", "only to see how it runs")
    with pytest.raises(PersonNeeded):
        await create(ToolCall(desk, model, "live", typed), replace(asked, mode=Mode.LIVE))


async def test_a_deployment_with_live_money_is_only_paused_and_stopped_by_a_tool(
    tools: Tools, desk: AppContext
) -> None:
    live = await _live(desk)
    here = {"deployment_id": live.id, "idempotency_key": "k"}
    assert (await _refused(tools, "start", **here))["code"] == "person_needed"
    assert (await _refused(tools, "resume", **here))["code"] == "person_needed"
    assert (await _refused(tools, "stop", **here, flatten=True))["code"] == "person_needed"
    assert (await desk.trading.deployments().get(LOCAL_OWNER_ID, live.id)).state is LifecycleState.READY
    assert (await tools("stop", **here))["state"] == "stopped"


async def test_a_broker_that_does_not_answer_is_told_beside_the_book(tools: Tools, desk: AppContext) -> None:
    live = await _live(desk)
    await desk.trading.journal.open_book(live.id, LOCAL_OWNER_ID, Decimal(1000))
    money = (await tools("get_deployment", deployment_id=live.id))["money"]
    assert (money["start_cash"], money["now"]) == ("1000", None)
    assert money["missing"]


async def test_after_a_broken_limit_only_a_person_lets_it_go_on(tools: Tools, desk: AppContext) -> None:
    deployment_id = await _running(tools, desk, "halted")
    found = await desk.trading.deployments().get(LOCAL_OWNER_ID, deployment_id)
    bound = Bound(Decimal("0.05"), "lab default")
    await desk.trading.deployments().halt(found, Halt(LimitName.DAILY_LOSS, bound, Decimal("0.06"), flatten=False))
    error = await _refused(tools, "resume", deployment_id=deployment_id, idempotency_key="on")
    assert (error["code"], error["retryable"]) == ("person_needed", False)


async def test_nothing_starts_while_a_kill_switch_is_on_and_no_tool_turns_it_off(
    tools: Tools, desk: AppContext
) -> None:
    made = await tools("create_deployment", strategy_id=await _stored(desk), idempotency_key="switch")
    key = SwitchKey(SwitchScope.DEPLOYMENT, made["deployment_id"])
    await desk.trading.switches.turn_on(ME, key, "looks wrong")
    error = await _refused(tools, "start", deployment_id=made["deployment_id"], idempotency_key="switch")
    assert error["code"] == "switch_is_on"
    told = await tools("get_deployment", deployment_id=made["deployment_id"])
    assert (told["state"], told["kill_switch"]["reason"]) == ("ready", "looks wrong")
    assert set(TOOLS.tools) == {
        "list_accounts",
        "readiness",
        "create_deployment",
        "start",
        "replay",
        "pause",
        "resume",
        "stop",
        "list_deployments",
        "get_deployment",
        "positions",
        "orders",
        "fills",
        "request_approval",
    }


async def test_an_approval_is_asked_for_and_stays_pending(tools: Tools, desk: AppContext, clock: StoppedClock) -> None:
    live = await _live(desk)
    until = (clock.now() + timedelta(days=2)).isoformat()
    asked = {"deployment_id": live.id, "symbols": ["DEMO5"], "most_money": 1000, "until": until}
    told = await tools("request_approval", **asked, idempotency_key="ask")
    assert (told["status"], told["kind"], told["symbols"], told["most_money"]) == (
        "pending",
        "envelope",
        ["DEMO5"],
        "1000",
    )
    assert told["approve_at"].endswith(f"{told['approval_id']}/approve")
    assert told["expires_at"] > told["requested_at"]
    again = await tools("request_approval", **asked, idempotency_key="ask again")
    assert again["approval_id"] == told["approval_id"]
    stored = await desk.trading.approvals.get(LOCAL_OWNER_ID, told["approval_id"])
    assert (stored.status, stored.decided_by) == ("pending", None)
    late = {**asked, "until": (clock.now() + timedelta(days=60)).isoformat()}
    assert (await _refused(tools, "request_approval", **late, idempotency_key="late"))["code"] == "bad_envelope"
    paper = await tools("create_deployment", strategy_id=await _stored(desk), idempotency_key="paper")
    on_paper = {**asked, "deployment_id": paper["deployment_id"]}
    error = await _refused(tools, "request_approval", **on_paper, idempotency_key="paper")
    assert error["code"] == "no_approval_needed"


async def test_accounts_are_told_without_their_keys_and_in_pages(tools: Tools, desk: AppContext) -> None:
    live = await _live(desk)
    told = await tools("list_accounts", limit=50)
    [mine] = [each for each in told["accounts"] if each["broker_account_id"] == live.account_id]
    assert (mine["mode"], mine["masked_key"], mine["is_busy"]) == ("live", "…EFGH", True)
    assert mine["deployment_id"] == live.id
    assert not any(secret in json.dumps(told) for secret in (KEYS.api_key, KEYS.api_secret))
    first = await tools("list_accounts", limit=1)
    second = await tools("list_accounts", limit=1, offset=first["next"])
    assert [*first["accounts"], *second["accounts"]] == told["accounts"][:2]


async def test_deployments_are_listed_newest_first_in_pages(
    tools: Tools, desk: AppContext, clock: StoppedClock
) -> None:
    ids = []
    for key in ("one", "two"):
        clock.move(seconds=1)
        made = await tools("create_deployment", strategy_id=await _stored(desk), idempotency_key=key)
        ids.append(made["deployment_id"])
    first = await tools("list_deployments", limit=1)
    second = await tools("list_deployments", limit=1, before=first["next"])
    assert [page["deployments"][0]["deployment_id"] for page in (first, second)] == ids[::-1]


async def test_what_is_another_persons_or_nobodys_is_not_found(tools: Tools, tools_of: Open, desk: AppContext) -> None:
    theirs = tools_of(ToolDomain.TRADING, owner_id=OTHER_OWNER_ID)
    deployment_id, strategy_id = await _running(tools, desk, "mine"), await _stored(desk)
    envelope = {"symbols": ["DEMO5"], "most_money": 1, "until": "2024-12-01T00:00:00Z"}
    acts: dict[str, dict[str, Any]] = {"start": {}, "pause": {}, "resume": {}, "stop": {}, "request_approval": envelope}
    for asking, target in ((theirs, deployment_id), (tools, NOBODY)):
        for tool in ("get_deployment", "positions", "orders", "fills"):
            assert (await _refused(asking, tool, deployment_id=target))["code"] == "unknown_deployment", tool
        for tool, also in acts.items():
            error = await _refused(asking, tool, deployment_id=target, **also, idempotency_key="theirs")
            assert error["code"] == "unknown_deployment", tool
    assert (await tools("get_deployment", deployment_id=deployment_id))["state"] == "running"
    error = await _refused(theirs, "readiness", strategy_id=strategy_id)
    assert error["code"] == "unknown_strategy"
    error = await _refused(theirs, "create_deployment", strategy_id=strategy_id, idempotency_key="theirs")
    assert error["code"] == "unknown_strategy"
    for tool, key in (("readiness", {}), ("create_deployment", {"idempotency_key": "nobody's"})):
        error = await _refused(tools, tool, strategy_id=strategy_id, broker_account_id=NOBODY, **key)
        assert error["code"] == "unknown_account"
    assert (await theirs("list_deployments"))["deployments"] == (await theirs("list_accounts"))["accounts"] == []


@pytest.mark.parametrize(
    ("tool", "wrong"),
    [
        ("get_deployment", {"deployment_id": "a\x00b"}),
        ("get_deployment", {"deployment_id": "x" * 5000}),
        ("get_deployment", {"deployment_id": "'; drop table deployments --"}),
        ("orders", {"deployment_id": NOBODY, "limit": 51}),
        ("list_deployments", {"before": "\x00"}),
        ("stop", {"deployment_id": NOBODY, "reason": "\x00", "idempotency_key": "k"}),
        ("create_deployment", {"strategy_id": NOBODY, "limits": {"drawdwn": 0.1}, "idempotency_key": "k"}),
        ("create_deployment", {"strategy_id": NOBODY, "cash": "NaN", "idempotency_key": "k"}),
        ("create_deployment", {"strategy_id": NOBODY, "override": "deploy anyway", "idempotency_key": "k"}),
        ("start", {"deployment_id": NOBODY}),
    ],
)
async def test_bad_arguments_are_told_before_anything_is_read(tools: Tools, tool: str, wrong: dict[str, Any]) -> None:
    assert (await _refused(tools, tool, **wrong))["code"] == "bad_arguments"
