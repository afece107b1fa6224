"""What could make a reading of the chart wrong, where its levels are, and what is missing."""

from collections.abc import Sequence
from itertools import groupby
from typing import Literal

from packages.core.messages import Language
from packages.domain.market_data.sessions import local_day
from src.modules.research.domain.absence import Absence
from src.modules.research.domain.figures import AbsentFigure
from src.modules.research.domain.macro.economies import economy_of
from src.modules.research.domain.points import Point, ReportedLevel, Side, caveat, warning
from src.modules.research.domain.technical.rules import LABELS
from src.modules.research.infrastructure.rules.chart import Chart, rule


def warnings(chart: Chart, signal: str, *, stale: bool) -> list[Point]:
    unlikely_to_last = [warning(text, likely=True) for text in _weak(chart)]
    risks = [*map(warning, _stale(chart, stale=stale)), *_stretched(chart, signal), *_range(chart), *unlikely_to_last]
    return [*risks, *_level(chart, signal)]


def _stale(chart: Chart, *, stale: bool) -> list[str]:
    if not stale:
        return []
    today = local_day(chart.brief.company.symbol.market, chart.brief.as_of)
    return [chart.write("stale", day=chart.brief.figures["close"].period, today=str(today))]


def _stretched(chart: Chart, signal: str) -> list[Point]:
    """Overbought against a bullish signal, oversold against a bearish one, or stretched at all."""
    rsi, inside = chart.value("rsi14"), chart.value("bollinger_percent_b")
    risks = []
    if rsi is not None and rsi >= rule("rsi_overbought"):
        name = "risk.overbought_conflicting" if signal == "BULLISH" else "risk.overbought"
        risks.append(_back(chart.write(name), "bear"))
    if rsi is not None and rsi <= rule("rsi_oversold"):
        name = "risk.oversold_conflicting" if signal == "BEARISH" else "risk.oversold"
        risks.append(_back(chart.write(name), "bull"))
    if inside is not None and not rule("band_bottom") <= inside <= rule("band_top"):
        side: Side = "bear" if inside > rule("band_top") else "bull"
        risks.append(_back(chart.write("risk.outside_bands"), side))
    return risks


def _back(text: str, side: Side) -> Point:
    """The price is likelier than not to turn to this side."""
    return Point(text=text, side=side, kind="warning", probability="MEDIUM")


def _range(chart: Chart) -> list[Point]:
    share = chart.value("atr_share")
    if share is None:
        return []
    if share > rule("wide_range"):
        return [warning(chart.write("risk.wide_range"))]
    return [caveat(chart.write("risk.usual_range"))]


def _weak(chart: Chart) -> list[str]:
    adx = chart.value("adx14")
    return [] if adx is None or adx >= rule("adx_weak") else [chart.write("risk.no_trend")]


def _level(chart: Chart, signal: str) -> list[Point]:
    """The level whose break would turn the signal, and how near it is; the stop of a call is the judge's to set. Where
    a bearish reading would fail is no reason to buy."""
    side: Literal["support", "resistance"] = "resistance" if signal == "BEARISH" else "support"
    distance = chart.value(f"{side}_distance")
    if distance is None:
        return [warning(chart.write(f"stop.no_{side}"))]
    said = chart.write(f"stop.{side}_near" if distance <= rule("near_level") else f"stop.{side}")
    against: Side | None = "bear" if side == "support" else None
    return [Point(text=said, side=against, kind="refutation", level=_reported(chart, side))]


def _reported(chart: Chart, side: Literal["support", "resistance"]) -> ReportedLevel:
    """The first level of a side, as the report calls it and its price."""
    price, name = chart.write.number(f"{side}_1").partition("[")[0], LABELS[f"{side}_1"]
    return ReportedLevel(kind=side, name=name[0 if chart.brief.language is Language.ZH else -1], price=price)


def level_sentences(chart: Chart) -> list[str]:
    return [_side(chart, "support"), _side(chart, "resistance")]


def _side(chart: Chart, side: str) -> str:
    keys = [key for place in (1, 2, 3) if chart.has(key := f"{side}_{place}")]
    return chart.write.figures(keys) if keys else chart.write(f"no_{side}")


# In the order in which they are told.
IN_ORDER = (
    Absence.INDEX_NOT_STORED,
    Absence.INDEX_TOO_SHORT,
    Absence.INDEX_OTHER_DAY,
    Absence.SESSIONS_MISSING,
    Absence.DAYS_SINCE_MISSING,
    Absence.YEAR_NOT_COVERED,
    Absence.TOO_FEW_BARS,
    Absence.NOTHING_MOVED,
)
# Levels have a sentence of their own; what arithmetic of bars refuses is not told.
PASSED_OVER = frozenset(
    {
        *(Absence.NO_TURN, Absence.NO_PERCENTAGE, Absence.UNITS_DIFFER),
        *(Absence.DIVISOR_NOT_POSITIVE, Absence.DIVISOR_ZERO),
    }
)


def absences(chart: Chart) -> list[str]:
    """What cannot be had, by reason."""
    found = [one for one in chart.brief.absent.values() if one.why.code not in PASSED_OVER]
    grouped = groupby(sorted(found, key=_place), key=_place)
    return [_absence(chart, list(some)) for _, some in grouped]


def _place(absent: AbsentFigure) -> int:
    return IN_ORDER.index(absent.why.code)


def _absence(chart: Chart, absent: Sequence[AbsentFigure]) -> str:
    economy = economy_of(chart.brief.company.symbol)
    return chart.write(
        f"absent.{absent[0].why.code}",
        names=[chart.write.label(one.name) for one in absent],
        days=" – ".join(dict.fromkeys(map(str, absent[0].why.ends))),  # all figures of a chart lack the same
        index=economy.benchmark if economy else "",
    )
