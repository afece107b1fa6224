"""The environment that tests give the product: without any setting of the developer's own."""

from collections.abc import Mapping

_FOREIGN = ("PARLEY_", "OPENAI_", "ALPACA_", "TUSHARE_", "TAVILY_", "BOCHA_", "ANTHROPIC_")


def without_own_settings(environment: Mapping[str, str]) -> dict[str, str]:
    return {name: value for name, value in environment.items() if not name.startswith(_FOREIGN)}
