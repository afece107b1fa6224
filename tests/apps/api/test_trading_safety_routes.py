"""Kill switches, approvals and broker accounts over HTTP; and nobody else's."""

import json
from collections.abc import AsyncIterator
from datetime import timedelta
from decimal import Decimal
from importlib.resources import files
from pathlib import Path
from typing import Any

import jwt
import pytest

from packages.core.messages import Language, render
from packages.domain.accounts.model import LOCAL_OWNER_ID
from packages.domain.trading.approval.ports import OneOrder, Place
from packages.domain.trading.broker import Mode
from packages.domain.trading.deployments.blockers import FIRST_BAR, blocked_because
from packages.domain.trading.orders import Effect, OrderRequest, OrderSide, OrderType
from packages.domain.trading.risk.switches import SwitchIsOn
from tests.accounts import sign_in
from tests.apps.api.trading_desk import NOBODY, TradingDesk, open_trading_desk

CATALOGUE = files("packages.core").joinpath("catalogue")
ON, OFF = {"is_on": True, "reason": "looks wrong"}, {"is_on": False, "reason": "it was nothing"}
KEYS = {"api_key": "PK-0123456789-ABCDEFGH", "api_secret": "very-secret-0123456789"}
ALPACA = {"kind": "alpaca_live", "label": "my broker", **KEYS}


@pytest.fixture
async def desk(demo_at_home: Path) -> AsyncIterator[TradingDesk]:
    async with open_trading_desk() as desk:
        yield desk


@pytest.mark.parametrize("where", ["global", "me", "deployments/{id}"])
async def test_a_kill_switch_stops_entries_and_is_turned_off_again(desk: TradingDesk, where: str) -> None:
    deployment_id = await desk.running()
    switch = f"/switches/{where.format(id=deployment_id)}"
    turned = await desk.said(switch, ON)
    assert (turned["is_on"], turned["reason"]) == (True, "looks wrong")
    assert (await desk.told("/switches"))["on"] == [turned]
    assert (await desk.told(f"/deployments/{deployment_id}"))["switch"] == turned
    await desk.trade(deployment_id, days=8)
    [refused] = (await desk.told(f"/deployments/{deployment_id}/orders"))["orders"]
    assert (refused["status"], refused["why"]) == ("blocked", f"kill_switch_{turned['scope']}")
    await desk.said(switch, OFF)
    assert (await desk.told("/switches"))["on"] == []
    turns = (await desk.told(f"{switch}/history"))["turns"]
    assert [(each["is_on"], each["reason"]) for each in turns] == [(False, "it was nothing"), (True, "looks wrong")]


async def test_nothing_is_started_or_resumed_while_a_switch_is_on(desk: TradingDesk) -> None:
    made = await desk.said("/deployments", await desk.asking(), 201)
    await desk.said("/switches/me", ON)
    error = await desk.refused(f"/deployments/{made['id']}/start", None, 409)
    assert (error["code"], error["details"]["scope"]) == ("switch_is_on", "person")
    assert (await desk.told(f"/deployments/{made['id']}"))["state"] == "ready"


@pytest.mark.parametrize("language", list(Language))
async def test_what_holds_it_up_is_one_sentence_everywhere(desk: TradingDesk, language: Language) -> None:
    deployment_id = await desk.running()
    reader = {"Accept-Language": language.value}
    page = json.loads(CATALOGUE.joinpath(language.value, "page", "deployments.json").read_text("utf-8"))
    first = (await desk.told(f"/deployments/{deployment_id}", headers=reader))["holds_up"]
    assert first == page["is_running_first"] == render(blocked_because(FIRST_BAR), language)
    await desk.said("/switches/me", ON)
    switched = (await desk.told(f"/deployments/{deployment_id}", headers=reader))["holds_up"]
    assert switched == page["switch_on"] == render(blocked_because(SwitchIsOn.code), language)
    await desk.said("/switches/me", OFF)
    await desk.trade(deployment_id, days=8)
    assert (await desk.told(f"/deployments/{deployment_id}", headers=reader))["holds_up"] is None


async def test_a_switch_is_turned_for_a_reason_and_by_who_may(desk: TradingDesk) -> None:
    deployment_id = await desk.running()
    theirs = await desk.signed_in("bob@example.org")
    assert "reason" in (await desk.refused("/switches/me", {"is_on": True, "reason": ""}, 400))["message"]
    assert (await desk.refused("/switches/me", {"is_on": True, "reason": " "}, 400))["code"] == "reason_needed"
    assert (await desk.refused("/switches/global", ON, 403, **theirs))["code"] == "not_your_switch"
    foreign = await desk.refused(f"/switches/deployments/{deployment_id}", ON, 404, **theirs)
    assert foreign["code"] == "unknown_target"
    await desk.told(f"/switches/deployments/{deployment_id}/history", 404, headers=theirs)
    await desk.told("/switches/global/history", 403, headers=theirs)
    await desk.said("/switches/me", ON, 200, **theirs)
    assert (await desk.told("/switches"))["on"] == []
    await desk.said("/switches/global", ON)
    assert [each["scope"] for each in (await desk.told("/switches", headers=theirs))["on"]] == ["global", "person"]


async def _waiting(desk: TradingDesk, deployment_id: str, price: str = "10") -> dict[str, Any]:
    """An order of live money that waits for its approval."""
    desk.clock.move(seconds=1)
    place = Place(LOCAL_OWNER_ID, deployment_id, "account", Mode.LIVE)
    order = OrderRequest(
        client_order_id=f"order-{price}",
        symbol="DEMO5",
        side=OrderSide.BUY,
        effect=Effect.OPEN,
        type=OrderType.LIMIT,
        quantity=Decimal(5),
        price=Decimal(price),
    )
    asked = await desk.desk.trading.approvals.request(OneOrder(place, order))
    told: dict[str, Any] = await desk.told(f"/approvals/{asked.id}")
    return told


async def test_an_order_is_approved_by_the_hash_of_what_was_shown(desk: TradingDesk) -> None:
    shown = await _waiting(desk, NOBODY)
    assert (shown["status"], shown["document"]["order"]["price"]) == ("pending", "d10")
    here = f"/approvals/{shown['id']}"
    other = await _waiting(desk, NOBODY, "11")
    mixed_up = await desk.refused(f"{here}/approve", {"digest": other["digest"]}, 409)
    assert mixed_up["code"] == "not_what_was_shown"
    approved = await desk.said(f"{here}/approve", {"digest": shown["digest"]})
    assert (approved["status"], approved["decided_by"]) == ("approved", f"person:{LOCAL_OWNER_ID}:local")
    assert approved["expires_at"] == (desk.clock.now() + timedelta(minutes=5)).isoformat().replace("+00:00", "Z")
    assert (await desk.refused(f"{here}/approve", {"digest": shown["digest"]}, 409))["code"] == "approval_over"
    assert (await desk.said(f"{here}/withdraw"))["status"] == "withdrawn"
    assert (await desk.said(f"/approvals/{other['id']}/deny"))["status"] == "denied"
    assert (await desk.told("/approvals", status="pending"))["approvals"] == []
    assert [each["status"] for each in (await desk.told("/approvals"))["approvals"]] == ["denied", "withdrawn"]


async def test_nobody_from_elsewhere_and_no_token_for_tools_approves(desk: TradingDesk, demo_at_home: Path) -> None:
    shown = await _waiting(desk, NOBODY)
    here, body = f"/approvals/{shown['id']}/approve", {"digest": shown["digest"]}
    now = int(desk.clock.now().timestamp())
    await sign_in(desk.desk.identity.accounts, LOCAL_OWNER_ID)
    claims = {"iss": "parley", "sub": LOCAL_OWNER_ID, "sid": LOCAL_OWNER_ID, "jti": "1", "iat": now, "exp": now + 600}
    key = (demo_at_home / "keys" / "access-tokens.key").read_bytes()
    for_tools, for_people = (jwt.encode({**claims, "aud": aud}, key) for aud in ("parley-tools", "parley-api"))
    await desk.refused(here, body, 401, authorization=f"Bearer {for_tools}")
    for elsewhere in ({"origin": "https://elsewhere.example"}, {"host": "elsewhere.example"}):
        assert (await desk.refused(here, body, 403, **elsewhere))["code"] == "foreign_caller"
    assert (await desk.told(f"/approvals/{shown['id']}"))["status"] == "pending"
    await desk.said(here, body, 200, authorization=f"Bearer {for_people}")


async def test_an_envelope_is_asked_for_and_approved(desk: TradingDesk) -> None:
    account = await desk.said("/broker-accounts", ALPACA, 201)
    asked = await desk.asking(account_id=account["id"], mode="live")
    made = await desk.said("/deployments", asked, 201)
    until = (desk.clock.now() + timedelta(days=2)).isoformat()
    body = {"deployment_id": made["id"], "symbols": ["DEMO5"], "most_money": "1000", "until": until}
    pending = await desk.said("/approvals/envelopes", body, 201)
    assert (pending["kind"], pending["remaining"]) == ("envelope", "1000")
    approved = await desk.said(f"/approvals/{pending['id']}/approve", {"digest": pending["digest"]})
    assert (approved["status"], approved["symbols"]) == ("approved", ["DEMO5"])
    bad: list[dict[str, Any]] = [{"symbols": []}, {"most_money": "0"}, {"until": "2020-01-01T00:00:00Z"}]
    for wrong in bad:
        await desk.refused("/approvals/envelopes", {**body, **wrong}, 400)
    theirs = await desk.signed_in("bob@example.org")
    await desk.refused("/approvals/envelopes", body, 404, **theirs)


async def test_another_persons_approval_is_not_there(desk: TradingDesk) -> None:
    shown = await _waiting(desk, NOBODY)
    theirs = await desk.signed_in("bob@example.org")
    assert (await desk.told("/approvals", headers=theirs))["approvals"] == []
    await desk.told(f"/approvals/{shown['id']}", 404, headers=theirs)
    for act, body in (("approve", {"digest": shown["digest"]}), ("deny", None), ("withdraw", None)):
        await desk.refused(f"/approvals/{shown['id']}/{act}", body, 404, **theirs)
    assert (await desk.told(f"/approvals/{shown['id']}"))["status"] == "pending"


async def test_keys_of_a_linked_account_are_told_to_nobody(desk: TradingDesk, demo_at_home: Path) -> None:
    answers = [await desk.client.post("/api/v1/broker-accounts", json=ALPACA)]
    account = answers[0].json()
    assert (account["mode"], account["masked_key"]) == ("live", "…EFGH")
    answers.append(await desk.client.get("/api/v1/broker-accounts"))
    answers.append(await desk.client.get(f"/api/v1/broker-accounts/{account['id']}"))
    answers.append(await desk.client.post("/api/v1/broker-accounts", json={**ALPACA, "kind": "alpaka"}))
    answers.append(await desk.client.post("/api/v1/broker-accounts", json={**ALPACA, "venue": "binance"}))
    assert [each.status_code for each in answers] == [201, 200, 200, 400, 400]
    for secret in KEYS.values():
        assert not any(secret in each.text for each in answers)
        stored = [path.read_bytes() for path in demo_at_home.rglob("*.sqlite*")]
        assert stored
        assert not any(secret.encode() in each for each in stored)


async def test_an_account_is_removed_when_nothing_trades_on_it(desk: TradingDesk) -> None:
    made = await desk.said("/deployments", await desk.asking(), 201)
    [account] = (await desk.told("/broker-accounts"))["accounts"]
    assert (account["kind"], account["mode"], account["masked_key"]) == ("paper", "paper", None)
    here = f"/api/v1/broker-accounts/{account['id']}"
    busy = await desk.client.delete(here)
    assert (busy.status_code, busy.json()["error"]["code"]) == (409, "account_busy")
    theirs = await desk.signed_in("bob@example.org")
    assert (await desk.client.delete(here, headers=theirs)).status_code == 404
    assert (await desk.told("/broker-accounts", headers=theirs))["accounts"] == []
    await desk.said(f"/deployments/{made['id']}/stop")
    await desk.said(f"/deployments/{made['id']}/complete")
    assert (await desk.client.delete(here)).status_code == 204
    await desk.told(f"/broker-accounts/{account['id']}", 404)
