"""One unit for each macro series: per cents and fractions are made one, and rows of any other unit are refused."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace

from packages.domain.market_data.rows import MacroPoint
from packages.infra.providers.market_data.files.reading import FileReading

_PERCENT = {"percent", "per cent", "pct", "percentage", "百分比", "百分之"}
_FRACTION = {"fraction", "decimal", "ratio", "小数", "比率"}
NumberedPoint = tuple[int, MacroPoint]


def in_one_unit(reading: FileReading, points: Sequence[NumberedPoint]) -> Iterator[MacroPoint]:
    """`points` behind their lines; what is refused is counted."""
    units: dict[str, Counter[str]] = {}
    for _, point in points:
        units.setdefault(point.series, Counter())[_plain(point.unit)] += 1
    for line, point in points:
        counts = units[point.series]
        common = counts.most_common(1)[0][0]
        if _plain(point.unit) == common or {_plain(point.unit), common} == {"percent", "ratio"}:
            yield _as_ratio(reading, point) if {"percent", "ratio"} <= counts.keys() else _named(point)
        else:
            reading.refuse(line, "other_unit")


def _plain(unit: str) -> str:
    plain = unit.strip().lower()
    return "percent" if plain in _PERCENT else "ratio" if plain in _FRACTION else plain


def _named(point: MacroPoint) -> MacroPoint:
    return replace(point, unit="ratio") if _plain(point.unit) == "ratio" else point


def _as_ratio(reading: FileReading, point: MacroPoint) -> MacroPoint:
    reading.guess("percent_and_fraction", series=point.series)
    value = point.value / 100 if _plain(point.unit) == "percent" else point.value
    return replace(point, value=value, unit="ratio")
