"""Two numbers of a comparison that look the same get as many digits as it takes to distinguish them.

`ROE is 5.0%[E12], below the ROE warning line 5.0%[E13]` becomes `4.98% … 5.00%` by the rows behind the tags. Where the
rows are equal, the word of the comparison gives way: the number is at the line, not above or below it.
"""

import re
from collections.abc import Mapping
from decimal import Decimal
from typing import Any

_NUMBER = r"[-\u2212]?\d[\d,]*(?:\.\d+)?"
_TAIL = r"[^\d\[\]。;；\n]{0,24}"
_WORDS = {
    "below": "at", "above": "at", "under": "at", "over": "at", "低于": "处于", "高于": "处于", "超过": "达到",
    "跌破": "处于", "突破": "处于",
}  # fmt: skip
_COMPARED = re.compile(
    rf"(?P<first>{_NUMBER})(?P<unit>{_TAIL})\[(?P<tag>E\d+)\](?P<lead>[^\d.;；。\n\[\]]{{0,40}}?)"
    rf"(?P<word>\b(?:below|above|under|over)\b|低于|高于|超过|跌破|突破)(?P<trail>[^.;；。\n\[\]]{{0,60}}?)"
    rf"(?<![A-Za-z\d.])(?P<second>{_NUMBER})(?P<unit2>{_TAIL})\[(?P<tag2>E\d+)\]"
)
_TURNED = re.compile(r"\bnot\b|\bno\b|at or|\bor\b|不$|未$|没有$", re.IGNORECASE)
_SCALES = tuple(Decimal(text) for text in ("1", "100", "0.0001", "0.00000001", "0.001", "0.000001", "0.000000001"))
_MOST_PLACES = 6
_LEFT_ALONE = frozenset(
    {
        "evidence",
        "input",
        "output",
        "leak_certificate",
        "raw_llm_output",
        "user_prompt",
        "catalyst_context",
        "grounding",
    }
)


def distinguished_digits(report: Mapping[str, Any]) -> dict[str, Any]:
    """The report of an expert; rows, prompts and raw answers stay as they are."""
    rows = report.get("evidence")
    values = {str(row["tag"]): row["value"] for row in rows if _has_value(row)} if isinstance(rows, list) else {}
    exact = {tag: Decimal(repr(value)) for tag, value in values.items()}
    return {name: part if name in _LEFT_ALONE else _mended(part, exact) for name, part in report.items()}


def _has_value(row: Any) -> bool:
    value = row.get("value") if isinstance(row, Mapping) else None
    return isinstance(value, int | float) and not isinstance(value, bool)


def _mended(part: Any, exact: Mapping[str, Decimal]) -> Any:
    match part:
        case str():
            return _COMPARED.sub(lambda found: _with_more_digits(found, exact), part)
        case Mapping():
            return {name: _mended(inner, exact) for name, inner in part.items()}
        case list():
            return [_mended(inner, exact) for inner in part]
        case _:
            return part


def _with_more_digits(found: re.Match[str], exact: Mapping[str, Decimal]) -> str:
    first, second = (_read(found[name]) for name in ("first", "second"))
    rows = [exact.get(found[name]) for name in ("tag", "tag2")]
    if first != second or _TURNED.search(found["lead"].rstrip()) or rows[0] is None or rows[1] is None:
        return found[0]
    if rows[0] == rows[1]:
        return _put(found, found["first"], _WORDS[found["word"].lower()], found["second"])
    scale = next((one for one in _SCALES if _shows(first, rows[0] * one, found["first"])), None)
    if scale is None:
        return found[0]
    for places in range(_places(found["first"]) + 1, _MOST_PLACES + 1):
        shown = [f"{row * scale:.{places}f}" for row in rows if row is not None]
        if shown[0] != shown[1]:
            return _put(found, shown[0], found["word"], shown[1])
    return found[0]


def _put(found: re.Match[str], first: str, word: str, second: str) -> str:
    head = f"{first}{found['unit']}[{found['tag']}]{found['lead']}{word}"
    return f"{head}{found['trail']}{second}{found['unit2']}[{found['tag2']}]"


def _shows(said: Decimal, value: Decimal, text: str) -> bool:
    """Whether the number in the text is the value, rounded as it is."""
    return abs(value - said) <= Decimal(1).scaleb(-_places(text)) * Decimal("0.51")


def _places(text: str) -> int:
    return len(text.partition(".")[2])


def _read(text: str) -> Decimal:
    return Decimal(text.replace(",", "").replace("\u2212", "-"))
