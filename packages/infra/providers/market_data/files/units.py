"""In what the figures of a file are counted: by their heading, by a column of units or by the lines above; each unit
that was found is a guess, which a person can change."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from decimal import Decimal

from packages.core.messages import Sentence, message
from packages.infra.providers.market_data.bars.evidence.guess import Answers, Guess
from packages.infra.providers.market_data.files.cells import scale_named
from packages.infra.providers.market_data.files.items import LineMeasure

UNITS = {
    "ones": Decimal(1),
    "thousands": Decimal(10) ** 3,
    "10_thousands": Decimal(10) ** 4,
    "millions": Decimal(10) ** 6,
    "10_millions": Decimal(10) ** 7,
    "100_millions": Decimal(10) ** 8,
    "billions": Decimal(10) ** 9,
    "trillions": Decimal(10) ** 12,
}
_NAMES = {scale: name for name, scale in UNITS.items()}
_WHAT = {LineMeasure.MONEY: "unit", LineMeasure.SHARES: "share_unit"}
_SHOWN = 3
_CURRENCY = re.compile(r"[¥$€£元円]|\b(?:usd|cny|rmb|hkd|eur|gbp|jpy|chf|inr)\b", re.IGNORECASE)
_SHARES = re.compile(r"股|\bshares?\b", re.IGNORECASE)
_ABOVE = re.compile(
    r"(?:单位|単位|單位)\s*[:：]?\s*(?P<east>[^\s,，;；|)）]{1,8})"
    r"|\b(?:in|us\$|\$|usd|cny|rmb|eur|gbp|hkd|€|£)\s*(?P<west>thousands?|millions?|billions?|000s?)\b"
    r"|\b(?P<of>thousands|millions|billions)\s+of\b|(?P<noughts>['’]000s?\b)",
    re.IGNORECASE,
)


@dataclass(slots=True)
class _Found:
    """Where a unit was found first: `heading`, `cells`, `column`, `above`, or `nowhere`; and its lines."""

    origin: str
    lines: list[str] = field(default_factory=list)


@dataclass(slots=True)
class FigureUnits:
    """`above`: what stands over the table; `column`: the heading of figures whose lines have names of their own.
    Remembers what was found, to say it once for all figures."""

    asked: Answers
    above: str
    column: str = ""
    _seen: dict[tuple[str, str], _Found] = field(default_factory=dict)

    def factor(self, line: str, measure: LineMeasure, cell: str = "") -> Decimal:
        """What the figures of a line are to be multiplied by; `cell`: their own unit, where a column has one."""
        named, in_cell = scale_named(line), scale_named(f"({cell})")
        what = _WHAT.get(measure)
        if what is None:
            return (named or Decimal(1)) * (in_cell or Decimal(1))
        column, above = self._column(measure), self._above(measure)
        scales = (
            (named, "heading"),
            (in_cell, "cells"),
            (column, "column"),
            (above, "above"),
            (Decimal(1), "nowhere"),
        )
        scale, origin = next((scale, origin) for scale, origin in scales if scale is not None)
        if scale not in _NAMES:
            return scale  # a hundredth is no unit
        found = self._seen.setdefault((what, _NAMES[scale]), _Found(origin))
        if line not in found.lines:
            found.lines.append(line)
        return UNITS[self._answer(what, _NAMES[scale]) or _NAMES[scale]]

    def guesses(self) -> Iterator[Guess]:
        for (what, unit), found in self._seen.items():
            answer = self._answer(what, unit)
            value = answer or unit
            others = tuple(other for other in UNITS if other != value)
            # `In thousands` above a table may count shares, or money alone.
            for_all = found.origin in ("above", "column")
            asks = answer is None and what == "share_unit" and for_all and unit != "ones"
            yield Guess(f"{what}:{unit}", value, _why(unit, found, answer), others, asks=asks)

    def _column(self, measure: LineMeasure) -> Decimal | None:
        """`value (USD millions)` counts money and never shares; `数值（万股）` the other way round."""
        scale = scale_named(self.column)
        other = _SHARES if measure is LineMeasure.MONEY else _CURRENCY
        return scale if scale in _NAMES and not other.search(self.column) else None

    def _above(self, measure: LineMeasure) -> Decimal | None:
        """`单位：万元` counts money and never shares."""
        found = _ABOVE.search(self.above)
        if found is None or (found["east"] and measure is LineMeasure.SHARES):
            return None
        return scale_named(f"({found['east'] or found['west'] or found['of'] or found['noughts']})")

    def _answer(self, what: str, unit: str) -> str | None:
        return self.asked.get(f"{what}:{unit}") or self.asked.get(what)


def _why(unit: str, found: _Found, answer: str | None) -> str:
    shown = ", ".join(found.lines[:_SHOWN]) + (" …" if len(found.lines) > _SHOWN else "")
    origin = "heading" if found.origin == "column" else found.origin
    name = f"figure_unit.{'answered' if answer else origin}"
    return Sentence(message(f"market_data.import.{name}", lines=shown, scale=f"{UNITS[answer or unit]:,f}"))
