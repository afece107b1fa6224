"""Model configurations, usage and calls over HTTP."""

import json
import logging
from collections.abc import AsyncIterator
from datetime import timedelta
from decimal import Decimal
from pathlib import Path
from typing import Any

import httpx
import pytest
from pydantic import ValidationError

from packages.infra.db.engine import Database
from src.modules.llm_platform.application.model_configs import MOST_CONFIGS
from src.modules.llm_platform.domain.errors import BudgetExhausted, ModelBusy, ModelRefused
from src.modules.llm_platform.domain.ledger import AttemptEnd, Begun, CallAttempt, CallScope, CallStatus, MoneyAndTokens
from src.modules.llm_platform.domain.models import Secret
from src.modules.llm_platform.domain.requests import TokenUsage
from src.modules.llm_platform.presentation.rest.schemas import NewConfig
from tests.apps.api.llm_desk import SETTINGS_KEY, LlmDesk, open_llm_desk
from tests.fakes.scripted_model import Fails, Says, ScriptedModel

KEY = "sk-live-0123456789abcdef"
MINE = {"alias": "mine", "provider": "chat_completions", "model": "qwen3", "base_url": "http://localhost:11434/v1"}
FULL = MINE | {
    "api_key": KEY,
    "priority": 50,
    "tags": ["quick", "中文", "quick"],
    "max_output_tokens": 800,
    "price": {"input_per_million": "0.10", "output_per_million": "2"},
    "timeouts": {"connect": 2, "read": 30.5},
    "enabled": True,
}


@pytest.fixture
async def desk(database: Database, tmp_path: Path) -> AsyncIterator[LlmDesk]:
    async with open_llm_desk(database, tmp_path / "keys", ("ann", "bob")) as desk:
        yield desk


@pytest.fixture
async def ann(desk: LlmDesk) -> AsyncIterator[httpx.AsyncClient]:
    async with desk.client("ann") as client:
        yield client


@pytest.fixture
async def bob(desk: LlmDesk) -> AsyncIterator[httpx.AsyncClient]:
    async with desk.client("bob") as client:
        yield client


async def _configs(client: httpx.AsyncClient) -> dict[str, dict[str, Any]]:
    return {config["alias"]: config for config in (await client.get("/configs")).json()["configs"]}


async def test_a_configuration_is_added_and_listed_with_its_key_masked(ann: httpx.AsyncClient) -> None:
    added = await ann.post("/configs", json=FULL)
    assert added.status_code == 201, added.text
    expected = FULL | {
        "origin": "own",
        "api_key": "…cdef",
        "tags": ["quick", "中文"],
        "timeouts": {"connect": 2.0, "read": 30.5, "idle": 60.0},
        "problem": "",
        "created_at": "2026-01-02T03:04:05Z",
        "updated_at": "2026-01-02T03:04:05Z",
    }
    assert added.json() == expected
    listed = await ann.get("/configs")
    assert listed.json()["configs"][0] == expected
    assert KEY not in added.text + listed.text


async def test_what_is_left_out_has_a_sensible_default_and_goes_before_the_settings(ann: httpx.AsyncClient) -> None:
    added = (await ann.post("/configs", json={"alias": "new", "model": "gpt-y", "api_key": KEY})).json()
    assert (added["provider"], added["priority"], added["enabled"], added["tags"]) == ("auto", 10, True, [])
    assert list(await _configs(ann)) == ["new", "begun", "default"]


async def test_those_of_the_settings_are_seen_by_all_masked_and_with_their_problems(ann: httpx.AsyncClient) -> None:
    configs = await _configs(ann)
    assert (configs["default"]["origin"], configs["default"]["api_key"]) == ("settings", "…1234")
    assert configs["begun"]["problem"] == "set PARLEY_LLM_MODEL"
    assert SETTINGS_KEY not in str(configs)


async def test_a_change_touches_what_is_given_and_nothing_else(desk: LlmDesk, ann: httpx.AsyncClient) -> None:
    before = (await ann.post("/configs", json=FULL)).json()
    desk.clock.move(minutes=1)
    changed = await ann.patch("/configs/mine", json={"priority": -5, "timeouts": {"idle": 9}})
    assert changed.status_code == 200, changed.text
    assert changed.json() == before | {
        "priority": -5,
        "timeouts": {"connect": 2.0, "read": 30.5, "idle": 9.0},
        "updated_at": "2026-01-02T03:05:05Z",
    }
    assert (await desk.store.active("ann"))[0].api_key == Secret(KEY)


async def test_null_takes_a_key_an_address_and_a_price_away(desk: LlmDesk, ann: httpx.AsyncClient) -> None:
    await ann.post("/configs", json=FULL)
    changed = (await ann.patch("/configs/mine", json={"api_key": None, "base_url": None, "price": None})).json()
    assert (changed["api_key"], changed["base_url"], changed["price"]) == (None, None, None)
    assert "give it a key" in changed["problem"]
    assert (await desk.store.active("ann"))[0].api_key is None


async def test_a_key_is_replaced_and_a_masked_one_is_not_taken_for_a_key(desk: LlmDesk, ann: httpx.AsyncClient) -> None:
    await ann.post("/configs", json=FULL)
    assert (await ann.patch("/configs/mine", json={"api_key": "…cdef"})).status_code == 400
    assert (await desk.store.active("ann"))[0].api_key == Secret(KEY)
    assert (await ann.patch("/configs/mine", json={"api_key": " other-key-wxyz\n"})).json()["api_key"] == "…wxyz"
    assert (await desk.store.active("ann"))[0].api_key == Secret("other-key-wxyz")


async def test_a_configuration_is_removed_once(ann: httpx.AsyncClient) -> None:
    await ann.post("/configs", json=MINE)
    assert (await ann.delete("/configs/mine")).status_code == 204
    gone = await ann.delete("/configs/mine")
    assert (gone.status_code, gone.json()["error"]["code"]) == (404, "unknown_model_alias")


async def test_another_owners_configuration_is_not_there(ann: httpx.AsyncClient, bob: httpx.AsyncClient) -> None:
    await ann.post("/configs", json=FULL)
    assert "mine" not in await _configs(bob)
    for answer in (
        await bob.patch("/configs/mine", json={"model": "x"}),
        await bob.delete("/configs/mine"),
        await bob.post("/configs/mine/test"),
    ):
        assert (answer.status_code, answer.json()["error"]["code"]) == (404, "unknown_model_alias")
    assert (await _configs(ann))["mine"]["model"] == "qwen3"
    assert (await bob.post("/configs", json=MINE)).status_code == 201


async def test_the_settings_ones_are_read_only_and_can_be_covered(ann: httpx.AsyncClient) -> None:
    for alias in ("default", "begun"):
        for answer in (
            await ann.patch(f"/configs/{alias}", json={"model": "x"}),
            await ann.delete(f"/configs/{alias}"),
        ):
            assert (answer.status_code, answer.json()["error"]["code"]) == (409, "fixed_by_settings")
            assert "of your own under the same alias" in answer.json()["error"]["message"]
    assert (await ann.post("/configs", json=MINE | {"alias": "default"})).status_code == 201
    assert (await _configs(ann))["default"]["origin"] == "own"
    assert (await ann.patch("/configs/default", json={"model": "x"})).json()["model"] == "x"
    assert (await ann.delete("/configs/default")).status_code == 204
    assert (await _configs(ann))["default"]["origin"] == "settings"


async def test_an_alias_that_is_taken_is_a_conflict(ann: httpx.AsyncClient) -> None:
    await ann.post("/configs", json=MINE)
    again = await ann.post("/configs", json=MINE)
    assert (again.status_code, again.json()["error"]["code"]) == (409, "alias_taken")


async def test_there_is_an_end_to_adding(ann: httpx.AsyncClient) -> None:
    for number in range(MOST_CONFIGS):
        assert (await ann.post("/configs", json=MINE | {"alias": f"m{number}"})).status_code == 201
    full = await ann.post("/configs", json=MINE)
    assert (full.status_code, full.json()["error"]["code"]) == (409, "too_many_configs")


WRONG: list[tuple[str, object]] = [
    ("alias", "Has Space"),
    ("alias", ""),
    ("alias", "-first"),
    ("alias", "a" * 61),
    ("alias", "a\n"),
    ("alias", "a/b"),
    ("alias", 7),
    ("provider", "telepathy"),
    ("provider", None),
    ("model", ""),
    ("model", "   "),
    ("model", "a\x00b"),
    ("model", "a" * 201),
    ("model", None),
    ("base_url", "localhost:11434"),
    ("base_url", "ftp://example.org"),
    ("base_url", "https://ann:secret-word@example.org/v1"),
    ("base_url", "https://example.org/v1?key=secret-word"),
    ("base_url", "http://[::1"),
    ("base_url", "http://x.org:99999"),
    ("base_url", "https://" + "a" * 500),
    ("api_key", ""),
    ("api_key", "secret-word with blanks"),
    ("api_key", "secret-word-" + "a" * 500),
    ("api_key", 5),
    ("priority", "5"),
    ("priority", 5.5),
    ("priority", True),
    ("priority", 10**12),
    ("tags", "quick"),
    ("tags", ["a"] * 21),
    ("tags", ["a" * 41]),
    ("tags", [""]),
    ("tags", [3]),
    ("max_output_tokens", 0),
    ("max_output_tokens", "100"),
    ("price", {"input_per_million": "1"}),
    ("price", {"input_per_million": 0.1, "output_per_million": "1"}),
    ("price", {"input_per_million": "-1", "output_per_million": "1"}),
    ("price", {"input_per_million": "NaN", "output_per_million": "1"}),
    ("price", {"input_per_million": True, "output_per_million": "1"}),
    ("timeouts", {"read": 0}),
    ("timeouts", {"read": float("nan")}),
    ("timeouts", {"read": float("inf")}),
    ("timeouts", {"wait": 1}),
    ("enabled", "yes"),
    ("owner_id", "bob"),
]


async def test_a_wrong_field_is_refused_by_name_and_its_value_is_not_repeated(ann: httpx.AsyncClient) -> None:
    headers = {"content-type": "application/json"}
    for field, value in WRONG:
        # httpx writes no NaN of its own, and Python's own reader of JSON takes one.
        answer = await ann.post("/configs", content=json.dumps(FULL | {field: value}), headers=headers)
        assert answer.status_code == 400, (field, value, answer.text)
        assert field in answer.json()["error"]["message"], (field, value, answer.text)
        assert "secret-word" not in answer.text
    assert list(await _configs(ann)) == ["begun", "default"]


@pytest.mark.parametrize("alias", ["no-such", "with space", "a%00b", "%F0%9F%98%80", "a" * 5000])
async def test_an_alias_that_nobody_could_have_is_not_found(ann: httpx.AsyncClient, alias: str) -> None:
    for answer in (
        await ann.patch(f"/configs/{alias}", json={"priority": 1}),
        await ann.delete(f"/configs/{alias}"),
        await ann.post(f"/configs/{alias}/test"),
    ):
        assert answer.status_code == 404, answer.text


async def test_a_model_is_tried_out_and_the_try_is_in_the_book(desk: LlmDesk, ann: httpx.AsyncClient) -> None:
    desk.models.models["mine"] = ScriptedModel(Says("ready", TokenUsage(10, 1)))
    await ann.post("/configs", json=FULL)
    answer = await ann.post("/configs/mine/test")
    assert answer.json() == {
        "alias": "mine",
        "model": "qwen3",
        "ok": True,
        "latency_ms": 0,
        "input_tokens": 10,
        "output_tokens": 1,
        "cost": "0.000003",
        "answer": "ready",
        "error": None,
    }
    (call,) = (await ann.get("/calls")).json()["calls"]
    assert (call["caller"], call["alias"], call["status"], call["cost"]) == ("test", "mine", "completed", "0.000003")


async def test_a_model_of_unknown_price_costs_null(desk: LlmDesk, ann: httpx.AsyncClient) -> None:
    desk.models.models["mine"] = ScriptedModel(Says("ready", None), Says("ready"))
    await ann.post("/configs", json=FULL)
    uncounted = (await ann.post("/configs/mine/test")).json()
    assert (uncounted["ok"], uncounted["input_tokens"], uncounted["cost"]) == (True, None, None)
    await ann.patch("/configs/mine", json={"price": None})
    refused = (await ann.post("/configs/mine/test")).json()
    assert (refused["ok"], refused["error"]["code"]) == (False, "price_unknown")


async def test_a_model_that_fails_the_try_says_why_and_no_other_is_asked(desk: LlmDesk, ann: httpx.AsyncClient) -> None:
    busy = Fails(ModelBusy("come again"))
    desk.models.models["mine"] = ScriptedModel(busy, busy, busy, Fails(ModelRefused("The server refused the key.")))
    await ann.post("/configs", json=FULL)
    for code, message in (("model_busy", "come again"), ("model_refused", "The server refused the key.")):
        answer = await ann.post("/configs/mine/test")
        assert (answer.status_code, answer.json()["ok"]) == (200, False)
        assert answer.json()["error"] == {"code": code, "message": message}
    desk.models.assert_done()


async def test_a_model_that_cannot_be_asked_is_not(ann: httpx.AsyncClient) -> None:
    await ann.post("/configs", json=MINE | {"enabled": False})
    off = (await ann.post("/configs/mine/test")).json()
    assert (off["ok"], off["error"]["code"]) == (False, "turned_off")
    begun = (await ann.post("/configs/begun/test")).json()
    assert (begun["ok"], begun["error"]["message"]) == (False, "set PARLEY_LLM_MODEL")
    assert (await ann.get("/calls")).json()["calls"] == []


async def test_no_key_is_in_any_log_while_a_configuration_is_added(
    ann: httpx.AsyncClient, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    await ann.post("/configs", json=FULL)
    await ann.patch("/configs/mine", json={"api_key": KEY})
    await ann.post("/configs", json=FULL | {"alias": "bad alias"})
    await ann.get("/configs")
    assert caplog.records
    assert KEY not in caplog.text


def test_a_body_prints_without_its_key_even_when_it_is_wrong() -> None:
    assert KEY not in repr(NewConfig.model_validate(FULL))
    with pytest.raises(ValidationError) as wrong:
        NewConfig.model_validate(FULL | {"api_key": f"{KEY} and more"})
    assert KEY not in str(wrong.value)


def _attempt(desk: LlmDesk, owner: str, model: str, money: Decimal | None, number: int = 1) -> CallAttempt:
    return CallAttempt(
        call_id=f"call-{owner}-{model}-{number}",
        number=number,
        scope=CallScope(owner_id=owner, caller="debate", run_id="run-1", agent="bull"),
        key=None,
        alias="mine",
        provider="responses",
        model=model,
        prompt_hash="0" * 64,
        schema_hash=None,
        reserved=MoneyAndTokens(money=money, tokens=1000),
        started_at=desk.clock.now(),
    )


async def _spend(desk: LlmDesk, owner: str, model: str, cost: Decimal | None) -> None:
    begun = await desk.ledger.begin(_attempt(desk, owner, model, Decimal("0.5")))
    assert isinstance(begun, Begun)
    usage = TokenUsage(100, 20)
    settlement = AttemptEnd(
        status=CallStatus.COMPLETED,
        charged=MoneyAndTokens(money=cost, tokens=usage.total),
        cost=cost,
        usage=usage,
        latency_ms=40,
        finished_at=desk.clock.now() + timedelta(milliseconds=40),
        answer="yes",
    )
    await desk.ledger.settle(begun.attempt_id, settlement)


async def test_usage_tells_lines_totals_and_budgets_and_an_unknown_cost_is_null(
    desk: LlmDesk, ann: httpx.AsyncClient, bob: httpx.AsyncClient
) -> None:
    await _spend(desk, "ann", "cheap", Decimal("0.0000001"))
    await _spend(desk, "ann", "unpriced", None)
    used = (await ann.get("/usage")).json()
    assert (used["since"], used["until"]) == ("2025-12-04", "2026-01-02")
    assert {line["model"]: (line["cost"], line["unpriced_calls"]) for line in used["lines"]} == {
        "cheap": ("0.0000001", 0),
        "unpriced": (None, 1),
    }
    assert used["totals"] == {
        "calls": 2,
        "failed": 0,
        "input_tokens": 200,
        "output_tokens": 40,
        "cost": "0.0000001",
        "unpriced_calls": 1,
    }
    budgets = {state["name"]: state for state in used["budgets"]}
    assert (budgets["user"]["money_limit"], budgets["user"]["token_limit"]) == ("1.50", None)
    assert budgets["day"]["token_limit"] == 9000
    assert budgets["day"]["spent"]["tokens"] == 240
    others = (await bob.get("/usage")).json()
    assert (others["lines"], others["totals"]["cost"]) == ([], "0")


async def test_usage_of_models_without_any_price_has_no_total(desk: LlmDesk, ann: httpx.AsyncClient) -> None:
    await _spend(desk, "ann", "unpriced", None)
    totals = (await ann.get("/usage")).json()["totals"]
    assert (totals["cost"], totals["unpriced_calls"]) == (None, 1)


async def test_usage_is_of_the_days_that_were_asked_for(desk: LlmDesk, ann: httpx.AsyncClient) -> None:
    await _spend(desk, "ann", "cheap", Decimal("0.01"))
    same_day = (await ann.get("/usage?since=2026-01-02&until=2026-01-02")).json()
    assert len(same_day["lines"]) == 1
    assert (await ann.get("/usage?until=2026-01-01")).json()["lines"] == []
    assert (await ann.get("/usage?until=2000-01-05")).json()["since"] == "2000-01-01"


@pytest.mark.parametrize(
    ("question", "says"),
    [
        ("usage?since=yesterday", "since"),
        ("usage?since=2026-01-02&until=2026-01-01", "put the earlier day first"),
        ("usage?until=0001-01-02", "put the earlier day first"),
        ("usage?since=0001-01-01", "ask between"),
        ("usage?until=9999-12-31", "ask between"),
        ("calls?limit=0", "limit"),
        ("calls?limit=501", "limit"),
        ("calls?run_id=a%00b", "run_id"),
    ],
)
async def test_a_wrong_question_is_answered_with_the_way_out(ann: httpx.AsyncClient, question: str, says: str) -> None:
    answer = await ann.get(f"/{question}")
    assert answer.status_code == 400
    assert says in answer.json()["error"]["message"]


async def test_calls_are_listed_with_what_they_cost_and_refusals_too(
    desk: LlmDesk, ann: httpx.AsyncClient, bob: httpx.AsyncClient
) -> None:
    await _spend(desk, "ann", "cheap", Decimal("0.01"))
    desk.clock.move(seconds=1)
    with pytest.raises(BudgetExhausted):
        await desk.ledger.begin(_attempt(desk, "ann", "dear", Decimal(100)))
    refused, done = (await ann.get("/calls?run_id=run-1")).json()["calls"]
    assert (done["model"], done["status"], done["cost"], done["latency_ms"]) == ("cheap", "completed", "0.01", 40)
    assert (refused["model"], refused["status"], refused["error_code"]) == ("dear", "failed", "budget_exhausted")
    assert len((await ann.get("/calls?limit=1")).json()["calls"]) == 1
    assert (await ann.get("/calls?run_id=other")).json()["calls"] == []
    assert (await bob.get("/calls")).json()["calls"] == []


async def test_everything_is_for_people_who_signed_in(desk: LlmDesk) -> None:
    async with desk.client(None) as nobody:
        for answer in (
            await nobody.get("/configs"),
            await nobody.post("/configs", json=MINE),
            await nobody.patch("/configs/mine", json={}),
            await nobody.delete("/configs/mine"),
            await nobody.post("/configs/mine/test"),
            await nobody.get("/usage"),
            await nobody.get("/calls"),
        ):
            assert answer.status_code == 401
