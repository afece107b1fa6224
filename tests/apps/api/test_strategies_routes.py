"""Stored strategies over HTTP: every way to change one, and nobody else's."""

from typing import Any

import httpx
from fastapi import FastAPI

from apps.api.services import AppContext
from packages.domain.strategy.lineage import TrialKind
from packages.domain.strategy.yaml_text import write_yaml
from tests.apps.api.test_error_shape import assert_error
from tests.corpus.sample_strategy import changed, sample, without

STRATEGIES = "/api/v1/strategies"
PERIOD = "/factors/ema_5/params/period"
FASTER = [{"op": "replace", "path": PERIOD, "value": 8}]
MISSING = "00000000-0000-7000-8000-000000000099"


async def _create(client: httpx.AsyncClient, **body: object) -> dict[str, Any]:
    response = await client.post(STRATEGIES, json=body or {"document": sample()})
    assert response.status_code == 201, response.text
    made: dict[str, Any] = response.json()
    return made


async def test_a_strategy_is_created_and_read_back(client: httpx.AsyncClient) -> None:
    made = await _create(client)
    assert (made["name"], made["version"], made["archived_at"], made["trials"]) == ("Average cross", 1, None, 0)
    assert made["document"] == sample()
    assert (await client.get(f"{STRATEGIES}/{made['strategy_id']}")).json() == made


async def test_a_text_in_yaml_is_taken_and_given_back(client: httpx.AsyncClient) -> None:
    made = await _create(client, text=write_yaml(sample()), format="yaml", name="双均线")
    assert made["document"] == changed("/strategy/name", "双均线")
    text = await client.get(f"{STRATEGIES}/{made['strategy_id']}/yaml")
    assert text.headers["content-type"].startswith("application/yaml")
    again = await _create(client, text=text.text)
    assert again["content_hash"] == made["content_hash"]


async def test_an_invalid_document_is_400_with_every_problem(client: httpx.AsyncClient) -> None:
    error = assert_error(await client.post(STRATEGIES, json={"document": without("/factors/ema_20")}), 400)
    assert error["code"] == "invalid_strategy"
    problems = error["details"]["problems"]  # type: ignore[index]
    assert [problem["stage"] for problem in problems] == ["semantic", "semantic"]
    for problem in problems:
        assert set(problem) == {"stage", "code", "pointer", "expected", "found", "suggestion"}
        assert problem["pointer"].startswith("/trade/long")
    assert (await client.get(STRATEGIES)).json()["strategies"] == []


async def test_a_body_that_holds_no_strategy_is_400(client: httpx.AsyncClient) -> None:
    bodies: list[dict[str, object]] = [
        {},
        {"document": sample(), "text": "{}"},
        {"document": None},
        {"document": sample(), "nonsense": 1},
        {"document": sample(), "name": ""},
        {"document": sample(), "name": "\x00"},
        {"document": sample(), "name": 7},
        {"document": []},
        {"document": "text"},
        {"text": "{"},
        {"text": "a: [", "format": "yaml"},
        {"text": "x", "format": "toml"},
    ]
    for body in bodies:
        assert_error(await client.post(STRATEGIES, json=body), 400)
    assert (await client.get(STRATEGIES)).json()["strategies"] == []


async def test_strategies_are_listed_newest_first_by_pages_and_by_name(client: httpx.AsyncClient) -> None:
    names = ["alpha", "Beta", "双均线", "beta 2"]
    for name in names:
        await _create(client, document=sample(), name=name)
    first = (await client.get(STRATEGIES, params={"limit": 3})).json()
    rest = (await client.get(STRATEGIES, params={"limit": 3, "before": first["next"]})).json()
    listed = [each["name"] for page in (first, rest) for each in page["strategies"]]
    assert sorted(listed) == sorted(names)
    assert len(first["strategies"]) == 3
    assert rest["next"] is None
    found = (await client.get(STRATEGIES, params={"search": "BETA"})).json()["strategies"]
    assert {each["name"] for each in found} == {"Beta", "beta 2"}


async def test_versions_are_made_by_patch_put_and_rollback_and_told_apart(client: httpx.AsyncClient) -> None:
    path = f"{STRATEGIES}/{(await _create(client))['strategy_id']}"
    patched = await client.patch(path, json={"expected_version": 1, "ops": FASTER})
    assert (patched.status_code, patched.json()["version"]) == (200, 2)
    replaced = await client.put(path, json={"expected_version": 2, "document": changed(PERIOD, 9)})
    assert replaced.json()["version"] == 3
    back = await client.post(f"{path}/rollback", json={"version": 1, "expected_version": 3})
    assert back.json()["document"] == sample()
    versions = (await client.get(f"{path}/versions", params={"limit": 3})).json()
    assert [(each["version"], each["restores"]) for each in versions["versions"]] == [(4, 1), (3, None), (2, None)]
    assert versions["next"] == 2
    assert (await client.get(f"{path}/versions/2")).json()["document"] == changed(PERIOD, 8)
    told = (await client.get(f"{path}/diff", params={"from": 1, "to": 2})).json()
    assert told["patch"] == FASTER
    assert set(told["sentences"]) == {"zh", "en"}
    assert "EMA(8)" in " ".join(told["sentences"]["en"])


async def test_a_stale_change_is_409_and_says_where_the_strategy_is(client: httpx.AsyncClient) -> None:
    path = f"{STRATEGIES}/{(await _create(client))['strategy_id']}"
    await client.patch(path, json={"expected_version": 1, "ops": FASTER})
    error = assert_error(await client.patch(path, json={"expected_version": 1, "ops": FASTER}), 409)
    assert error["details"] == {"expected_version": 1, "current_version": 2}


async def test_what_says_the_same_keeps_the_version(client: httpx.AsyncClient) -> None:
    made = await _create(client)
    same = await client.put(f"{STRATEGIES}/{made['strategy_id']}", json={"expected_version": 1, "document": sample()})
    assert same.json() == made


async def test_a_patch_that_cannot_be_taken_changes_nothing(client: httpx.AsyncClient) -> None:
    made = await _create(client)
    path = f"{STRATEGIES}/{made['strategy_id']}"
    for ops, status in (
        ({}, 400),
        ([{"op": "jump", "path": "/"}], 400),
        ([{"op": "remove", "path": "/factors/ema_20"}], 400),
        ([{"op": "remove", "path": "/nowhere"}], 409),
        ([{"op": "test", "path": PERIOD, "value": 99}], 409),
    ):
        assert_error(await client.patch(path, json={"expected_version": 1, "ops": ops}), status)
    assert_error(await client.patch(path, json={"expected_version": "1", "ops": FASTER}), 400)
    assert (await client.get(path)).json() == made


async def test_a_fork_and_a_deleted_strategy_keep_the_count_of_trials(app: FastAPI, client: httpx.AsyncClient) -> None:
    made = await _create(client)
    desk: AppContext = app.state.services
    now = desk.library.clock.now()
    await desk.strategies.ledger.record(made["lineage_id"], "k", TrialKind.SWEEP, 25, at=now)
    path = f"{STRATEGIES}/{made['strategy_id']}"
    deleted = await client.delete(path)
    assert deleted.status_code == 200
    assert deleted.json()["archived_at"]
    assert (await client.get(STRATEGIES)).json()["strategies"] == []
    listed = (await client.get(STRATEGIES, params={"archived": True})).json()["strategies"]
    assert [each["strategy_id"] for each in listed] == [made["strategy_id"]]
    assert_error(await client.patch(path, json={"expected_version": 1, "ops": FASTER}), 409)
    assert (await client.post(f"{path}/restore")).json()["archived_at"] is None
    [listed] = (await client.get(STRATEGIES)).json()["strategies"]
    assert (listed["tickers"], listed["timeframe"]) == (made["document"]["universe"]["tickers"], "1d")
    fork = await client.post(f"{path}/fork", json={"name": "Second life"})
    assert fork.status_code == 201
    assert (fork.json()["trials"], fork.json()["name"], fork.json()["version"]) == (25, "Second life", 1)


def _every_way(strategy_id: str) -> list[tuple[str, str, object]]:
    path = f"{STRATEGIES}/{strategy_id}"
    return [
        ("GET", path, None),
        ("PUT", path, {"expected_version": 1, "document": sample()}),
        ("PATCH", path, {"expected_version": 1, "ops": FASTER}),
        ("DELETE", path, None),
        ("POST", f"{path}/restore", None),
        ("GET", f"{path}/versions", None),
        ("GET", f"{path}/versions/1", None),
        ("GET", f"{path}/diff?from=1&to=1", None),
        ("POST", f"{path}/rollback", {"version": 1, "expected_version": 1}),
        ("POST", f"{path}/fork", {}),
        ("GET", f"{path}/explain", None),
        ("GET", f"{path}/tunables", None),
        ("GET", f"{path}/yaml", None),
    ]


async def test_another_persons_strategy_is_404_in_every_way(app: FastAPI, client: httpx.AsyncClient) -> None:
    desk: AppContext = app.state.services
    theirs = await desk.strategies.create("somebody-else", sample())
    for strategy_id in (theirs.id, MISSING, "typo", "%00", "%F0%9F%92%A5"):
        for method, path, body in _every_way(strategy_id):
            error = assert_error(await client.request(method, path, json=body), 404)
            assert error["code"] == "unknown_strategy", path
    assert await desk.strategies.get("somebody-else", theirs.id) == theirs
    assert (await client.get(STRATEGIES)).json()["strategies"] == []


async def test_a_version_that_never_was_is_404_and_one_that_is_none_400(client: httpx.AsyncClient) -> None:
    path = f"{STRATEGIES}/{(await _create(client))['strategy_id']}"
    assert_error(await client.get(f"{path}/versions/2"), 404)
    assert_error(await client.get(f"{path}/diff", params={"from": 1, "to": 7}), 404)
    for bad in ("0", "-1", "x", "99999999999999999999"):
        assert_error(await client.get(f"{path}/versions/{bad}"), 400)
        assert_error(await client.get(f"{path}/explain", params={"version": bad}), 400)
    assert_error(await client.get(f"{path}/diff", params={"from": 1}), 400)
    assert_error(await client.get(STRATEGIES, params={"search": "\x00"}), 400)
    assert_error(await client.get(STRATEGIES, params={"limit": 0}), 400)


async def test_without_a_token_there_are_no_strategies(password_mode: None, client: httpx.AsyncClient) -> None:
    assert_error(await client.get(STRATEGIES), 401)
    assert_error(await client.post(f"{STRATEGIES}/validate", json={"document": {}}), 401)
