"""What a text says around its numbers: which figure, which period, whose, and in which direction."""

import re
from calendar import monthrange
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date

_QUARTER_ENDS = {1: (3, 31), 2: (6, 30), 3: (9, 30), 4: (12, 31)}
_QUARTER_WORDS = {"一": 1, "二": 2, "三": 3, "四": 4, "1": 1, "2": 2, "3": 3, "4": 4}
_ORDINALS = {"first": 1, "second": 2, "third": 3, "fourth": 4}
_PERIODS = re.compile(
    r"(?P<day>(?:19|20)\d{2}-\d{2}-\d{2})"
    r"|(?P<zh_day>(?:19|20)\d{2}\s?年\s?\d{1,2}\s?月\s?\d{1,2}\s?日)"
    r"|(?P<quarter>(?:19|20)\d{2}\s?Q[1-4])"
    r"|(?P<en_quarter>Q[1-4]\s(?:FY)?(?:19|20)\d{2})"
    r"|(?P<zh_quarter>(?:19|20)\d{2}\s?年(?:第?[一二三四1-4]季(?:度|报)?|[一三]季报))"
    r"|(?P<half>(?:19|20)\d{2}\s?(?:年(?:上半年|半年报|中报)|H1))"
    r"|(?P<month>(?:19|20)\d{2}\s?年\s?\d{1,2}\s?月|(?:19|20)\d{2}-\d{2}(?!\d|-))"
    r"|(?P<year>(?:FY\s?(?:19|20)\d{2}|(?:19|20)\d{2}\s?年(?:年报|全年|度)?|\b(?:19|20)\d{2}\b(?!\s?(?:元|万|亿|%|％|倍))))"
)
_FALLING = (
    "下降", "下滑", "减少", "下跌", "跌幅", "亏损", "净流出", "收缩", "回落", "流出",
    "fell", "fall", "declined", "decline", "decreased", "decrease", "dropped", "drop", "shrank", "loss",
    "outflow", "down", "negative",
)  # fmt: skip
_RISING = (
    "增长", "上升", "增加", "上涨", "涨幅", "盈利", "净流入", "扩张", "提升", "流入",
    "grew", "grow", "growth", "rose", "rise", "increased", "increase", "gained", "gain", "profit", "inflow",
    "up", "positive",
)  # fmt: skip


_NOW = re.compile(r"最新|当前|目前|现在|如今|\b(?:latest|current|currently|now)\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Mention:
    """Something named at a place in the text."""

    start: int
    end: int
    what: str


@dataclass(frozen=True, slots=True)
class PeriodMention:
    """A stretch of time that is named; `first` and `last` bound the days on which it may end."""

    start: int
    end: int
    first: date
    last: date


def periods_in(text: str) -> list[PeriodMention]:
    found = []
    for match in _PERIODS.finditer(text):
        bounds = _bounds(match)
        if bounds:
            found.append(PeriodMention(match.start(), match.end(), *bounds))
    return found


def says_now(text: str) -> bool:
    """Whether the words speak of the present, whatever was said of other periods before."""
    return _NOW.search(text) is not None


def labels_in(text: str, labels: Mapping[str, Sequence[str]]) -> list[Mention]:
    """Metric names, the longest where several overlap (净利率 is not 净利)."""
    return _longest(text, labels)


def companies_in(text: str, companies: Mapping[str, Sequence[str]]) -> list[Mention]:
    """Names and symbols of companies that the desk knows."""
    return _longest(text, {symbol: (symbol, *names) for symbol, names in companies.items()})


def direction_before(text: str) -> int:
    """-1 or 1 when the words right before a number say that it fell or rose; 0 when they do not say."""
    lowered = text.lower()
    falling = max((_last(lowered, word) for word in _FALLING), default=-1)
    rising = max((_last(lowered, word) for word in _RISING), default=-1)
    return 0 if falling == rising else (-1 if falling > rising else 1)


def _last(text: str, word: str) -> int:
    """Where the word stands last; an English word only as a whole."""
    if not word.isascii():
        return text.rfind(word)
    return max((match.start() for match in re.finditer(rf"\b{word}\b", text)), default=-1)


def _longest(text: str, names: Mapping[str, Sequence[str]]) -> list[Mention]:
    lowered = text.lower()
    taken: list[Mention] = []
    pairs = [(name.lower(), what) for what, all_names in names.items() for name in all_names if name and name.lower() in lowered]
    for name, what in sorted(pairs, key=lambda pair: -len(pair[0])):
        edge = r"\b" if name.isascii() else ""
        for match in re.finditer(f"{edge}{re.escape(name)}{edge}", lowered):
            clash = [m for m in taken if m.start < match.end() and match.start() < m.end]
            if not clash or any(m.what != what and (m.start, m.end) == match.span() for m in clash):
                taken.append(Mention(match.start(), match.end(), what))
    return sorted(taken, key=lambda mention: mention.start)


def _bounds(match: re.Match[str]) -> tuple[date, date] | None:
    kind = match.lastgroup
    numbers = [int(number) for number in re.findall(r"\d+", match.group())]
    text = match.group()
    try:
        match kind:
            case "day" | "zh_day":
                day = date(numbers[0], numbers[1], numbers[2])
                return day, day
            case "quarter":
                return _quarter(numbers[0], numbers[1])
            case "en_quarter":
                return _quarter(numbers[1], numbers[0])
            case "zh_quarter":
                word = re.search(r"[一二三四1-4](?=季)", text)
                return _quarter(numbers[0], _QUARTER_WORDS[word.group()]) if word else None
            case "half":
                return _quarter(numbers[0], 2)
            case "month":
                return date(numbers[0], numbers[1], 1), date(numbers[0], numbers[1], monthrange(*numbers[:2])[1])
            case _:
                return date(numbers[0], 1, 1), date(numbers[0], 12, 31)
    except (ValueError, IndexError):
        return None


def _quarter(year: int, quarter: int) -> tuple[date, date]:
    end = date(year, *_QUARTER_ENDS[quarter])
    return end, end
