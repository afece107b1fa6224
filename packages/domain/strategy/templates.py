"""A starter strategy for each family and holding period, in the language it is asked for in.

The rules are customary ones of the trade with customary numbers: averages of 5, 20 and 50 bars (of daily bars a week,
four weeks, ten weeks), Bollinger bands of 20 bars and two deviations, the highest high of two or four weeks, stops of 3
or 4 average true ranges. Which of the customary numbers was decided by how often they trade, not by what they earn.
Every position is sized to a volatility of 15 % a year, about that of a broad stock index, and never above the equity.
`docs/decisions/0039-templates-that-trade.md` has the sources.
"""

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from enum import StrEnum

from packages.core.errors import Invalid
from packages.core.messages import Language, Message, Phrases, message, render
from packages.domain.market_data.market_rules import RULEBOOK
from packages.domain.market_data.regime.model import Family
from packages.domain.market_data.symbols import Market, parse_symbol
from packages.domain.market_data.timeframe import Timeframe
from packages.domain.strategy.json_tree import Document, Json
from packages.domain.strategy.model import Direction
from packages.domain.strategy.schema.grammar import DSL_VERSION


class TimeframeNotOffered(Invalid):
    """A timeframe on which no position of that holding period can be timed."""


class HoldingPeriod(StrEnum):
    """How long a position is meant to last."""

    INTRADAY_SCALP = "intraday_scalp"
    INTRADAY = "intraday"
    SWING_DAYS = "swing_days"
    POSITION_WEEKS_PLUS = "position_weeks_plus"


@dataclass(frozen=True, slots=True)
class TemplatePace:
    """The numbers of a holding period on a timeframe; `filter` is the slower timeframe that must agree, if any. A
    reversion is over at the middle of the bands, or `far` across them where positions are meant to last."""

    timeframe: Timeframe
    filter: Timeframe | None
    fast: int
    slow: int
    channel: int
    stop_atr: float
    longest_bars: int
    far: bool = False


_T = Timeframe
PACES: Mapping[HoldingPeriod, tuple[TemplatePace, ...]] = {  # of each, the usual timeframe first
    HoldingPeriod.INTRADAY_SCALP: (
        TemplatePace(_T.M5, _T.H1, 9, 21, 20, 1.5, 24),
        TemplatePace(_T.M1, _T.M15, 9, 21, 20, 1.5, 60),
    ),
    HoldingPeriod.INTRADAY: (
        TemplatePace(_T.M15, _T.H1, 12, 36, 26, 2.0, 26),
        TemplatePace(_T.M5, _T.H1, 12, 36, 26, 2.0, 78),
        TemplatePace(_T.M30, _T.H4, 10, 30, 20, 2.0, 13),
        TemplatePace(_T.H1, None, 8, 20, 16, 2.0, 7),
    ),
    HoldingPeriod.SWING_DAYS: (
        TemplatePace(_T.D1, None, 5, 20, 10, 3.0, 15),
        TemplatePace(_T.H4, None, 10, 30, 20, 3.0, 30),
        TemplatePace(_T.H1, None, 20, 60, 40, 3.0, 100),
    ),
    HoldingPeriod.POSITION_WEEKS_PLUS: (TemplatePace(_T.D1, None, 5, 50, 20, 4.0, 60, far=True),),
}


def pace_of(holding: HoldingPeriod, timeframe: Timeframe | None = None) -> TemplatePace:
    """On the usual timeframe of the holding period unless one is named."""
    offered = PACES[holding]
    for pace in offered:
        if timeframe in (None, pace.timeframe):
            return pace
    known = ", ".join(pace.timeframe.value for pace in offered)
    raise TimeframeNotOffered("strategy.no_template", holding=holding.value, timeframe=timeframe, known=known)


__all__ = ["LONG_ONLY", "Family", "HoldingPeriod", "NoShortInMarket", "template"]

LONG_ONLY = (Direction.LONG,)
_BANDS = 20  # bars, with two deviations: Bollinger's own
_TARGET = 0.15


class NoShortInMarket(Invalid):
    """A market in which nothing is sold short."""


def template(
    family: Family,
    holding: HoldingPeriod,
    market: Market,
    ticker: str,
    *,
    timeframe: Timeframe | None = None,
    sides: Collection[Direction] = LONG_ONLY,
    language: Language = Language.EN,
) -> Document:
    """A document in the canonical spelling; `BadSymbol` for a ticker that is none."""
    if Direction.SHORT in sides and not RULEBOOK[market].can_short:
        raise NoShortInMarket("strategy.no_short_in_market", market=market.value)
    pace = pace_of(holding, timeframe)
    idea = _FAMILIES[family]
    return {
        "dsl_version": DSL_VERSION,
        "strategy": {
            "name": render(template_name(family, holding), language),
            "description": description(family, language),
        },
        "universe": {"market": market.value, "tickers": [parse_symbol(ticker).text]},
        "timeframe": pace.timeframe.value,
        "factors": idea.factors(pace),
        "trade": {side.value: idea.side(pace, _WAYS[side]) for side in Direction if side in sides},
    }


def description(family: Family, language: Language) -> str:
    """What strategies of the family do, in a sentence."""
    return Phrases(language, "strategy.template").say(f"description.{family}")


def template_name(family: Family, holding: HoldingPeriod) -> Message:
    return message(
        "strategy.template.name", family=message(f"strategy.template.family.{family}"), holding=holding_label(holding)
    )


def holding_label(holding: HoldingPeriod) -> Message:
    return message(f"strategy.template.holding.{holding}")


@dataclass(frozen=True, slots=True)
class _Way:
    """The words that differ between hoping for rising prices and for falling ones."""

    into: str
    out_of: str
    beyond: str
    back: str
    far: str
    near: str
    short_of: str


_WAYS = {
    Direction.LONG: _Way(
        into="cross_above",
        out_of="cross_below",
        beyond="gt",
        back="gte",
        far="upper",
        near="lower",
        short_of="lt",
    ),
    Direction.SHORT: _Way(
        into="cross_below",
        out_of="cross_above",
        beyond="lt",
        back="lte",
        far="lower",
        near="upper",
        short_of="gt",
    ),
}


@dataclass(frozen=True, slots=True)
class _Idea:
    """The factors of a family, and its rules for one direction."""

    factors: Callable[[TemplatePace], Document]
    side: Callable[[TemplatePace, _Way], Document]


def _trend_factors(pace: TemplatePace) -> Document:
    return {
        "ema_fast": _indicator("ema", period=pace.fast, source="close"),
        "ema_slow": _indicator("ema", period=pace.slow, source="close"),
        **_filter(pace),
    }


def _trend(pace: TemplatePace, way: _Way) -> Document:
    entry = _all(_cross("ema_fast", way.into, "ema_slow"), *_filter_agrees(pace, way))
    exits: list[Json] = [
        {"type": "signal_exit", "condition": _cross("ema_fast", way.out_of, "ema_slow")},
        {"type": "trailing_stop", "stop": _atr(pace.stop_atr)},
    ]
    return _side(entry, exits)


def _reversion_factors(pace: TemplatePace) -> Document:
    return {"bands": _indicator("bollinger", period=_BANDS, source="close"), **_filter(pace)}


def _reversion(pace: TemplatePace, way: _Way) -> Document:
    entry = _all(_cmp("close", way.short_of, {"ref": f"bands.{way.near}"}), *_filter_agrees(pace, way))
    home = way.far if pace.far else "middle"
    exits: list[Json] = [
        {"type": "signal_exit", "condition": _cmp("close", way.back, {"ref": f"bands.{home}"})},
        {"type": "stop_loss", "stop": _atr(pace.stop_atr)},
        {"type": "time_exit", "bars": pace.longest_bars},
    ]
    return _side(entry, exits)


def _volatility_factors(pace: TemplatePace) -> Document:
    return {
        "range_now": _indicator("atr", period=5),
        "range_usual": _indicator("atr", period=pace.channel * 2),
        "channel": _indicator("donchian", period=pace.channel),
        **_filter(pace),
    }


def _volatility(pace: TemplatePace, way: _Way) -> Document:
    quiet: Document = {
        "within_bars": {"condition": _cmp("range_now", "lt", {"ref": "range_usual"}), "bars": pace.channel // 4}
    }
    breakout = _cmp("close", way.beyond, {"ref": f"channel.{way.far}", "lag": 1})
    exits: list[Json] = [
        {"type": "signal_exit", "condition": _cross("close", way.out_of, "channel.middle")},
        {"type": "trailing_stop", "stop": _atr(pace.stop_atr)},
    ]
    return _side(_all(quiet, breakout, *_filter_agrees(pace, way)), exits)


_FAMILIES: Mapping[Family, _Idea] = {
    Family.TREND_CONTINUATION: _Idea(_trend_factors, _trend),
    Family.MEAN_REVERSION: _Idea(_reversion_factors, _reversion),
    Family.VOLATILITY_REGIME: _Idea(_volatility_factors, _volatility),
}


def _filter(pace: TemplatePace) -> Document:
    """The average of the slower timeframe, where the pace has one."""
    if pace.filter is None:
        return {}
    return {"ema_filter": {**_indicator("ema", period=20, source="close"), "timeframe": pace.filter.value}}


def _filter_agrees(pace: TemplatePace, way: _Way) -> tuple[Document, ...]:
    return () if pace.filter is None else (_cmp("close", way.beyond, {"ref": "ema_filter"}),)


def _indicator(kind: str, **params: int | str) -> Document:
    return {"type": kind, "params": dict(params)}


def _all(*conditions: Document) -> Document:
    return {"all": list(conditions)}


def _cmp(left: str, op: str, right: Json) -> Document:
    return {"cmp": {"left": {"ref": left}, "op": op, "right": right}}


def _cross(a: str, op: str, b: str) -> Document:
    return {"cross": {"a": {"ref": a}, "op": op, "b": {"ref": b}}}


def _atr(multiple: float) -> Document:
    return {"kind": "atr_multiple", "value": multiple}


def _side(entry: Document, exits: list[Json]) -> Document:
    sizing: Document = {"mode": "vol_target", "target": _TARGET}
    return {"entry": {"condition": entry, "order": {"type": "market"}}, "exits": exits, "position_sizing": sizing}
