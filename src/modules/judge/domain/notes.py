"""Sentences of verdicts, from the catalogue; probabilities are shown with two decimals."""

from packages.core.messages import Language, message, render


def say(name: str, language: Language, **values: object) -> str:
    shown = {key: f"{value:.2f}" if isinstance(value, float) else str(value) for key, value in values.items()}
    return render(message(f"judge.verdict.{name}", **shown), language)


def note(name: str, language: Language, **values: object) -> str:
    """About the price or the benchmark of a call."""
    return say(f"note_{name}", language, **values)
