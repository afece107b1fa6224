"""Words that say where a number goes or on which side of zero it stands, Chinese and English."""

import re
from dataclasses import dataclass

from packages.domain.evidence.patterns import lazy_pattern

_DOWN_ZH = "下降|下滑|减少|下跌|跌幅|降幅|减幅|收缩|回落|萎缩|走低|下挫|缩减|降低|滑落|同比减|收窄"
_UP_ZH = "增长|上升|增加|上涨|涨幅|增幅|升幅|扩张|提升|提高|走高|攀升|回升|扩大|同比增|改善|抬升"
_DOWN_TO_ZH = "(?:下降|下滑|下跌|回落|缩减|降低|减少|收窄|[降跌减滑])[至到]"
_UP_TO_ZH = "(?:提升|提高|上升|上涨|增长|增加|攀升|回升|扩大|[升涨增])[至到]"
_DOWN_EN = (
    r"f(?:e|a)ll(?:s|ing|en)?|declin(?:e|es|ed|ing)|decreas(?:e|es|ed|ing)|drop(?:s|ped|ping)?|shr(?:ank|ink|inks|unk)|"
    r"slid(?:e|es)?|slipp?(?:s|ed|ing)?|down|lower|contract(?:ed|ion|ing)|reduc(?:ed|tion)|retreat(?:s|ed)?|eas(?:ed|es)|"
    r"narrow(?:s|ed|ing)?|weaken(?:s|ed)?|plung(?:e|ed)|slump(?:s|ed)?|tumbl(?:e|ed)|dip(?:s|ped)?"
)
_UP_EN = (
    r"gr(?:e|o)w(?:s|n|ing)?|growth|r(?:o|i)se(?:s|n)?|rising|increas(?:e|es|ed|ing)|gain(?:s|ed)?|climb(?:s|ed|ing)?|up|"
    r"higher|expan(?:d|ds|ded|sion)|advanc(?:e|ed)|improv(?:e|es|ed|ing)|widen(?:s|ed|ing)?|jump(?:s|ed)?|surg(?:e|ed)|"
    r"soar(?:s|ed)?|accelerat(?:ed|es)|strengthen(?:s|ed)?|edged up|picked up"
)
_TO_EN = r"\s(?:further |back |slightly |sharply )?to\b"
# A look at the first letter saves most of the work.
_PATTERNS = (
    lazy_pattern(
        r"(?=[\u4e00-\u9fff])(?:(?P<negative>亏损额?|净流出|流出|赤字|为?负的?(?!债|面|担))"
        r"|(?P<positive>盈利(?!能力|质量)|净流入|流入)"
        rf"|(?P<down_to>{_DOWN_TO_ZH})|(?P<up_to>{_UP_TO_ZH})|(?P<down>{_DOWN_ZH})|(?P<up>{_UP_ZH}))"
    ),
    lazy_pattern(
        r"\b(?=[a-z])(?:(?P<negative>(?:loss(?:es)?|outflows?|deficit|negative|minus)\b)"
        r"|(?P<positive>(?:inflows?|surplus|positive)\b)"
        rf"|(?P<down_to>(?:{_DOWN_EN}){_TO_EN})|(?P<up_to>(?:{_UP_EN}){_TO_EN})"
        rf"|(?P<down_from>(?:{_DOWN_EN})\sfrom\b)|(?P<up_from>(?:{_UP_EN})\sfrom\b)"
        rf"|(?P<down>(?:{_DOWN_EN})\b)|(?P<up>(?:{_UP_EN})\b))",
        re.IGNORECASE,
    ),
)
_SIGN = {"negative": -1, "positive": 1, "down": -1, "up": 1}
# Between a verb of change and its number: what makes the number a level, or belongs to another thought.
_BREAK = lazy_pattern(r"[,，。；;：:（(、|]|至|到|为|在|的|\b(?:to|at|from|is|was|were|of|and|with)\b", re.IGNORECASE)
_CLAUSE = lazy_pattern(r"[,，。；;：:、|]")
_NOUN = lazy_pattern(
    r"(?:decline|drop|decrease|fall|growth|increase|rise|gain|reduction|contraction|expansion|幅)$", re.IGNORECASE
)
_NOUN_BREAK = lazy_pattern(r"[,，。；;：:（(、|]|至|到|\b(?:to|at|from|and|with)\b", re.IGNORECASE)
_BEHIND = lazy_pattern(r"\s?(?:的)?\s?$")
_CHANGE = lazy_pattern(
    r"同比|环比|较上年|较去年|比上年|与上年"
    r"|\b(?:year[- ]on[- ]year|year[- ]over[- ]year|yoy|y/y|(?:from|with) a year (?:earlier|ago)|on the year)\b",
    re.IGNORECASE,
)
_SEQUENTIAL = lazy_pattern(
    r"环比|\b(?:quarter[- ]on[- ]quarter|quarter[- ]over[- ]quarter|qoq|q/q|sequentially)\b", re.IGNORECASE
)


@dataclass(frozen=True, slots=True)
class MoveDirection:
    """A word of direction. `kind`: `state` gives a side of zero, `move` a change, `to` and `from` say that the number
    behind is the level at an end."""

    start: int
    end: int
    sign: int
    kind: str
    noun: bool


def directions_in(text: str) -> list[MoveDirection]:
    """Of a folded text without the names of figures, whose words say nothing; in order."""
    found = [_direction(match) for pattern in _PATTERNS for match in pattern.finditer(text)]
    return sorted(found, key=lambda direction: direction.start)


def _direction(match: re.Match[str]) -> MoveDirection:
    side, _, kind = str(match.lastgroup).partition("_")
    kind = kind or ("state" if side in {"negative", "positive"} else "move")
    return MoveDirection(*match.span(), _SIGN[side], kind, _NOUN.search(match.group()) is not None)


def without_directions(text: str) -> str:
    for pattern in _PATTERNS:
        text = pattern.sub(" ", text)
    return text


def governs(direction: MoveDirection, between: str, *, named: bool) -> bool:
    """Whether the word says the sign of the number that follows `between`; `named`: a figure is named there."""
    if direction.kind in {"to", "from"}:
        return False
    if direction.kind == "state":
        return not named and _CLAUSE.search(between) is None
    if direction.noun and (not named or between.lstrip().startswith("in ")):
        return _NOUN_BREAK.search(between) is None
    return not named and _BREAK.search(between) is None


def right_behind(text: str, stop: int, direction: MoveDirection) -> bool:
    """`5.3%[E4] lower`, `5.3%[E4] 的降幅`."""
    return _BEHIND.match(text, stop, direction.start) is not None and direction.kind in {"move", "state"}


def says_change(text: str) -> bool:
    return _CHANGE.search(text) is not None


def says_sequential(text: str) -> bool:
    return _SEQUENTIAL.search(text) is not None
