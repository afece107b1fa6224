"""What the stress lab finds, part by part: the contract between those who measure and those who judge and report.

Fractions are fractions (0.05 is 5 %), losses and drawdowns are 0 or below, money is in the currency of the market, and
None means that there was nothing to measure.
"""

from dataclasses import dataclass
from datetime import date
from enum import StrEnum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    # Requests name worlds and verdicts, and a server that starts does not wait for numpy.
    from packages.domain.market_data.bars import Floats


@dataclass(frozen=True, slots=True)
class IntervalEstimate:
    """A figure with the range in which the truth lies with `level` confidence."""

    value: float
    low: float
    high: float
    level: float = 0.95


class WindowStatus(StrEnum):
    """Whether a crisis could be lived through again."""

    EXERCISED = "exercised"
    NOT_EXERCISED = "not_exercised"  # the strategy did not trade: that proves nothing
    GAP = "gap"  # there is no data: named, and neither good nor bad


class LackCode(StrEnum):
    """Why the bars of an instrument do not cover a crisis."""

    NOT_STORED = "not_stored"
    NOT_AMONG = "not_among"  # the loaded instruments
    SESSIONS = "sessions"  # `there` of `wanted` are there
    BARS = "bars"
    WARM_UP = "warm_up"
    WIDE_BAR = "wide_bar"  # on `day`
    STANDS_STILL = "stands_still"
    UNREADABLE = "unreadable"  # prices that are none
    READ_NOT_STORED = "read_not_stored"  # an instrument that the rules only read
    OTHER = "other"


@dataclass(frozen=True, slots=True)
class Lack:
    """What to load of one instrument, and why; `instead` names what could stand in for it."""

    code: LackCode
    ticker: str
    timeframe: str
    since: date
    until: date
    there: int | None
    wanted: int | None
    day: date | None
    instead: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class CrisisFinding:
    """One window. `proxy` names what stood in for an instrument that did not exist yet."""

    key: str
    start: date
    end: date
    status: WindowStatus
    proxy: str | None
    total_return: float | None
    max_drawdown: float | None
    worst_day: float | None
    longest_under_water_bars: int | None
    trades: int
    worst_loss: float | None  # of the person's money, from the peak
    market_return: float | None  # what holding did
    missing: str | None  # for a gap: what to load, as a sentence
    lacks: tuple[Lack, ...] = ()  # the same by instrument, for any language


class World(StrEnum):
    """How paths are made; shuffled trades are the weaker test that they are, and say so."""

    BLOCK_BOOTSTRAP = "block_bootstrap"
    REGIME_SWITCHING = "regime_switching"
    JUMP_DIFFUSION = "jump_diffusion"
    GARCH = "garch"
    TRADE_SHUFFLE = "trade_shuffle"


@dataclass(frozen=True, slots=True, eq=False)
class MonteCarloFinding:
    """Over all paths of one world. Percentiles are by row: 5, 25, 50, 75, 95; `fan` has a column a checkpoint."""

    world: World
    paths: int
    seed: int
    fitted: dict[str, float]  # the parameters of the world
    total_return: IntervalEstimate  # the median
    loss_share: IntervalEstimate  # of paths that end below where they began
    drawdown: IntervalEstimate  # the median of the deepest
    bad_drawdown: IntervalEstimate  # the one that one path in twenty exceeds
    recovery_bars: IntervalEstimate | None  # the median time to come back, of those that do
    never_recovered: IntervalEstimate  # the share of paths that end below an earlier peak
    ruin: IntervalEstimate  # the share that fell below the ruin level at any time
    ruin_level: float  # a fraction of the initial money
    sharpe: IntervalEstimate  # the median
    traded_share: float  # of paths on which it traded at all
    fan_bars: tuple[int, ...]
    fan: "Floats"


@dataclass(frozen=True, slots=True)
class CurvePoint:
    """The strategy with another value in one place."""

    value: float
    sharpe: float
    total_return: float
    max_drawdown: float
    trades: int


@dataclass(frozen=True, slots=True)
class SensitivityCurve:
    """How the strategy answers to one number. `fragility` is 0 when the neighbourhood does as well, 1 when nothing is
    left of the result next to the chosen value."""

    pointer: str
    chosen: float
    points: tuple[CurvePoint, ...]
    fragility: float


@dataclass(frozen=True, slots=True, eq=False)
class Heatmap:
    """Sharpe over two numbers; rows are values of the first."""

    first: str
    second: str
    first_values: tuple[float, ...]
    second_values: tuple[float, ...]
    sharpe: "Floats"


@dataclass(frozen=True, slots=True)
class Friction:
    """The strategy under worse conditions: dearer, later, or with orders that do not come through."""

    kind: str  # cost_x2, cost_x3, delay_1, missed_fills
    sharpe: float
    total_return: float
    max_drawdown: float
    trades: int


@dataclass(frozen=True, slots=True)
class SensitivityFinding:
    """Curves ranked by fragility, the most fragile first."""

    base: CurvePoint
    curves: tuple[SensitivityCurve, ...]
    heatmap: Heatmap | None
    frictions: tuple[Friction, ...]
    runs: int  # how many variants were tried for this
    left_out: int = 0  # values and combinations that the language refuses; NaN in the heatmap


@dataclass(frozen=True, slots=True)
class WalkForwardFinding:
    """Out of sample, refitted before each stretch; `purged_bars` lie between what is fitted and what is tested."""

    folds: int
    purged_bars: int
    in_sample_sharpe: float | None  # the mean over folds
    out_of_sample_sharpe: IntervalEstimate | None  # of the joined stretches
    efficiency: float | None  # out of sample over in sample
    fold_sharpes: tuple[float, ...]
    trials: int


@dataclass(frozen=True, slots=True)
class OverfittingFinding:
    """What the number of trials says. `trials` counts everything in the pool (same lineage, same data on
    overlapping days, or same rules), deleted drafts included."""

    trials: int
    effective_trials: float | None
    sharpe: float
    expected_best_of_luck: float  # the Sharpe that the best of so many trials without any edge would show
    deflated_sharpe: float  # the probability that the true Sharpe is above that
    probabilistic_sharpe: float  # the same against zero
    overfitting_probability: float | None  # by CSCV; None without enough trials
    minimum_track_bars: int | None  # to be sure of a Sharpe above zero; None where it is not above zero
    bars: int
    weighed: int = 0  # of the trials, those that the strategy may have been chosen among
    declared: int = 0  # of the trials, those that the person says were made elsewhere


class Ruling(StrEnum):
    """What the lab advises to do with the strategy."""

    PASS = "pass"  # noqa: S105 - a verdict
    REVISE = "revise"
    REJECT = "reject"


@dataclass(frozen=True, slots=True)
class VerdictReason:
    """Why: the measure, the limit it was held against, and where the limit comes from."""

    code: str
    ruling: Ruling  # what this reason alone would lead to
    measured: float | None
    limit: float | None
    source: str  # a KYC clause, or a default of the lab
    subject: str = ""  # the window, world or number that was worst, where there are several


@dataclass(frozen=True, slots=True)
class StressVerdict:
    """The worst of all reasons; a pass needs every part measured."""

    ruling: Ruling
    reasons: tuple[VerdictReason, ...]
    not_measured: tuple[str, ...]
