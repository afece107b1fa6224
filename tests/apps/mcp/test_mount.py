"""The tool servers at `/mcp/<domain>`: only POST, only known domains, and never from another page."""

import pytest

from tests.apps.mcp.live import LiveDesk
from tests.local_http import local

LIST = {"jsonrpc": "2.0", "id": 1, "method": "tools/list", "params": {}}
HEADERS = {"accept": "application/json, text/event-stream", "mcp-protocol-version": "2025-06-18"}


@pytest.mark.parametrize("method", ["GET", "DELETE", "PUT"])
def test_there_is_no_stream_to_get_and_no_session_to_delete(live: LiveDesk, method: str) -> None:
    answer = local().request(method, f"{live.url}/mcp/strategy", headers=HEADERS)
    assert (answer.status_code, answer.headers["allow"]) == (405, "POST")
    assert answer.json()["error"]["code"] == "method_not_allowed"


@pytest.mark.parametrize("domain", ["nothing", "strategy/tools", "..%2fstrategy", "Strategy"])
def test_an_unknown_server_is_not_found_and_the_known_ones_are_named(live: LiveDesk, domain: str) -> None:
    answer = local().post(f"{live.url}/mcp/{domain}", json=LIST, headers=HEADERS)
    assert answer.status_code == 404
    assert "market_data" in answer.json()["error"]["message"]


def test_another_page_cannot_call(live: LiveDesk) -> None:
    for foreign in ({"origin": "https://evil.example"}, {"host": "evil.example"}):
        answer = local().post(f"{live.url}/mcp/strategy", json=LIST, headers=HEADERS | foreign)
        assert (answer.status_code, answer.json()["error"]["code"]) == (403, "foreign_caller")


@pytest.mark.parametrize("body", [b"", b"{", b"[]", b"null", b'"x"', b"\xff\xfe", b'{"jsonrpc":"2.0"}', b"[" * 100_000])
def test_what_is_no_call_is_refused_without_a_fault(live: LiveDesk, body: bytes) -> None:
    live.complaints.heard.clear()
    sent = HEADERS | {"content-type": "application/json"}
    answer = local().post(f"{live.url}/mcp/strategy", content=body, headers=sent, timeout=60)
    assert 400 <= answer.status_code < 500, answer.text
    assert live.complaints.heard == []
