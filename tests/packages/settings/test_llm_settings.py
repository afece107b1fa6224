"""Which model the settings mean, and what it may cost."""

from decimal import Decimal
from pathlib import Path

import pytest

from packages.settings.base import WrongSetting, read
from packages.settings.llm import LlmSettings


@pytest.fixture(autouse=True)
def _no_settings(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("ANTHROPIC_API_KEY", raising=False)


def _read(monkeypatch: pytest.MonkeyPatch, **environment: str) -> LlmSettings:
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    return read(LlmSettings)


@pytest.mark.parametrize(
    ("environment", "mode"),
    [
        ({}, "rules"),
        ({"PARLEY_LLM_MODEL": "m", "PARLEY_LLM_BUDGET_DAY_USD": "1", "PARLEY_LLM_RECORD": "a.jsonl"}, "rules"),
        ({"OPENAI_API_KEY": ""}, "rules"),
        ({"OPENAI_API_KEY": "sk-1"}, "llm"),
        ({"OPENAI_BASE_URL": "http://localhost:11434/v1"}, "llm"),
        ({"ANTHROPIC_API_KEY": "sk-ant-1"}, "llm"),
        ({"PARLEY_LLM_REPLAY": "capsule.jsonl"}, "llm"),
    ],
)
def test_the_desk_works_by_rules_until_a_model_is_named(
    monkeypatch: pytest.MonkeyPatch, environment: dict[str, str], mode: str
) -> None:
    assert _read(monkeypatch, **environment).mode == mode


def test_budgets_are_exact_and_nothing_is_limited_unless_said(monkeypatch: pytest.MonkeyPatch) -> None:
    assert _read(monkeypatch).llm_budget_run_usd is None
    settings = _read(monkeypatch, PARLEY_LLM_BUDGET_RUN_USD="0.10", PARLEY_LLM_BUDGET_DAY_TOKENS="5000")
    assert settings.llm_budget_run_usd == Decimal("0.10")
    assert settings.llm_budget_day_tokens == 5000


@pytest.mark.parametrize(
    ("name", "value", "says"),
    [
        ("PARLEY_LLM_BUDGET_RUN_USD", "0", "greater than 0"),
        ("PARLEY_LLM_BUDGET_USER_USD", "-1", "greater than 0"),
        ("PARLEY_LLM_BUDGET_DAY_USD", "NaN", ""),
        ("PARLEY_LLM_BUDGET_RUN_TOKENS", "1.5", ""),
        ("PARLEY_LLM_BUDGET_USER_TOKENS", "0", "greater than 0"),
        ("PARLEY_LLM_TIMEOUT_SECONDS", "0", "greater than 0"),
        ("PARLEY_LLM_TIMEOUT_SECONDS", "inf", ""),
        ("OPENAI_BASE_URL", "localhost:11434/v1", "such as https://"),
        ("OPENAI_BASE_URL", "https://ann:secret@example.org/v1", "the key has a setting of its own"),
        ("OPENAI_BASE_URL", "https://example.org:port/v1", ""),
        ("OPENAI_API_KEY", "sk-two words", "the whole key"),
        ("ANTHROPIC_API_KEY", "sk-…abcd", "the whole key"),
    ],
)
def test_a_wrong_value_is_named_and_never_repeated(
    monkeypatch: pytest.MonkeyPatch, name: str, value: str, says: str
) -> None:
    with pytest.raises(WrongSetting, match=f"{name} (must|is not) .*{says}") as wrong:
        _read(monkeypatch, **{name: value})
    assert "secret" not in str(wrong.value)
    assert "sk-" not in str(wrong.value)


def test_recording_and_replaying_at_once_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(WrongSetting, match="PARLEY_LLM_REPLAY cannot be set together with PARLEY_LLM_RECORD"):
        _read(monkeypatch, PARLEY_LLM_RECORD="a.jsonl", PARLEY_LLM_REPLAY="b.jsonl")


def test_blanks_around_a_key_are_no_part_of_it_and_its_printing_hides_it(monkeypatch: pytest.MonkeyPatch) -> None:
    settings = _read(monkeypatch, OPENAI_API_KEY=" sk-copied-with-blanks \n", OPENAI_BASE_URL="https://x.example/v1/")
    assert settings.openai_api_key is not None
    assert settings.openai_api_key.get_secret_value() == "sk-copied-with-blanks"
    assert settings.openai_base_url == "https://x.example/v1"
    assert "copied" not in repr(settings)


@pytest.mark.parametrize(
    ("url", "itself"),
    [
        (None, True),
        ("https://api.openai.com/v1", True),
        ("https://api.openai.com.example.org/v1", False),
        ("http://localhost:11434/v1", False),
    ],
)
def test_only_openais_own_address_is_openai(monkeypatch: pytest.MonkeyPatch, url: str | None, itself: bool) -> None:
    given = {"OPENAI_BASE_URL": url} if url else {}
    assert _read(monkeypatch, **given).is_openai_itself is itself


def test_private_servers_are_listed_with_commas(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PARLEY_PRIVATE_SERVERS", "Ollama.lan:11434, 10.0.0.5:8000")
    assert read(LlmSettings).private_servers == {"ollama.lan:11434", "10.0.0.5:8000"}


@pytest.mark.parametrize("given", ["ollama.lan", "http://ollama.lan:11434", "ollama.lan:0", "ollama.lan:x"])
def test_a_private_server_without_a_port_stops_the_start(given: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PARLEY_PRIVATE_SERVERS", given)
    with pytest.raises(WrongSetting, match="host:port"):
        read(LlmSettings)
