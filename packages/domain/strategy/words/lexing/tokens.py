"""The pieces that a sentence is cut into, and the kinds of them that the grammar knows."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum, auto
from itertools import islice
from typing import Any, TypeAlias


class Tag(StrEnum):
    """What a piece is; the patterns of the grammar are written with these names."""

    # Quantities.
    NUMBER = auto()
    PERCENT = auto()
    MULTIPLE = auto()
    MONEY = auto()
    DURATION = auto()
    RATIO = auto()
    # Marks and the smallest words of quantities.
    SIGN = auto()
    PERCENT_SIGN = auto()
    PERCENT_OF = auto()
    TENTHS = auto()
    TIMES = auto()
    CURRENCY = auto()
    THOUSANDS = auto()
    TIME_UNIT = auto()
    FRACTION = auto()
    SLASH = auto()
    COLON = auto()
    OPEN = auto()
    CLOSE = auto()
    COMMA = auto()
    BREAK = auto()
    BULLET = auto()
    CORRECTION = auto()
    LISTING = auto()
    # What is compared.
    INDICATOR = auto()
    OUTPUT = auto()
    FIELD = auto()
    VOLUME = auto()
    AVERAGE = auto()
    EXTREME = auto()
    NEW = auto()
    PREVIOUS = auto()
    PAST = auto()
    AGO = auto()
    PRONOUN = auto()
    ZERO = auto()
    LINE = auto()
    PERIOD_WORD = auto()
    # How it is compared.
    OVER = auto()
    AT_MOST = auto()
    AT_LEAST = auto()
    CROSS = auto()
    PLACE = auto()
    GOLDEN = auto()
    STATE = auto()
    TREND = auto()
    TURN = auto()
    POSITIVE = auto()
    TOUCH = auto()
    RETURN = auto()
    BETWEEN = auto()
    RISE = auto()
    STREAK = auto()
    SURGE = auto()
    GAP = auto()
    SLOPE = auto()
    APPEARS = auto()
    ARRAY = auto()
    OUTLOOK = auto()
    WITHIN = auto()
    BREAKOUT = auto()
    WAY = auto()
    FROM_ENTRY = auto()
    TOPIC = auto()
    OPPOSITE = auto()
    POINTS = auto()
    DISTANCE = auto()
    GO = auto()
    THROUGH = auto()
    CANDLE = auto()
    BOTH = auto()
    MARK = auto()
    MODIFIER = auto()
    # How conditions are joined.
    NOT = auto()
    AND = auto()
    OR = auto()
    UNLESS = auto()
    OTHERWISE = auto()
    EITHER = auto()
    WHEN = auto()
    THEN = auto()
    ONLY = auto()
    # What is done.
    ACTION = auto()
    STOP_LOSS = auto()
    TAKE_PROFIT = auto()
    TRAILING = auto()
    REWARD = auto()
    GAIN = auto()
    LOSS = auto()
    PEAK = auto()
    HOLD = auto()
    AFTER = auto()
    EQUITY = auto()
    SIZE = auto()
    PORTION = auto()
    PER_TRADE = auto()
    RISK = auto()
    VOLATILITY = auto()
    SHARES = auto()
    LONG_ONLY = auto()
    FILTER = auto()
    RULE_WORD = auto()
    CHART = auto()
    TIMEFRAME = auto()
    DAY_LINE = auto()
    SYMBOL = auto()
    # What an edit says.
    SET = auto()
    ADD = auto()
    ALSO = auto()
    REMOVE = auto()
    REPLACE = auto()
    INSTEAD = auto()
    FROM = auto()
    TO = auto()
    DOUBLE = auto()
    SETTING = auto()
    SAME = auto()
    # What the grammar makes of them.
    LATELY = auto()
    VALUE = auto()
    CONDITION = auto()
    EXIT = auto()
    DIRECTIVE = auto()
    FILLER = auto()
    UNKNOWN = auto()


@dataclass(frozen=True, slots=True)
class Duration:
    """So many bars, minutes, hours, days, weeks, months or years."""

    count: float
    unit: str


@dataclass(frozen=True, slots=True)
class Token:
    """A piece with its meaning and its place in the text; `glued` when no space stands before it."""

    kind: Tag
    value: Any
    start: int
    end: int
    glued: bool = False


_FARTHEST = 24  # tokens that are looked back over, or ahead


def last_said(tokens: Sequence[Token], most: int = 2) -> list[Token]:
    """The last few that say something, in order; no sentence has more fillers in a row than are looked back over."""
    near = islice(reversed(tokens), _FARTHEST)
    return list(islice((token for token in near if token.kind is not Tag.FILLER), most))[::-1]


def first_said(tokens: Iterable[Token], most: int = 2) -> list[Token]:
    """The first few that say something."""
    near = islice(tokens, _FARTHEST)
    return list(islice((token for token in near if token.kind is not Tag.FILLER), most))


# For each kind its meanings, and how people write each of them.
Table: TypeAlias = Mapping[Tag, Mapping[Any, str]]
