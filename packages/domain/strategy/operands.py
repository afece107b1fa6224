"""The values that conditions compare: numbers, prices, factors, and, from version 2.0.0 on, expressions of them.

An expression is a bounded tree without loops or code. It looks back only: the smallest lag is 0. What cannot be worked
out (a window that is not full, a division by zero, a logarithm of nothing, a bar that is missing) is undefined, and a
comparison with it is false.
"""

from dataclasses import dataclass
from enum import StrEnum
from typing import TypeAlias

from packages.domain.strategy.catalogue_port import ParameterValue
from packages.domain.strategy.company_fields import EventField, FundamentalField, FundingField


class PriceField(StrEnum):
    """What every bar has."""

    OPEN = "open"
    HIGH = "high"
    LOW = "low"
    CLOSE = "close"
    VOLUME = "volume"


@dataclass(frozen=True, slots=True)
class Constant:
    """A number that the strategy names."""

    value: int | float


@dataclass(frozen=True, slots=True)
class Price:
    """A field of the bar `lag` bars back; 0 is the bar that just closed."""

    field: PriceField
    lag: int = 0


@dataclass(frozen=True, slots=True)
class FactorOutput:
    """What a factor gave `lag` bars back; `output` is None for a factor with only one."""

    factor: str
    output: str | None = None
    lag: int = 0

    @property
    def ref(self) -> str:
        return self.factor if self.output is None else f"{self.factor}.{self.output}"


class ValueOperation(StrEnum):
    """What is done with the values of an expression; windows are counted in bars and this bar is one of them."""

    ADD = "add"
    SUBTRACT = "subtract"
    MULTIPLY = "multiply"
    DIVIDE = "divide"
    MIN = "min"
    MAX = "max"
    ABS = "abs"
    LOG = "log"  # the natural one
    LAG = "lag"
    CHANGE = "change"  # from so many bars ago
    RETURN = "return"  # the same as a fraction of what it was
    MEAN = "mean"
    SUM = "sum"
    STD = "std"  # of the population: divided by the number of bars
    LOWEST = "lowest"
    HIGHEST = "highest"
    MEDIAN = "median"
    ZSCORE = "zscore"
    PERCENT_RANK = "percent_rank"  # the percentage of the window's other values that are lower, equal ones by half
    SLOPE = "slope"  # of the regression of the first value on the second: a hedge ratio, a beta
    CORRELATION = "correlation"


POINTWISE = tuple(ValueOperation)[:8]  # of values on one bar
MANY = (ValueOperation.ADD, ValueOperation.MULTIPLY, ValueOperation.MIN, ValueOperation.MAX)
PAIRED = (ValueOperation.SUBTRACT, ValueOperation.DIVIDE)
SINGLE = (ValueOperation.ABS, ValueOperation.LOG)
AGO = (ValueOperation.LAG, ValueOperation.CHANGE, ValueOperation.RETURN)
JOINT = (ValueOperation.SLOPE, ValueOperation.CORRELATION)
WINDOWED = tuple(each for each in ValueOperation if each not in (*MANY, *PAIRED, *SINGLE, *AGO, *JOINT))
FEWEST_BARS = {  # fewer would always be 0, undefined or the value itself
    ValueOperation.LAG: 0,
    ValueOperation.CHANGE: 1,
    ValueOperation.RETURN: 1,
    **dict.fromkeys(WINDOWED, 1),
    **dict.fromkeys((ValueOperation.STD, ValueOperation.ZSCORE, ValueOperation.PERCENT_RANK), 2),
    **dict.fromkeys(JOINT, 3),
}


class CrossOperation(StrEnum):
    """What places a value among those of all members of a universe on the same day."""

    RANK = "cross_rank"  # the percentage of the other members that are lower, equal ones by half; 50 for a lone one
    ZSCORE = "cross_zscore"


class CalendarField(StrEnum):
    """What the exchange's calendar and clock say of a bar; all of it is known before the bar."""

    DAY_OF_WEEK = "day_of_week"  # 1 for Monday to 7 for Sunday
    DAY_OF_MONTH = "day_of_month"
    MONTH = "month"
    TRADING_DAY_OF_MONTH = "trading_day_of_month"  # 1 for the first
    TRADING_DAY_FROM_MONTH_END = "trading_day_from_month_end"  # 1 for the last
    MINUTES_FROM_OPEN = "minutes_from_open"  # until the bar's end
    MINUTES_TO_CLOSE = "minutes_to_close"  # from the bar's end
    BARS_SINCE_OPEN = "bars_since_open"  # 0 for the session's first


OF_THE_SESSION = (CalendarField.MINUTES_FROM_OPEN, CalendarField.MINUTES_TO_CLOSE, CalendarField.BARS_SINCE_OPEN)
OF_THE_MONTH = (CalendarField.TRADING_DAY_OF_MONTH, CalendarField.TRADING_DAY_FROM_MONTH_END)


class RangeEdge(StrEnum):
    """Of the first minutes of a session."""

    OPEN = "open"
    HIGH = "high"
    LOW = "low"


@dataclass(frozen=True, slots=True)
class Computed:
    """An operation on other values; `bars` is None where it has no window."""

    operation: ValueOperation
    values: tuple["Operand", ...]
    bars: int | None = None


@dataclass(frozen=True, slots=True)
class IndicatorOf:
    """An indicator of one series, read of a value in place of a price; `output` is None for one with only one."""

    type: str
    params: tuple[tuple[str, ParameterValue], ...]
    output: str | None
    of: "Operand"


@dataclass(frozen=True, slots=True)
class Elsewhere:
    """A price or a factor of another instrument or of an index, in the strategy's timeframe. A factor is worked out on
    that instrument's own bars. Seen is its last bar that is finished when this bar is; the lag counts this instrument's
    bars."""

    symbol: str
    value: Price | FactorOutput


@dataclass(frozen=True, slots=True)
class CalendarValue:
    """Of the day or the session that the bar belongs to."""

    field: CalendarField


@dataclass(frozen=True, slots=True)
class OpeningRange:
    """The open, high or low of the first `minutes` of the session; undefined until they are over."""

    edge: RangeEdge
    minutes: int


class AccountField(StrEnum):
    """What the account knows of itself on this close. What belongs to a position is undefined while there is none."""

    EQUITY = "equity"
    DRAWDOWN = "drawdown"  # of the equity from its peak: 0 or below
    POSITION = "position"  # its worth as a fraction of the equity, below 0 when short, 0 while there is none
    ENTRY_PRICE = "entry_price"
    BARS_HELD = "bars_held"  # own bars, the one of the fill included
    OPEN_RETURN = "open_return"  # from the entry price to this close, above 0 when the position gains
    BEST_PRICE = "best_price"  # the highest since entry, of a short the lowest
    LAST_FILL_PRICE = "last_fill_price"  # of the position's newest fill, whether it added or took a part away
    UNITS = "units"  # fills that something is still held of, 0 while there is no position


OF_A_POSITION = tuple(AccountField)[3:-1]


@dataclass(frozen=True, slots=True)
class AccountValue:
    """Of the account that trades the strategy; it follows from trading, so it is known bar by bar only."""

    field: AccountField


@dataclass(frozen=True, slots=True)
class Fundamental:
    """Of the company that is traded, as it was known on the close of the bar."""

    field: FundamentalField


@dataclass(frozen=True, slots=True)
class CompanyEvent:
    """Undefined where nothing is known: a date that nobody announced is not guessed."""

    field: EventField


@dataclass(frozen=True, slots=True)
class Funding:
    """What was known of the funding on the close of the bar."""

    field: FundingField


# What a document calls those of one field.
KEYS: dict[type, str] = {AccountValue: "account", Fundamental: "fundamental", CompanyEvent: "event", Funding: "funding"}


@dataclass(frozen=True, slots=True)
class AcrossMembers:
    """A value set against the same value of all members of a universe; only the score of a portfolio can have it."""

    operation: CrossOperation
    of: "Operand"


OfCompany: TypeAlias = Fundamental | CompanyEvent
Expression: TypeAlias = (
    Computed
    | IndicatorOf
    | Elsewhere
    | CalendarValue
    | OpeningRange
    | AccountValue
    | OfCompany
    | Funding
    | AcrossMembers
)
Operand: TypeAlias = Constant | Price | FactorOutput | Expression
Series: TypeAlias = Price | FactorOutput | Expression


def is_expression(operand: Operand) -> bool:
    """Whether it takes version 2.0.0 to say it."""
    return not isinstance(operand, Constant | Price | FactorOutput)


def lag_of(operand: Operand) -> int:
    """The lag that the engine applies to the value's column; an expression has its lags inside."""
    return operand.lag if isinstance(operand, Price | FactorOutput) else 0


def inside(operand: Operand) -> tuple[Operand, ...]:
    """The values that an operand is made of."""
    match operand:
        case Computed(_, values):
            return values
        case IndicatorOf(_, _, _, of) | AcrossMembers(_, of):
            return (of,)
        case Elsewhere(_, value):
            return (value,)
        case _:
            return ()


def reads_account(operand: Operand) -> bool:
    """Whether the account's own state is anywhere in it."""
    return isinstance(operand, AccountValue) or any(map(reads_account, inside(operand)))


def is_fixed(operand: Operand) -> bool:
    """Whether it is the same on every bar."""
    if isinstance(operand, Computed | IndicatorOf):
        return all(is_fixed(value) for value in inside(operand))
    return isinstance(operand, Constant)


def is_at_least_0(operand: Operand) -> bool:
    """Whether a value can be seen never to be below 0."""
    match operand:
        case Constant(value):
            return value >= 0
        case Price():
            return True
        case Computed(ValueOperation.ABS | ValueOperation.STD):
            return True
        case Computed(ValueOperation.MAX, values):
            return any(map(is_at_least_0, values))
        case Computed(operation, values) if operation in (*MANY, ValueOperation.DIVIDE):
            return all(map(is_at_least_0, values))
        case _:
            return False
