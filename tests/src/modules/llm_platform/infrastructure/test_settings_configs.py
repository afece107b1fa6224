"""The configurations that the settings imply."""

from decimal import Decimal
from pathlib import Path

import pytest

from packages.settings.base import read
from packages.settings.llm import ANTHROPIC_MODEL, OPENAI_MODEL, LlmSettings
from src.modules.llm_platform.domain.models import ModelConfig, ProviderKind, Secret
from src.modules.llm_platform.infrastructure.settings_configs import budgets_of, configs_of


@pytest.fixture(autouse=True)
def _no_settings(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("ANTHROPIC_API_KEY", raising=False)


def _settings(monkeypatch: pytest.MonkeyPatch, **environment: str) -> LlmSettings:
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    return read(LlmSettings)


def _only(monkeypatch: pytest.MonkeyPatch, **environment: str) -> ModelConfig:
    (config,) = configs_of(_settings(monkeypatch, **environment)).configs
    return config


def test_without_settings_there_is_no_model(monkeypatch: pytest.MonkeyPatch) -> None:
    assert configs_of(_settings(monkeypatch)).configs == ()


def test_a_key_alone_means_openai_by_its_responses(monkeypatch: pytest.MonkeyPatch) -> None:
    config = _only(monkeypatch, OPENAI_API_KEY="sk-1")
    assert (config.alias, config.provider, config.model) == ("default", ProviderKind.RESPONSES, OPENAI_MODEL)
    assert (config.api_key, config.base_url, config.owner_id, config.priority) == (Secret("sk-1"), None, None, 0)


def test_the_default_models_are_ones_that_the_makers_libraries_list() -> None:
    from anthropic.types.model import Model
    from openai.types.shared import ChatModel

    assert OPENAI_MODEL in str(ChatModel)
    assert ANTHROPIC_MODEL in str(Model)


@pytest.mark.parametrize(
    ("api", "url", "provider"),
    [
        ("auto", "http://localhost:11434/v1", ProviderKind.AUTO),
        ("responses", "http://localhost:11434/v1", ProviderKind.RESPONSES),
        ("chat_completions", "http://localhost:11434/v1", ProviderKind.CHAT_COMPLETIONS),
        ("auto", "https://api.openai.com/v1", ProviderKind.RESPONSES),
        ("chat_completions", "https://api.openai.com/v1", ProviderKind.CHAT_COMPLETIONS),
    ],
)
def test_the_protocol_is_as_said_or_found_out(
    monkeypatch: pytest.MonkeyPatch, api: str, url: str, provider: ProviderKind
) -> None:
    config = _only(monkeypatch, OPENAI_BASE_URL=url, PARLEY_LLM_API=api, PARLEY_LLM_MODEL="qwen3")
    assert (config.provider, config.model, config.api_key) == (provider, "qwen3", None)


def test_another_server_without_a_model_name_is_incomplete_and_says_what_to_set(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    found = configs_of(_settings(monkeypatch, OPENAI_BASE_URL="http://localhost:11434/v1"))
    assert found.configs == ()
    assert found.incomplete[0].config.alias == "default"
    assert found.incomplete[0].problem.code == "llm_platform.model_not_named"


def test_anthropic_steps_in_behind_the_default(monkeypatch: pytest.MonkeyPatch) -> None:
    both = {"OPENAI_API_KEY": "sk-1", "ANTHROPIC_API_KEY": "sk-ant-1", "PARLEY_LLM_MODEL": "gpt-x"}
    default, anthropic = configs_of(_settings(monkeypatch, **both)).configs
    assert (default.model, anthropic.model) == ("gpt-x", ANTHROPIC_MODEL)
    assert (anthropic.alias, anthropic.provider) == ("anthropic", ProviderKind.ANTHROPIC)
    assert anthropic.priority < default.priority


def test_alone_anthropic_takes_the_name_of_the_model(monkeypatch: pytest.MonkeyPatch) -> None:
    config = _only(monkeypatch, ANTHROPIC_API_KEY="sk-ant-1", PARLEY_LLM_MODEL="claude-x")
    assert (config.alias, config.model) == ("anthropic", "claude-x")


def test_a_capsule_is_replayed_without_a_key(monkeypatch: pytest.MonkeyPatch) -> None:
    config = _only(monkeypatch, PARLEY_LLM_REPLAY="capsule.jsonl")
    assert (config.alias, config.api_key) == ("default", None)


def test_no_part_of_an_answer_may_take_longer_than_the_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    timeouts = _only(monkeypatch, OPENAI_API_KEY="sk-1", PARLEY_LLM_TIMEOUT_SECONDS="5").timeouts
    assert (timeouts.connect, timeouts.read, timeouts.idle) == (5.0, 5.0, 5.0)


def test_the_budgets_are_those_of_the_settings(monkeypatch: pytest.MonkeyPatch) -> None:
    limits = {"PARLEY_LLM_BUDGET_RUN_USD": "0.5", "PARLEY_LLM_BUDGET_USER_TOKENS": "7"}
    budgets = budgets_of(_settings(monkeypatch, **limits))
    assert (budgets.run.money, budgets.user.tokens, budgets.day.exists) == (Decimal("0.5"), 7, False)
