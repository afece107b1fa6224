"""Tags behind a number: a row, several rows, or an allowed operation over rows that is recomputed here."""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from enum import StrEnum

from packages.domain.evidence.book import EvidenceBook, EvidenceRow
from packages.domain.evidence.patterns import lazy_pattern
from packages.domain.evidence.units import CURRENCIES

_ROW = r"E\d{1,6}"
TAG = lazy_pattern(r"\[[^\[\]\n]{0,100}?(?<![A-Za-z0-9])[EeDd]\d[^\[\]\n]{0,100}\]")
_NAMED_ROW = lazy_pattern(r"\s?\[[a-z_]+:E\d+\]")
_GAP = lazy_pattern(r"[ *_`]{0,4}(?:\(\s?)?(?=\[)")
_FORMS = (
    ("row", lazy_pattern(rf"({_ROW})")),
    ("growth", lazy_pattern(rf"({_ROW})/({_ROW})-1")),
    ("difference", lazy_pattern(rf"({_ROW})-({_ROW})")),
    ("ratio", lazy_pattern(rf"({_ROW})/({_ROW})")),
    ("sum", lazy_pattern(rf"({_ROW}(?:\+{_ROW}){{1,20}})")),
    ("mean", lazy_pattern(rf"MEAN\(({_ROW}(?:,{_ROW}){{1,20}})\)")),
)


class Form(StrEnum):
    """How a number comes from the rows that it cites. `UNREADABLE`: in a way that is not allowed."""

    ROW = "row"
    DIFFERENCE = "difference"
    SUM = "sum"
    RATIO = "ratio"
    GROWTH = "growth"
    MEAN = "mean"
    UNREADABLE = "unreadable"


@dataclass(frozen=True, slots=True)
class Citation:
    """One tag: `[E7]`, or a derivation such as `[E2-E1]`. `text` is what stands between the brackets."""

    text: str
    form: Form
    operands: tuple[str, ...]


def citations_behind(text: str, place: int) -> tuple[tuple[Citation, ...], int]:
    """The tags that stand right behind a place of a folded text, and where they end."""
    found: list[Citation] = []
    end = place
    while (gap := _GAP.match(text, end)) and (tag := TAG.match(text, gap.end())):
        found += citations(tag.group()[1:-1])
        end = tag.end()
    return tuple(found), end


def citations(body: str) -> list[Citation]:
    """`E1`, `E1,E2`, `E2-E1`, `mean(E1,E2)`: blanks and case do not matter."""
    tight = "".join(body.split()).upper().replace("、", ",").replace(";", ",")
    if (whole := _citation(tight)).form is not Form.UNREADABLE:
        return [whole]
    return [_citation(part) for part in tight.split(",") if part]


def _citation(text: str) -> Citation:
    for name, pattern in _FORMS:
        if match := pattern.fullmatch(text):
            return Citation(text, Form(name), tuple(re.findall(_ROW, match.group())))
    return Citation(text, Form.UNREADABLE, tuple(re.findall(_ROW, text)))


HOW = "a row as [E1], or [E2-E1], [E2/E1], [E2/E1-1], [E1+E2] or [mean(E1,E2)] of rows that fit together"


@dataclass(frozen=True, slots=True)
class Cited:
    """What a tag stands for. `value` None: a text."""

    tag: str
    form: Form
    rows: tuple[EvidenceRow, ...]
    value: Decimal | None
    unit: str

    @property
    def row(self) -> EvidenceRow:
        return self.rows[0]


def cited(citation: Citation, book: EvidenceBook) -> Cited | None:
    """None: no such row, or not an allowed operation over rows that fit together."""
    rows = tuple(row for tag in citation.operands if (row := book.rows.get(tag)) is not None)
    if not rows or len(rows) != len(citation.operands) or citation.form is Form.UNREADABLE:
        return None
    if citation.form is Form.ROW:
        return Cited(citation.text, citation.form, rows, rows[0].value, rows[0].unit)
    values = [row.value for row in rows if row.value is not None and row.value.is_finite()]
    if len(values) != len(rows):
        return None
    computed = _OPERATIONS[citation.form](rows, values)
    return Cited(citation.text, citation.form, rows, *computed) if computed else None


Computed = tuple[Decimal, str] | None


def _difference(rows: Sequence[EvidenceRow], values: Sequence[Decimal]) -> Computed:
    return (values[0] - values[1], _distance(rows[0].unit)) if _alike(rows) else None


def _sum(rows: Sequence[EvidenceRow], values: Sequence[Decimal]) -> Computed:
    return (sum(values, Decimal(0)), rows[0].unit) if _alike(rows) else None


def _mean(rows: Sequence[EvidenceRow], values: Sequence[Decimal]) -> Computed:
    same = len({row.metric.partition("_")[0] if row.unit not in CURRENCIES else row.metric for row in rows}) == 1
    return (sum(values, Decimal(0)) / len(values), rows[0].unit) if same and _alike(rows) else None


def _ratio(rows: Sequence[EvidenceRow], values: Sequence[Decimal]) -> Computed:
    over, under = rows
    if not values[1]:
        return None
    if over.unit == under.unit:
        return values[0] / values[1], "ratio"
    return (values[0] / values[1], f"{over.unit}/share") if under.unit == "shares" and over.unit.isupper() else None


def _stem(metric: str) -> str:
    """A first quarter is the year so far as well: whichever it is called by, sales are sales."""
    return metric.removesuffix("_quarter").removesuffix("_ttm")


def _growth(rows: Sequence[EvidenceRow], values: Sequence[Decimal]) -> Computed:
    """From a base that is not positive there is no percentage. Two figures of one unit (a price and its average, one
    company's multiple and another's) stand apart by a percentage too; one figure only forwards in time."""
    now, base = rows
    same = (now.metric, now.subject) == (base.metric, base.subject)
    later = now.ends is not None and base.ends is not None and now.ends > base.ends
    apart = not same and (_stem(now.metric) == _stem(base.metric) or now.unit not in CURRENCIES)
    fitting = now.unit == base.unit and (apart or (same and later))
    return (values[0] / values[1] - 1, "ratio") if fitting and values[1] > 0 else None


_OPERATIONS: Mapping[Form, Callable[[Sequence[EvidenceRow], Sequence[Decimal]], Computed]] = {
    Form.DIFFERENCE: _difference,
    Form.SUM: _sum,
    Form.MEAN: _mean,
    Form.RATIO: _ratio,
    Form.GROWTH: _growth,
}


def _alike(rows: Sequence[EvidenceRow]) -> bool:
    return len({row.unit for row in rows}) == 1


def _distance(unit: str) -> str:
    return "pp" if unit in {"ratio", "probability"} else unit


def without_rows(text: str) -> str:
    """A person reads the figure, and not the name of its row."""
    return _NAMED_ROW.sub("", text)
