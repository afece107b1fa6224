"""An option by its place among the ordered ones: 最低那档, 从低往高第二个, "the highest one", "8 out of 10"."""

import re
from collections.abc import Iterator

from packages.domain.conversation.understanding.amounts.numerals import EN, counted
from packages.domain.conversation.understanding.amounts.scales import Hit
from packages.domain.conversation.wording import OPTIONS
from packages.domain.evidence.patterns import lazy_pattern

_SCORED = "risk_tolerance"
_RANKED = frozenset({"risk_tolerance", "return_expectation"})  # from the least to the most
_STEP = r"(?:[一那]{0,2}[档级等]|那?[一]?个)"
_SIZE = r"highest|top|maximum|most|riskiest|wildest|boldest|biggest|lowest|bottom|minimum|least|safest|calmest|gentlest"
_OFFERED = (
    r"(?:one|option|tier|level|choice|bracket|setting|thing|you (?:have|offer|do|got|can)|you've got|available|possible"
    r"|there is|on offer)"
)
_RANK = lazy_pattern(
    rf"(?:从[低小][往到][高大](?:数)?)第(?P<up>[一二三四])(?:{_STEP}|$)"
    rf"|(?:从[高大][往到][低小](?:数)?|倒数)第(?P<down>[一二三四])(?:高的?)?(?:{_STEP}|$)"
    rf"|第(?P<nth>[一二三四])[档级]"
    rf"|[档级]里最(?P<zhof>[高大猛狠疯激低小稳保])|最(?P<zh>[高大猛狠疯低小稳])的?{_STEP}"
    rf"|\b(?P<below>one|just|right) below the (?:highest|top|maximum)|\bsecond[- ](?P<second>{_SIZE})\b"
    rf"|\b(?P<en>{_SIZE}) {_OFFERED}\b|^(?:go with )?the (?P<alone>{_SIZE})$",
    re.IGNORECASE | re.ASCII,
)
_SCORE = lazy_pattern(
    rf"(?<![\w.])(?P<n>{EN})(?: ?(?:-|to|or) ?(?P<n2>{EN}))?\s?(?:/|out of|on(?: a scale)?(?: of| to)?(?: (?:1"
    rf"|one) (?:to|-))?)\s?(?:10|ten)(?![\w%])"
    rf"(?! ?(?:dollars?|bucks|grand|k|trades|bets|times))|(?<![\w.])(?P<zh>\d+(?:\.5)?"
    rf"|[一二三四五六七八九十])分(?:吧|左右)?(?:$|[,(（])",
    re.IGNORECASE | re.ASCII,
)
# Of ten points, from how many to how many mean which place; between them nobody can tell.
_SCORES = ((0.9, 3.1, 0), (4.4, 6.1, 1), (7.4, 8.6, 2), (9.4, 99.0, 3))
_LEAST = frozenset({"低", "小", "稳", "保", "lowest", "bottom", "minimum", "least"}) | {
    "safest",
    "calmest",
    "gentlest",
}


def ranked(field: str, text: str) -> Iterator[Hit]:
    """The values that a clause names by their place, where the field was asked."""
    values = OPTIONS[field] if field in _RANKED else ()
    for match in _RANK.finditer(text) if values else ():
        place = _place(match.groupdict())
        if -len(values) <= place < len(values):
            yield Hit(values[place], *match.span())
    for match in _SCORE.finditer(text) if field == _SCORED else ():
        count = counted(match["n"] or match["zh"], match["n2"])
        yield from (
            Hit(values[at], *match.span()) for low, high, at in _SCORES if low < count.low and count.high < high
        )


def _place(groups: dict[str, str | None]) -> int:
    """Counted from the least; below zero from the most."""
    upward, downward = groups["up"] or groups["nth"], groups["down"]
    if upward:
        return "一二三四".index(upward)
    if downward:
        return -1 - "一二三四".index(downward)
    if groups["below"]:
        return -2
    if groups["second"]:
        return 1 if groups["second"].lower() in _LEAST else -2
    word = groups["zhof"] or groups["zh"] or groups["en"] or groups["alone"] or ""
    return 0 if word.lower() in _LEAST else -1
