"""`parley llm` as a person types it, against a server of the test's own."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

import pytest

from tests.apps.cli.terminal import Answer, forked_off, typed

KEY = "sk-live-0123456789abcdef"
ANSWER = {
    "id": "chatcmpl-1",
    "object": "chat.completion",
    "created": 1,
    "model": "tiny",
    "choices": [{"index": 0, "finish_reason": "stop", "message": {"role": "assistant", "content": "ready"}}],
    "usage": {"prompt_tokens": 12, "completion_tokens": 3, "total_tokens": 15},
}
REFUSAL = {"error": {"message": f"Incorrect API key provided: {KEY}.", "type": "invalid_request_error"}}


def _llm(*arguments: str, **environment: str) -> Answer:
    return typed("llm", *arguments, **environment)


def _doctor(**environment: str) -> dict[str, tuple[str, str]]:
    findings = json.loads(typed("doctor", "--json", **environment).stdout)
    return {finding["topic"]: (finding["state"], finding["says"]) for finding in findings}


@contextmanager
def _server(status: int, body: object) -> Iterator[dict[str, str]]:
    """A model server that always answers this; gives the settings that point at it."""

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            self.rfile.read(int(self.headers["content-length"]))
            answer = json.dumps(body).encode()
            self.send_response(status)
            self.send_header("content-type", "application/json")
            self.send_header("content-length", str(len(answer)))
            self.end_headers()
            self.wfile.write(answer)

        def log_message(self, *_: object) -> None:
            """Says nothing."""

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        thread = Thread(target=server.serve_forever, args=(0.01,))
        thread.start()
        try:
            yield {
                "OPENAI_BASE_URL": f"http://127.0.0.1:{server.server_port}/v1",
                "OPENAI_API_KEY": KEY,
                "PARLEY_LLM_MODEL": "tiny",
                "PARLEY_LLM_API": "chat_completions",
            }
        finally:
            server.shutdown()
            thread.join()


@pytest.fixture(autouse=True)
def _no_anthropic(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("ANTHROPIC_API_KEY", raising=False)


def test_without_a_model_the_list_says_how_to_get_one() -> None:
    answer = _llm("list")
    assert answer.returncode == 0, answer.stderr
    assert "the desk works by its rules: set OPENAI_API_KEY" in answer.stdout
    assert json.loads(_llm("list", "--json").stdout) == []


def test_the_list_shows_what_the_settings_say_and_masks_the_key() -> None:
    environment = {"OPENAI_API_KEY": KEY, "PARLEY_LLM_MODEL": "gpt-x"}
    answer = _llm("list", "--json", **environment)
    (entry,) = json.loads(answer.stdout)
    assert (entry["alias"], entry["model"], entry["key"], entry["origin"]) == ("default", "gpt-x", "…cdef", "settings")
    assert KEY not in answer.stdout + answer.stderr + _llm("list", **environment).stdout


def test_a_model_is_asked_and_the_usage_knows_of_it() -> None:
    with _server(200, ANSWER) as environment:
        asked = _llm("test", "default", **environment)
        as_json = _llm("test", "default", "--json", **environment)
        usage = _llm("usage", "--json", **environment)
        table = _llm("usage", **environment)
    assert asked.returncode == 0, asked.stderr
    assert asked.stdout.startswith("default (tiny) answered in ")
    assert "12 + 3 tokens, price unknown" in asked.stdout
    told = json.loads(as_json.stdout)
    assert (told["ok"], told["answer"], told["cost"], told["usage"]["input_tokens"]) == (True, "ready", None, 12)
    totals = json.loads(usage.stdout)["totals"]
    assert (totals["calls"], totals["input_tokens"], totals["cost"], totals["unpriced_calls"]) == (2, 24, None, 2)
    assert "price unknown" in table.stdout


def test_a_refused_key_is_one_sentence_without_the_key() -> None:
    with _server(401, REFUSAL) as environment:
        answer = forked_off("llm", "test", "default", **environment)
    assert answer.returncode == 1
    assert answer.stderr.strip()
    assert "Traceback" not in answer.stderr
    assert KEY not in answer.stdout + answer.stderr


def test_a_budget_that_is_too_small_refuses_before_anything_is_sent() -> None:
    with _server(500, {}) as environment:
        answer = _llm("test", "default", "--json", PARLEY_LLM_BUDGET_DAY_TOKENS="1", **environment)
    assert answer.returncode == 1
    assert json.loads(answer.stdout)["error_code"] == "budget_exhausted"


@pytest.mark.parametrize(
    ("arguments", "environment", "says"),
    [
        (("test", "nobody"), {"OPENAI_API_KEY": KEY}, "You have no model configuration nobody"),
        (("test", "default"), {"OPENAI_BASE_URL": "http://127.0.0.1:9/v1"}, "set PARLEY_LLM_MODEL"),
        (("usage", "--since", "soon"), {}, "--since is 'soon': write a day as"),
        (("usage", "--since", "2026-02-01", "--until", "2026-01-01"), {}, "put the earlier day first"),
        (("list",), {"PARLEY_LLM_BUDGET_RUN_USD": "0"}, "PARLEY_LLM_BUDGET_RUN_USD must be greater than 0."),
        (("list",), {"PARLEY_LLM_RECORD": "a", "PARLEY_LLM_REPLAY": "b"}, "either record or replay"),
    ],
)
def test_what_is_wrong_is_one_sentence_that_helps(
    arguments: tuple[str, ...], environment: dict[str, str], says: str
) -> None:
    answer = _llm(*arguments, **environment)
    assert answer.returncode == 1
    assert says in " ".join(answer.stderr.split())
    assert "Traceback" not in answer.stderr


def test_the_key_of_the_vault_is_changed(home: Path) -> None:
    first, second = (json.loads(_llm("rotate-key", "--json").stdout) for _ in range(2))
    assert (first["resealed"], second["retired"]) == (0, [first["key_id"]])
    assert [path.name for path in (home / "keys").glob("model-keys.*")] == [f"model-keys.{second['key_id']}.key"]


def test_the_doctor_knows_which_makers_are_set_and_that_another_server_needs_a_model_name() -> None:
    found = _doctor(ANTHROPIC_API_KEY=KEY)
    assert found["ANTHROPIC_API_KEY"][0] == "ok"
    assert found["OPENAI_API_KEY"] == ("optional", "would add experts, debate and chat by a language model")
    assert "PARLEY_LLM_MODEL" not in found
    found = _doctor(OPENAI_BASE_URL="http://localhost:11434/v1")
    assert found["OPENAI_API_KEY"][0] == "ok"
    assert found["PARLEY_LLM_MODEL"][0] == "broken"
    assert "set PARLEY_LLM_MODEL" in found["PARLEY_LLM_MODEL"][1]
