"""What is said in a conversation: the sentences, labels and names of the catalogue `conversation`, by language."""

from collections.abc import Mapping

from packages.core.messages import Language, Message, Param, has, render

_CONTEXT = "conversation"

# The values that a person is offered for a field, in the order in which they are offered.
OPTIONS: Mapping[str, tuple[str, ...]] = {
    "trading_years_bucket": ("years_0_1", "years_1_3", "years_3_5", "years_5_plus"),
    "risk_tolerance": ("conservative", "moderate", "aggressive", "very_aggressive"),
    "return_expectation": ("capital_preservation", "balanced_growth", "growth", "high_growth"),
    "target_market": (
        *("cn_stocks", "us_stocks", "crypto", "forex", "futures", "hk_stocks", "jp_stocks", "uk_stocks", "de_stocks"),
        *("fr_stocks", "nl_stocks", "it_stocks", "es_stocks", "ch_stocks", "in_stocks"),
    ),
    "opportunity_frequency_bucket": ("few_per_month", "few_per_week", "daily", "multiple_per_day"),
    "holding_period_bucket": ("intraday_scalp", "intraday", "swing_days", "position_weeks_plus"),
    "strategy_family_choice": ("trend_continuation", "mean_reversion", "volatility_regime"),
    "strategy_confirmed": ("true", "false"),
    "stress_test_decision": ("deploy", "revise", "hold"),
    "deployment_target": ("paper", "live"),
    "deployment_confirmation_status": ("confirmed", "needs_changes"),
}


def worded(name: str, /, **params: Param) -> Message:
    """A message of the conversation, whatever the language."""
    return Message(f"{_CONTEXT}.{name}", params)


def say(language: Language, name: str, /, **params: Param) -> str:
    return render(worded(name, **params), language)


def is_worded(name: str) -> bool:
    return has(f"{_CONTEXT}.{name}")


def named(group: str, code: str) -> Message:
    """The name of a code; one without a name, such as a symbol, stands for itself."""
    name = f"{group}.{code}"
    return worded(name) if is_worded(name) else Message.verbatim(code)


def field_named(field: str) -> Message:
    return named("field", field)


def needed(field: str) -> Message:
    """What a person still has to give, or a phase still has to have."""
    return named("needed", field)


def label_of(field: str, value: str, language: Language) -> str:
    """What a value is called; one without a name, such as a symbol, stands for itself."""
    return render(labelled(field, value), language)


def labelled(field: str, value: str) -> Message:
    return named(f"value.{field}", value)


def labels_of(field: str, value: str) -> tuple[str, ...]:
    """What a value is called, in every language."""
    return tuple(label_of(field, value, language) for language in Language)


def note_of(field: str, value: str, language: Language) -> str:
    """What an offered value means."""
    return say(language, f"value_note.{field}.{value}")
