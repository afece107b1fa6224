"""Deployments over HTTP: made, started, followed, read, paused, stopped, completed; and nobody else's."""

from collections.abc import AsyncIterator
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest

from packages.domain.stress.findings import Ruling
from tests.apps.api.trading_desk import NOBODY, OVERRIDE, TradingDesk, open_trading_desk

BAD_BODIES: list[tuple[dict[str, Any], int, str]] = [
    ({"version": 0}, 400, "version"),
    ({"version": 9}, 404, "1 to 1"),
    ({"strategy_id": NOBODY}, 404, "list of yours"),
    ({"account_id": NOBODY}, 404, "list of yours"),
    ({"mode": "real"}, 400, "mode"),
    ({"mode": "live"}, 403, "choose an account of that kind"),
    ({"cash": "0"}, 400, "cash"),
    ({"leverage": 50}, 400, "leverage"),
    ({"costs": {"slippage": -1}}, 400, "slippage"),
    ({"limits": {"drawdwn": "0.1"}}, 400, "drawdown"),
    ({"limits": {"drawdown": "1.5"}}, 400, "0.05 for 5 %"),
    ({"limits": {"no_price": "1"}}, 400, "is no limit"),
    ({"profile": {"risk_tolerance": "low"}}, 400, "conservative"),
    ({"override": {"phrase": "yes", "reason": "because I say so"}}, 400, "type exactly"),
    ({"override": OVERRIDE | {"reason": "short"}}, 400, "10 to 500"),
    ({"speed": 9}, 400, "speed"),
]
READS = ("", "/orders", "/fills", "/positions", "/signals", "/equity", "/differences", "/performance", "/drift")
ACTS = ("start", "pause", "resume", "stop", "complete", "differences/look")


@pytest.fixture
async def desk(demo_at_home: Path) -> AsyncIterator[TradingDesk]:
    async with open_trading_desk() as desk:
        yield desk


async def test_a_deployment_trades_and_tells_what_it_did_and_why(desk: TradingDesk) -> None:
    deployment_id = await desk.running()
    assert await desk.trade(deployment_id, days=25) == 17
    here = f"/deployments/{deployment_id}"
    sold, bought = (await desk.told(f"{here}/orders"))["orders"]
    assert [(each["side"], each["status"], each["reason"]) for each in (bought, sold)] == [
        ("buy", "filled", "entry"),
        ("sell", "filled", "signal_exit"),
    ]
    detail = await desk.told(f"{here}/orders/{bought['client_order_id']}")
    assert [each["status"] for each in detail["history"]] == [
        "intended",
        "unknown",
        "accepted",
        "partially_filled",
        "filled",
    ]
    last, first = (await desk.told(f"{here}/signals"))["signals"]
    assert first["why"]["ema_5"] > first["why"]["ema_20"]
    assert last["why"]["ema_5"] < last["why"]["ema_20"]
    [page] = (await desk.told(f"{here}/fills", limit=1))["fills"]
    assert (page["side"], page["client_order_id"]) == ("sell", sold["client_order_id"])
    [rest] = (await desk.told(f"{here}/fills", limit=1, before=page["number"]))["fills"]
    assert (rest["side"], rest["quantity"]) == ("buy", bought["filled"])
    [position] = (await desk.told(f"{here}/positions"))["positions"]
    assert Decimal(position["quantity"]) == 0
    await _adds_up(desk, here)


async def _adds_up(desk: TradingDesk, here: str) -> None:
    money = (await desk.told(here))["money"]
    performance = await desk.told(f"{here}/performance")
    profit = Decimal(money["realised"]) - Decimal(money["costs"])
    assert abs(Decimal(performance["profit"]) - profit) < Decimal("0.005")
    points = (await desk.told(f"{here}/equity"))["points"]
    assert [point["bar"][:10] for point in points[:2]] == ["2024-09-13", "2024-09-16"]
    assert Decimal(points[-1]["equity"]) == Decimal(performance["equity"]) != Decimal(points[0]["equity"])
    drift = await desk.told(f"{here}/drift")
    assert (len(drift["points"]), drift["missing"], drift["is_exact"], drift["alarm"]) == (17, 0, True, None)
    assert Decimal(drift["largest"]) < Decimal("0.005")


async def test_what_happens_is_told_live_and_from_where_one_left(desk: TradingDesk) -> None:
    deployment_id = await desk.running()
    await desk.trade(deployment_id, days=8)
    told = await desk.events(f"/deployments/{deployment_id}/events", 4)
    orders = [each["status"] for each in told if each["type"] == "order"]
    assert orders == ["intended", "unknown", "accepted", "partially_filled"][: len(orders)] != []
    [again] = await desk.events(f"/deployments/{deployment_id}/events?after=3", 1)
    assert again == told[3]


async def test_a_desk_that_trades_looks_at_new_bars_by_itself(demo_at_home: Path) -> None:
    async with open_trading_desk(trades=True) as desk:
        deployment_id = await desk.running()
        desk.clock.move(days=8)
        told = await desk.events(f"/deployments/{deployment_id}/events", 7)
        assert told[-1] == {**told[-1], "type": "order", "symbol": "DEMO5", "status": "filled"}
        assert (await desk.told(f"/deployments/{deployment_id}/drift"))["alarm"] is None


async def test_it_is_paused_resumed_stopped_flat_and_completed(desk: TradingDesk) -> None:
    deployment_id = await desk.running()
    here = f"/deployments/{deployment_id}"
    assert (await desk.said(f"{here}/pause", {"reason": "lunch"}))["state"] == "paused"
    await desk.trade(deployment_id, days=8)
    [blocked] = (await desk.told(f"{here}/orders"))["orders"]
    assert (blocked["status"], blocked["why"]) == ("blocked", "deployment_paused")
    assert (await desk.said(f"{here}/resume"))["state"] == "running"
    assert (await desk.refused(f"{here}/complete", None, 409))["code"] == "not_now"
    stopped = await desk.said(f"{here}/stop", {"flatten": True, "reason": "enough"})
    assert (stopped["state"], stopped["status"]) == ("stopped", "deployed")
    assert (await desk.said(f"{here}/complete"))["status"] == "completed"
    changes = (await desk.told(f"{here}/history"))["changes"]
    assert [each["action"] for each in changes] == ["create", "start", "pause", "resume", "stop", "settle", "complete"]
    assert [each["reason"] for each in changes][2] == "lunch"
    assert (await desk.refused(f"{here}/start", None, 409))["code"] == "not_now"


async def test_a_stop_with_flatten_sells_what_is_held(desk: TradingDesk) -> None:
    deployment_id = await desk.running()
    await desk.trade(deployment_id, days=8)
    here = f"/deployments/{deployment_id}"
    [held] = (await desk.told(f"{here}/positions"))["positions"]
    assert Decimal(held["quantity"]) > 0
    assert (await desk.said(f"{here}/stop", {"flatten": True}))["state"] == "stopping"
    await desk.trade(deployment_id, days=4)
    told = await desk.told(here)
    assert told["state"] == "stopped"
    assert (await desk.told(f"{here}/orders"))["orders"][0]["reason"] == "flatten"
    [gone] = (await desk.told(f"{here}/positions"))["positions"]
    assert Decimal(gone["quantity"]) == 0


async def test_no_version_is_deployed_without_a_pass_or_a_typed_override(desk: TradingDesk) -> None:
    asked = await desk.asking(override=None)
    for ruling, blocker in ((None, "missing"), (Ruling.REJECT, "reject"), (Ruling.REVISE, "revise")):
        if ruling is not None:
            desk.clock.move(minutes=1)
            await desk.judged(asked["strategy_id"], ruling)
        error = await desk.refused("/deployments", asked, 409)
        assert error["details"]["blocker"] == f"stress_verdict_{blocker}"
    desk.clock.move(minutes=1)
    report_id = await desk.judged(asked["strategy_id"], Ruling.PASS)
    made = await desk.said("/deployments", asked, 201)
    assert made["clearance"] == {
        "report_id": report_id,
        "ruling": "pass",
        "override_reason": None,
        "override_by": None,
    }
    assert (made["state"], made["money"], made["marks"]) == ("ready", None, None)


async def test_an_override_is_recorded_with_who_typed_it(desk: TradingDesk) -> None:
    made = await desk.said("/deployments", await desk.asking(), 201)
    assert made["clearance"]["override_reason"] == OVERRIDE["reason"]
    assert made["clearance"]["override_by"].startswith("person:")
    assert made["clearance"]["ruling"] is None


async def test_answers_and_limits_of_ones_own_bind_by_the_strictest(desk: TradingDesk) -> None:
    profile, limits = {"risk_tolerance": "conservative"}, {"daily_loss": "0.01", "capital": "5000"}
    made = await desk.said("/deployments", await desk.asking(profile=profile, limits=limits), 201)
    told = {each["name"]: (each["most"], each["clause"]) for each in made["limits"]}
    assert told["drawdown"] == ("0.15", "kyc.risk_tolerance=conservative")
    assert told["daily_loss"] == ("0.01", "deployment")
    assert told["capital"] == ("5000", "deployment")
    assert told["orders_a_minute"] == ("60", "desk default")
    bold = await desk.said("/deployments", await desk.asking(profile={"risk_tolerance": "aggressive"}), 201)
    assert [each["most"] for each in bold["limits"] if each["name"] == "drawdown"] == ["0.4"]


async def test_the_same_key_twice_is_one_deployment(desk: TradingDesk) -> None:
    asked = await desk.asking(idempotency_key="k")
    one, again = await desk.said("/deployments", asked, 201), await desk.said("/deployments", asked, 201)
    assert one == again
    assert (await desk.refused("/deployments", {**asked, "cash": "5"}, 409))["code"] == "key_taken"
    busy = await desk.refused("/deployments", {**asked, "idempotency_key": "other"}, 409)
    assert busy["details"]["blocker"] == "broker_account_busy"


async def test_a_bad_request_is_answered_with_what_to_do(desk: TradingDesk) -> None:
    asked = await desk.asking()
    for wrong, status, words in BAD_BODIES:
        error = await desk.refused("/deployments", {**asked, **wrong}, status)
        assert words in error["message"], (wrong, error["message"])
    assert (await desk.told("/deployments"))["deployments"] == []


async def test_before_the_first_start_there_is_no_book(desk: TradingDesk) -> None:
    here = f"/deployments/{(await desk.said('/deployments', await desk.asking(), 201))['id']}"
    for path in READS[1:]:
        error = (await desk.told(f"{here}{path}", 404))["error"]
        assert (error["code"], "start it first" in error["message"]) == ("unknown_book", True), path
    await desk.said(f"{here}/start")
    assert (await desk.told(f"{here}/orders"))["orders"] == []
    for book in ("orders", "fills", "signals", "differences"):
        beyond = await desk.told(f"{here}/{book}", 400, before=2**63)
        assert beyond["error"]["code"] == "invalid_request"
    assert (await desk.told(f"{here}/orders/{NOBODY}", 404))["error"]["code"] == "unknown_desk_order"
    assert (await desk.told(here))["money"]["start_cash"] == "100000.0"


async def test_without_bars_nothing_is_started(desk: TradingDesk) -> None:
    made = await desk.said("/deployments", await desk.asking("DEMO99"), 201)
    error = await desk.refused(f"/deployments/{made['id']}/start", None, 404)
    assert "parley data demo" in error["message"]
    assert (await desk.told(f"/deployments/{made['id']}"))["state"] == "ready"


async def test_pages_of_deployments_follow_each_other(desk: TradingDesk) -> None:
    ids = [(await desk.said("/deployments", await desk.asking(), 201))["id"] for _ in range(3)]
    first = await desk.told("/deployments", limit=2)
    rest = await desk.told("/deployments", limit=2, before=first["next"])
    assert [each["id"] for each in first["deployments"] + rest["deployments"]] == ids[::-1]
    assert rest["next"] is None


async def test_another_persons_deployment_is_not_there(desk: TradingDesk) -> None:
    deployment_id = await desk.running()
    theirs = await desk.signed_in("bob@example.org")
    assert (await desk.told("/deployments", headers=theirs))["deployments"] == []
    for path in (*READS, f"/orders/{NOBODY}", "/history", "/events"):
        told = await desk.told(f"/deployments/{deployment_id}{path}", 404, headers=theirs)
        assert told["error"]["code"] == "unknown_deployment", path
    for act in ACTS:
        error = await desk.refused(f"/deployments/{deployment_id}/{act}", None, 404, **theirs)
        assert error["code"] == "unknown_deployment", act
    assert (await desk.told(f"/deployments/{deployment_id}"))["state"] == "running"
    stolen = await desk.refused("/deployments", await desk.asking(), 404, **theirs)
    assert "list of yours" in stolen["message"]


@pytest.mark.usefixtures("password_mode")
async def test_in_password_mode_nobody_trades_without_signing_in(desk: TradingDesk) -> None:
    for path in ("/deployments", "/switches", "/approvals", "/broker-accounts"):
        await desk.told(path, 401)
    await desk.said("/switches/me", {"is_on": True, "reason": "stop"}, 401)
