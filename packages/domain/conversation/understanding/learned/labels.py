"""What a message may be taken for, by the question that was asked."""

from collections.abc import Mapping

SHARED = (
    "question", "small_talk", "dont_know", "refuse", "back", "wait", "research", "help", "override", "unclear",
    "other",
)  # fmt: skip
# By question: the label of each answer, and the sort of word that it is, which questions share.
ANSWERS: Mapping[str, Mapping[str, str]] = {
    "trading_years_bucket": dict.fromkeys(("years_0_1", "years_1_3", "years_3_5", "years_5_plus"), ""),
    "risk_tolerance": dict.fromkeys(("conservative", "moderate", "aggressive", "very_aggressive"), ""),
    "return_expectation": dict.fromkeys(("capital_preservation", "balanced_growth", "growth", "high_growth"), ""),
    "target_market": dict.fromkeys(("cn_stocks", "us_stocks", "crypto", "forex", "futures", "hk_stocks"), ""),
    "opportunity_frequency_bucket": dict.fromkeys(("few_per_month", "few_per_week", "daily", "multiple_per_day"), ""),
    "holding_period_bucket": dict.fromkeys(("intraday_scalp", "intraday", "swing_days", "position_weeks_plus"), ""),
    "strategy_family_choice": dict.fromkeys(("trend_continuation", "mean_reversion", "volatility_regime"), ""),
    "strategy_confirmed": {"confirm": "yes", "change": "no", "run_backtest": "test", "not_yet": "later"},
    "run_stress_test": {"run": "yes", "not_yet": "later"},
    "stress_test_decision": {"deploy": "yes", "revise": "no", "hold": "later"},
    "deployment_target": {"paper": "", "live": "", "not_yet": "later"},
    "deployment_confirmation_status": {"confirmed": "yes", "needs_changes": "no", "not_yet": "later"},
    "running": {"pause": "later", "stop": "", "start": ""},
}
QUESTIONS = tuple(ANSWERS)
LABELS = (*SHARED, *(f"{asked}={label}" for asked, labels in ANSWERS.items() for label in labels))
SORTS = ("yes", "no", "test", "later")


def labels_of(asked: str) -> tuple[str, ...]:
    """Those that a message may have after a question."""
    return (*SHARED, *(f"{asked}={label}" for label in ANSWERS[asked]))
