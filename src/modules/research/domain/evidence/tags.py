"""Tags behind a number: a row, several rows, or an allowed operation over rows that is computed again."""

import re
from dataclasses import dataclass
from enum import StrEnum

_ROW = r"E\d{1,6}"
TAG = re.compile(r"\[[^\[\]\n]{0,100}?(?<![A-Za-z0-9])[EeDd]\d[^\[\]\n]{0,100}\]")
_GAP = re.compile(r"[ *_`]{0,4}(?:\(\s?)?(?=\[)")
_FORMS = (
    ("row", re.compile(rf"({_ROW})")),
    ("growth", re.compile(rf"({_ROW})/({_ROW})-1")),
    ("difference", re.compile(rf"({_ROW})-({_ROW})")),
    ("ratio", re.compile(rf"({_ROW})/({_ROW})")),
    ("sum", re.compile(rf"({_ROW}(?:\+{_ROW}){{1,20}})")),
    ("mean", re.compile(rf"MEAN\(({_ROW}(?:,{_ROW}){{1,20}})\)")),
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
