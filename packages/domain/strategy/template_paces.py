"""What a strategy to begin with is named for: its family, and the pace of a holding period on a timeframe."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from packages.core.errors import Invalid
from packages.core.messages import Language
from packages.domain.market_data.regime.model import Family
from packages.domain.market_data.timeframe import Timeframe


class TimeframeNotOffered(Invalid):
    """A timeframe on which no position of that holding period can be timed."""


class HoldingPeriod(StrEnum):
    """How long a position is meant to last."""

    INTRADAY_SCALP = "intraday_scalp"
    INTRADAY = "intraday"
    SWING_DAYS = "swing_days"
    POSITION_WEEKS_PLUS = "position_weeks_plus"


@dataclass(frozen=True, slots=True)
class Pace:
    """The numbers of a holding period on a timeframe; `filter` is the slower timeframe that must agree, if any."""

    timeframe: Timeframe
    filter: Timeframe | None
    fast: int
    slow: int
    channel: int
    stop_atr: float
    longest_bars: int


_T = Timeframe
PACES: Mapping[HoldingPeriod, tuple[Pace, ...]] = {  # of each, the usual timeframe first
    HoldingPeriod.INTRADAY_SCALP: (
        Pace(_T.M5, _T.H1, 9, 21, 20, 1.5, 24),
        Pace(_T.M1, _T.M15, 9, 21, 20, 1.5, 60),
    ),
    HoldingPeriod.INTRADAY: (
        Pace(_T.M15, _T.H1, 12, 36, 26, 2.0, 26),
        Pace(_T.M5, _T.H1, 12, 36, 26, 2.0, 78),
        Pace(_T.M30, _T.H4, 10, 30, 20, 2.0, 13),
        Pace(_T.H1, None, 8, 20, 16, 2.0, 7),
    ),
    HoldingPeriod.SWING_DAYS: (
        Pace(_T.D1, None, 10, 30, 20, 2.5, 15),
        Pace(_T.H4, _T.D1, 10, 30, 20, 2.5, 30),
        Pace(_T.H1, _T.D1, 20, 60, 40, 2.5, 100),
    ),
    HoldingPeriod.POSITION_WEEKS_PLUS: (
        Pace(_T.D1, _T.W1, 50, 150, 55, 4.0, 120),
        Pace(_T.W1, None, 10, 30, 12, 4.0, 26),
    ),
}


def pace_of(holding: HoldingPeriod, timeframe: Timeframe | None = None) -> Pace:
    """On the usual timeframe of the holding period unless one is named."""
    offered = PACES[holding]
    for pace in offered:
        if timeframe in (None, pace.timeframe):
            return pace
    known = ", ".join(pace.timeframe.value for pace in offered)
    raise TimeframeNotOffered("strategy.no_template", holding=holding.value, timeframe=timeframe, known=known)


FAMILY_NAMES: Mapping[Family, Mapping[Language, str]] = {
    Family.TREND_CONTINUATION: {Language.ZH: "趋势延续", Language.EN: "Trend continuation"},
    Family.MEAN_REVERSION: {Language.ZH: "均值回归", Language.EN: "Mean reversion"},
    Family.VOLATILITY_REGIME: {Language.ZH: "波动状态", Language.EN: "Volatility regime"},
}
HOLDING_NAMES: Mapping[HoldingPeriod, Mapping[Language, str]] = {
    HoldingPeriod.INTRADAY_SCALP: {Language.ZH: "日内超短线", Language.EN: "intraday scalp"},
    HoldingPeriod.INTRADAY: {Language.ZH: "日内", Language.EN: "intraday"},
    HoldingPeriod.SWING_DAYS: {Language.ZH: "数日波段", Language.EN: "swing days"},
    HoldingPeriod.POSITION_WEEKS_PLUS: {Language.ZH: "数周以上", Language.EN: "position weeks plus"},
}
DESCRIPTIONS: Mapping[Family, Mapping[Language, str]] = {
    Family.TREND_CONTINUATION: {
        Language.ZH: "市场有方向时，快均线穿越慢均线即顺势入场。",
        Language.EN: "Goes with the trend when a fast average crosses a slow one in a market that has a direction.",
    },
    Family.MEAN_REVERSION: {
        Language.ZH: "价格走得过远时反向入场，回到均值即离场。",
        Language.EN: "Goes against a move that went too far, and leaves when the price is back at its average.",
    },
    Family.VOLATILITY_REGIME: {
        Language.ZH: "在平静期之后的突破时入场，仓位按波动率调整，使动荡时期不占更大分量。",
        Language.EN: "Goes with the breakout from a quiet time, sized so that loud times weigh no more.",
    },
}
