"""A model server without the name of a model: named everywhere, and the desk goes on by its rules."""

import json
from pathlib import Path
from typing import Any

import httpx
import pytest

URL = "http://127.0.0.1:9/v1"


@pytest.fixture(autouse=True)
def _begun(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Before the app is made."""
    for name in ("OPENAI_API_KEY", "ANTHROPIC_API_KEY", "PARLEY_LLM_MODEL"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("OPENAI_BASE_URL", URL)


@pytest.mark.parametrize(
    ("language", "told"), [("en", "set PARLEY_LLM_MODEL to a name"), ("zh", "请把 PARLEY_LLM_MODEL")]
)
async def test_the_page_stays_and_says_what_to_set(client: httpx.AsyncClient, language: str, told: str) -> None:
    about = (await client.get("/api/v1/about", headers={"accept-language": language})).raise_for_status().json()
    assert about["desk_mode"] == "rules"
    assert told in about["model_problem"]
    assert (await client.get("/api/v1/switches")).status_code == 200


async def test_the_readiness_names_it_and_is_ready(client: httpx.AsyncClient) -> None:
    ready = (await client.get("/readyz")).raise_for_status().json()
    assert ready["status"] == "ready"
    assert "PARLEY_LLM_MODEL" in ready["checks"]["model"]


async def test_a_turn_says_it_once_and_the_rules_go_on_with_their_buttons(client: httpx.AsyncClient) -> None:
    first = await _said(client, {"message": "hello", "language": "en"})
    assert "set PARLEY_LLM_MODEL to a name" in first["text"]
    assert (first["done"]["stream_error"], first["done"]["usage"]["engine"]) == (None, "rules")
    assert [card["type"] for card in first["cards"]] == ["choice_prompt"]
    again = await _said(client, {"message": "hello", "session_id": first["done"]["session_id"]})
    assert "PARLEY_LLM_MODEL" not in again["text"]
    assert [card["type"] for card in again["cards"]] == ["choice_prompt"]


async def _said(client: httpx.AsyncClient, body: dict[str, str]) -> dict[str, Any]:
    answer = (await client.post("/api/v1/chat/stream?raw=false", json=body)).raise_for_status().text
    events = [json.loads(line[6:]) for line in answer.splitlines() if line.startswith("data: ")]
    return {
        "text": "".join(each["delta"] for each in events if each["type"] == "text_delta"),
        "cards": [each["payload"] for each in events if each["type"] == "genui"],
        "done": events[-1],
    }
