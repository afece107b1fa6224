"""What an expert knows of its own sentences: whom each speaks for, how likely it is, how bad, and at what price."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

Side = Literal["bull", "bear"]
PointKind = Literal["argument", "grant", "warning", "refutation"]
Level = Literal["HIGH", "MEDIUM", "LOW"]


@dataclass(frozen=True, slots=True, kw_only=True)
class ReportedLevel:
    """A level of the chart as the report writes it: `第一支撑位`, `10.20 元/股`."""

    kind: Literal["support", "resistance"]
    name: str
    price: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Point:
    """A sentence of a report. `side` None: it speaks for nobody. A grant speaks against the expert's own signal; a
    refutation says where the reading fails. `probability` and `impact` None: nothing but the figures say it."""

    text: str
    side: Side | None = None
    kind: PointKind = "argument"
    level: ReportedLevel | None = None
    probability: Level | None = None
    impact: Level | None = None

    def as_fields(self) -> Mapping[str, object]:
        level = self.level
        return {
            "text": self.text,
            "side": self.side,
            "kind": self.kind,
            "level": None if level is None else {"kind": level.kind, "name": level.name, "price": level.price},
            "probability": self.probability,
            "impact": self.impact,
        }


def leaning(text: str, lean: float) -> Point:
    """An argument for the side that a figure leans to."""
    return Point(text=text, side=side_of_lean(lean))


def side_of_lean(lean: float) -> Side | None:
    if lean == 0:
        return None
    return "bull" if lean > 0 else "bear"


def warning(text: str, *, likely: bool = False, ruin: bool = False) -> Point:
    """What speaks against the share. `likely`: more than the figures say; `ruin`: it can cost the whole stake."""
    return Point(
        text=text,
        side="bear",
        kind="warning",
        probability="MEDIUM" if likely else None,
        impact="HIGH" if ruin else None,
    )


def caveat(text: str) -> Point:
    """What limits the report and speaks for nobody."""
    return Point(text=text, kind="warning")
