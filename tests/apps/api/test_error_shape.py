"""Whatever goes wrong, a client gets the one error shape, a real status, and no traceback."""

import json
import random
import re
import string
from collections.abc import AsyncIterator
from itertools import product

import httpx
import pytest
from fastapi import FastAPI

from apps.api.main import create_app

LOGIN = "/api/v1/auth/login"
REGISTER = "/api/v1/auth/register"


def assert_error(response: httpx.Response, status: int, asked: object = None) -> dict[str, object]:
    assert response.status_code == status, (asked, response.text)
    body = response.json()
    assert set(body) == {"error"}
    assert set(body["error"]) == {"code", "message", "details"}
    assert body["error"]["code"]
    assert body["error"]["message"]
    assert "Traceback" not in response.text
    assert response.headers["x-request-id"]
    error: dict[str, object] = body["error"]
    return error


async def test_an_unknown_address_is_404(client: httpx.AsyncClient) -> None:
    for method in ("GET", "POST", "PUT", "PATCH", "DELETE"):
        assert_error(await client.request(method, "/api/v1/nothing-here"), 404, method)


async def test_what_the_server_itself_would_serve_is_404_and_not_the_page(client: httpx.AsyncClient) -> None:
    for path in ("/assets/missing.js", "/api", "/api/", "/mcp/x"):
        assert_error(await client.get(path), 404, path)


async def test_nothing_outside_the_page_is_served(client: httpx.AsyncClient) -> None:
    for path in ("/%2e%2e/%2e%2e/pyproject.toml", "/assets/..%2f..%2f..%2f..%2fpyproject.toml"):
        assert "importlinter" not in (await client.get(path)).text, path


async def test_a_wrong_method_is_405_and_says_which_are_taken(client: httpx.AsyncClient) -> None:
    response = await client.delete("/api/v1/auth/me")
    assert_error(response, 405)
    assert response.headers["allow"] == "GET"
    chinese = await client.delete("/api/v1/auth/me", headers={"accept-language": "zh"})
    assert chinese.json()["error"]["message"] == "这个地址不接受这种请求方法，可用：GET。"


BAD_BODIES = [
    b"",
    b"{",
    b"[]",
    b"null",
    b'"text"',
    b"\xff\xfe\x00",
    b'{"email": 1, "password": []}',
    b'{"email": "ann@example.org"}',
    b'{"email": "ann@example.org", "password": null}',
    b'{"email": "ann@example.org", "password": true}',
    b'{"email": "ann@example.org", "password": "0123456789", "admin": true}',
    b'{"email": "not an email", "password": "0123456789"}',
    b'{"email": "a@b.co\\u0000", "password": "0123456789"}',
    b'{"email": "ann@example.org", "password": "0123456789", "name": "\\u0000"}',
    b'{"email": "ann@example.org", "password": "0123456789", "name": "\\ud800"}',
    b'{"email": "ann@example.org", "password": "0123456789", "name": ""}',
    b"[" * 50_000,
    b'{"email": NaN}',
]


async def test_a_bad_body_is_400(client: httpx.AsyncClient) -> None:
    for body in BAD_BODIES:
        response = await client.post(REGISTER, content=body, headers={"content-type": "application/json"})
        assert_error(response, 400, body[:200])


async def test_a_bad_body_is_explained_by_field_and_not_repeated(client: httpx.AsyncClient) -> None:
    body = {"email": "ann@example.org", "password": "hunter2"}
    response = await client.post(REGISTER, json=body)
    error = assert_error(response, 400)
    assert "password" in str(error["message"])
    assert "hunter2" not in response.text


async def test_a_form_is_not_taken_for_json(client: httpx.AsyncClient) -> None:
    assert_error(await client.post(LOGIN, data={"email": "a", "password": "b"}), 400)


async def test_a_huge_body_is_413_whether_its_length_is_declared_or_not(client: httpx.AsyncClient) -> None:
    assert_error(await client.post(LOGIN, content=b"x" * 2_000_001), 413)

    async def chunks() -> AsyncIterator[bytes]:
        for _ in range(30):
            yield b"x" * 100_000

    assert_error(await client.post(LOGIN, content=chunks()), 413)


async def test_a_chunked_body_within_the_limit_is_read(client: httpx.AsyncClient) -> None:
    async def chunks() -> AsyncIterator[bytes]:
        for piece in (b'{"email": "ann@example.org", ', b'"password": "wrong"}'):
            yield piece

    response = await client.post(LOGIN, content=chunks(), headers={"content-type": "application/json"})
    assert_error(response, 401)


async def test_a_bad_token_is_401(client: httpx.AsyncClient) -> None:
    for header in ("Bearer", "Bearer x.y.z", "Basic YTpi", "Bearer \t", "nonsense"):
        response = await client.get("/api/v1/auth/me", headers={"authorization": header})
        assert_error(response, 401, header)
        assert response.headers["www-authenticate"] == "Bearer", header


async def test_a_bad_query_is_400(client: httpx.AsyncClient) -> None:
    for query in ("limit=0", "limit=many", "limit=1e3", "limit=999999999999999999999"):
        assert_error(await client.get(f"/api/v1/jobs?{query}"), 400, query)


async def test_an_instant_at_the_end_of_time_is_no_fault_in_any_zone(client: httpx.AsyncClient) -> None:
    last = "9999-12-31T23:59:59-23:59"
    for name in ("as_of", "start", "end"):
        response = await client.get("/api/v1/data/bars/DEMO1.SZ", params={"timeframe": "1d", name: last})
        assert response.status_code < 500, name


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("/api/v1/chat/stream", '{"message": "hello", "client_turn_id": "%s"}'),
        ("/api/v1/switches/me", '{"is_on": true, "reason": "%s"}'),
        ("/api/v1/broker-accounts/paper", '{"label": "%s"}'),
    ],
)
async def test_half_a_character_is_refused_in_what_is_stored(client: httpx.AsyncClient, path: str, body: str) -> None:
    for half in (r"\ud800", r"a\udfffb"):
        response = await client.post(path, content=body % half, headers={"content-type": "application/json"})
        assert response.status_code == 400, (path, half)


def _numbers_asked_for() -> list[tuple[str, str, str, dict[str, int]]]:
    """Method, path, name and limits of every number in the address of a request."""
    return [
        (method, path, parameter["name"], each)
        for path, methods in create_app().openapi()["paths"].items()
        for method, operation in methods.items()
        for parameter in operation.get("parameters", [])
        for each in (parameter["schema"], *parameter["schema"].get("anyOf", []))
        if each.get("type") == "integer"
    ]


def test_every_number_in_an_address_has_limits_that_a_database_can_hold() -> None:
    asked = _numbers_asked_for()
    assert len(asked) > 30
    unlimited = [
        (method, path, name)
        for method, path, name, limits in asked
        if not (limits.get("minimum", -(2**64)) >= 0 and limits.get("maximum", 2**64) < 2**63)
    ]
    assert unlimited == []


async def test_a_number_beyond_its_limits_is_400_wherever_it_stands(client: httpx.AsyncClient) -> None:
    for method, path, name, _ in _numbers_asked_for():
        for number in (2**63, -(2**63) - 1, 2**64, 10**30):
            address = re.sub(r"\{\w+\}", "none", path.replace(f"{{{name}}}", str(number)))
            query: dict[str, str | int] = {"from": 1, "to": 1, "symbol": "DEMO1.SZ", name: number}
            response = await client.request(method, address, params=query)
            # The orders of a deployment that is not there are missing, whichever page of them is asked for.
            missing = path.startswith("/api/v1/deployments/{") and response.status_code == 404
            assert_error(response, 404 if missing else 400, (path, name, number))


async def test_a_host_that_cannot_be_read_is_400(client: httpx.AsyncClient) -> None:
    hosts = (
        "[::1",
        "::1",
        "[::1]x",
        "[zz]",
        "[::1]]:8000",
        "local host",
        "a@127.0.0.1",
        "127.0.0.1:port",
        "a/b",
        "[",
        "]",
    )
    for host, path in product(hosts, ("/api/v1/auth/me", "/healthz", "/", "/mcp/strategy", "/api/v1/jobs/")):
        assert_error(await client.get(path, headers={"host": host}), 400, (host, path))


@pytest.mark.usefixtures("password_mode")
async def test_a_host_that_cannot_be_read_is_400_with_passwords_too(client: httpx.AsyncClient) -> None:
    for path in ("/healthz", "/", "/api/v1/jobs/"):
        assert_error(await client.get(path, headers={"host": "[::1"}), 400, path)


async def test_an_origin_that_cannot_be_read_is_foreign(client: httpx.AsyncClient) -> None:
    assert_error(await client.get("/api/v1/auth/me", headers={"origin": "http://[::1"}), 403)


async def test_a_fault_of_ours_is_500_with_the_number_to_ask_about(app: FastAPI, client: httpx.AsyncClient) -> None:
    @app.get("/api/v1/planted-fault")
    async def fault() -> None:
        raise RuntimeError("the inner secret")

    app.router.routes.insert(0, app.router.routes.pop())
    response = await client.get("/api/v1/planted-fault", headers={"x-request-id": "my-id-7"})
    error = assert_error(response, 500)
    assert "inner secret" not in response.text
    assert error["details"] == {"request_id": "my-id-7"}


async def test_a_request_keeps_its_id_only_when_it_is_a_plain_one(client: httpx.AsyncClient) -> None:
    kept = await client.get("/healthz", headers={"x-request-id": "abc-123"})
    assert kept.headers["x-request-id"] == "abc-123"
    for odd in ("a b", "x" * 65, "<script>"):
        changed = await client.get("/healthz", headers={"x-request-id": odd})
        assert changed.headers["x-request-id"] != odd


async def test_random_rubbish_never_makes_a_server_error(client: httpx.AsyncClient) -> None:
    dice = random.Random(20261115)
    values: list[object] = [None, True, 0, -1.5, "", "x", [], {}, "\ud800", "\x00", "é" * 300, 10**30]
    paths = [LOGIN, REGISTER, "/api/v1/auth/refresh", "/api/v1/auth/logout", "/api/v1/jobs/x/cancel"]
    fields = ["email", "password", "name", "refresh_token", "extra"]
    for _ in range(300):
        body = {dice.choice(fields): dice.choice(values) for _ in range(dice.randrange(5))}
        text = json.dumps(body)
        if dice.random() < 0.3:
            position = dice.randrange(len(text))
            text = text[:position] + dice.choice(string.printable) + text[position + 1 :]
        response = await client.post(dice.choice(paths), content=text, headers={"content-type": "application/json"})
        assert response.status_code < 500, (text, response.text)
        if response.status_code >= 400:
            assert_error(response, response.status_code)


async def test_errors_are_said_in_the_language_that_the_request_accepts(client: httpx.AsyncClient) -> None:
    for header, sentence in {
        "zh-CN,zh;q=0.9,en;q=0.8": "这个地址没有内容。",
        "fr, zh;q=0.4, en;q=0.3": "这个地址没有内容。",
        "en, zh;q=0.9": "Nothing is served at this address.",
        "zh;q=none": "Nothing is served at this address.",
        "": "Nothing is served at this address.",
    }.items():
        response = await client.get("/api/v1/nothing-here", headers={"accept-language": header})
        assert assert_error(response, 404)["message"] == sentence, header


@pytest.mark.parametrize(
    ("body", "english", "chinese"),
    [
        ({"email": "a@b.cd"}, "password is required.", "password：必填。"),
        ({"email": 5, "password": "x" * 12}, "email must be text.", "email：应为文本。"),
        (
            {"email": "a@b.cd", "password": "x"},
            "password must have at least 10 characters.",
            "password：至少 10 个字符。",
        ),
    ],
)
async def test_a_bad_field_is_said_in_the_language_that_the_request_accepts(
    client: httpx.AsyncClient, body: dict[str, object], english: str, chinese: str
) -> None:
    for header, sentence in (("en", english), ("zh", chinese)):
        response = await client.post(REGISTER, json=body, headers={"accept-language": header})
        assert assert_error(response, 400)["message"] == sentence
