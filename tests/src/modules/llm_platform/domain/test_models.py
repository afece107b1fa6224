"""Whom to ask: by alias, by tags, by priority."""

import pytest

from src.modules.llm_platform.domain.errors import NoModelConfigured, UnknownModelAlias
from src.modules.llm_platform.domain.models import ModelConfig, ProviderKind, Secret, candidates


def _config(alias: str, priority: int = 0, *tags: str) -> ModelConfig:
    return ModelConfig(
        alias=alias,
        provider=ProviderKind.RESPONSES,
        model="m",
        priority=priority,
        tags=frozenset(tags),
        api_key=Secret("k" * 20),
    )


LOW, HIGH, FAST = _config("low", 1), _config("high", 9, "smart"), _config("fast", 5, "fast", "smart")


def _aliases(configs: list[ModelConfig]) -> list[str]:
    return [config.alias for config in configs]


def test_a_higher_priority_comes_first() -> None:
    assert _aliases(candidates([LOW, HIGH, FAST], None, None)) == ["high", "fast", "low"]


def test_equal_priorities_come_in_the_order_of_their_names() -> None:
    assert _aliases(candidates([_config("b"), _config("a")], None, None)) == ["a", "b"]


def test_tags_narrow_to_those_that_carry_all_of_them() -> None:
    assert _aliases(candidates([LOW, HIGH, FAST], None, ["smart"])) == ["high", "fast"]
    assert _aliases(candidates([LOW, HIGH, FAST], None, ["fast", "smart"])) == ["fast"]


def test_an_alias_names_exactly_one_whatever_its_priority() -> None:
    assert _aliases(candidates([LOW, HIGH, FAST], "low", ["smart"])) == ["low"]


def test_an_unknown_alias_is_told_with_those_that_exist() -> None:
    with pytest.raises(UnknownModelAlias, match="fast, high, low"):
        candidates([LOW, HIGH, FAST], "typo", None)


def test_no_model_at_all_says_what_to_set() -> None:
    with pytest.raises(NoModelConfigured, match="OPENAI_API_KEY"):
        candidates([], None, None)
    with pytest.raises(NoModelConfigured, match="vision"):
        candidates([LOW], None, ["vision"])


def test_a_key_shows_itself_nowhere() -> None:
    config = ModelConfig(alias="a", provider=ProviderKind.AUTO, model="m", api_key=Secret("sk-very-secret-1234"))
    assert "secret" not in repr(config)
    assert Secret("sk-very-secret-1234").masked == "…1234"
    assert Secret("short").masked == "…"
