"""The experts and their words for rise and fall, on one scale from -1 to 1."""

from collections.abc import Iterable

EXPERTS = (
    "technical_analyst",
    "financial_auditor",
    "valuation_modeler",
    "macro_intelligence",
    "catalyst_detective",
)
# A plain word leaves room above it for the auditor's strong ones.
_STRONG, _PLAIN = 1.0, 0.7
_SCALE = {
    "STRONG_BULLISH": _STRONG,
    "BULLISH": _PLAIN,
    "NEUTRAL": 0.0,
    "BEARISH": -_PLAIN,
    "STRONG_BEARISH": -_STRONG,
    "Undervalued": _PLAIN,
    "Fair": 0.0,
    "Overvalued": -_PLAIN,
    "Favorable": _PLAIN,
    "Unfavorable": -_PLAIN,
    "Positive": _PLAIN,
    "Negative": -_PLAIN,
}
_SPELLING = {word.lower(): word for word in _SCALE}
# Three experts call their middle `Neutral`, two `NEUTRAL`: both are left as they are written.
_AS_WRITTEN = {"Neutral", "NEUTRAL"}


def known_signal(word: str) -> str | None:
    """The word as the experts spell it, whatever its capitals; None when no expert uses it."""
    bare = word.strip()
    return bare if bare in _AS_WRITTEN else _SPELLING.get(bare.lower())


def strength_of(signal: str) -> float:
    """From -1 to 1; a word that no expert uses leans nowhere."""
    return _SCALE.get(known_signal(signal) or "", 0.0)


def in_order(names: Iterable[str]) -> list[str]:
    """Experts as the desk lists them, strangers behind them by name: the order of a dictionary means nothing."""
    place = {name: number for number, name in enumerate(EXPERTS)}
    return sorted(names, key=lambda name: (place.get(name, len(place)), name))
