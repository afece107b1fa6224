"""The house rules that the auditor reasons by: the score table's own lines, so that text and score never part."""

from collections.abc import Iterator, Mapping
from decimal import Decimal

from src.modules.research.domain.audit.labels import LABELS, english
from src.modules.research.domain.audit.thresholds import CRITERIA, HOUSE, SIGNALS, WEIGHTS, Criterion, Signal
from src.modules.research.domain.rulebook import HouseRule

GOOD_POINTS, WEAK_POINTS = Decimal(70), Decimal(45)
_UNITS = {
    **dict.fromkeys(("cash_conversion", "current_ratio", "interest_cover", "asset_turnover"), "x"),
    **dict.fromkeys(("receivable_days", "inventory_days"), "days"),
}
_SIGNAL_NAMES: Mapping[Signal, tuple[str, str]] = {
    Signal.STRONG_BULLISH: ("强烈看多线", "strong-bullish line"),
    Signal.BULLISH: ("看多线", "bullish line"),
    Signal.NEUTRAL: ("中性线", "neutral line"),
    Signal.BEARISH: ("看空线", "bearish line"),
}


def line(criterion: Criterion, *, good: bool) -> tuple[Decimal, Decimal]:
    """The knot of the score table from which a figure counts as good, or up to which it counts as weak: the value
    and its points."""
    pairs = list(zip(criterion.knots[::2], criterion.knots[1::2], strict=True))
    if good:
        return min((pair for pair in pairs if pair[1] >= GOOD_POINTS), key=lambda pair: pair[1])
    return max((pair for pair in pairs if pair[1] <= WEAK_POINTS), key=lambda pair: pair[1])


def _lines(criterion: Criterion) -> Iterator[tuple[str, HouseRule]]:
    name = criterion.figure
    for key, zh, en, good in (("good", "优良线", "good line", True), ("weak", "警戒线", "warning line", False)):
        value, points = line(criterion, good=good)
        space = " " if LABELS[name][0].isascii() else ""
        labels = (f"{LABELS[name][0]}{space}{zh}", f"{english(name)} {en}")
        because = f"{criterion.source}; worth {points:f} of 100 points in our score table, the same for every industry"
        yield f"{name}_{key}", HouseRule(value, _UNITS.get(name, "ratio"), labels, because)


def _rules() -> Iterator[tuple[str, HouseRule]]:
    for criteria in CRITERIA.values():
        for criterion in criteria:
            yield from _lines(criterion)
    for least, signal in SIGNALS:
        yield f"signal_{signal.lower()}", HouseRule(Decimal(least), "points", _SIGNAL_NAMES[signal], HOUSE)
    for dimension, weight in WEIGHTS.items():
        score = f"score_{dimension}"
        labels = (LABELS[score][0].replace("得分", "权重"), english(score).replace("score", "weight"))
        yield f"weight_{dimension}", HouseRule(weight, "ratio", labels, HOUSE)
    yield (
        "audit_confidence_floor",
        HouseRule(Decimal("0.30"), "ratio", ("审计置信度下限", "audit confidence floor"), HOUSE),
    )
    yield "audit_confidence_cap", HouseRule(Decimal("0.90"), "ratio", ("审计置信度上限", "audit confidence cap"), HOUSE)
    yield (
        "report_stale_days",
        HouseRule(
            Decimal(200), "days", ("报告陈旧线", "stale-report line"), "two quarters and the time to announce them"
        ),
    )
    yield "report_stale_discount", HouseRule(Decimal("0.60"), "ratio", ("陈旧报告折扣", "stale-report discount"), HOUSE)


RULES: Mapping[str, HouseRule] = dict(_rules())
