"""Splits and dividends of US stocks, worked out from how a package's adjusted close departs from its close."""

from collections.abc import Callable, Iterator
from datetime import UTC, date, datetime, time
from decimal import Decimal
from fractions import Fraction

import numpy as np

from packages.domain.market_data.adjustment import Adjustment
from packages.domain.market_data.bars import Floats, Instants
from packages.domain.market_data.rows import ActionKind, CorporateAction
from packages.domain.market_data.sessions import zone_of
from packages.domain.market_data.symbols import Symbol
from packages.infra.providers.samples.catalogue import Sample

_NOISE = 1e-5  # steps of the factor below this are rounding
_SMALLEST_SPLIT = 1.2
_Paid = Callable[[float, float, float], float]


def _by_close_of_the_day(step: float, close: float, _before: float) -> float:
    """Quandl scales by 1 + dividend / close of the ex-date."""
    return close * (step - 1)


def _by_close_before(step: float, _close: float, before: float) -> float:
    """Yahoo scales by 1 - dividend / close before the ex-date."""
    return before * (1 - 1 / step)


def actions_from(
    sample: Sample, symbol: Symbol, days: Instants, close: Floats, adjusted_close: Floats
) -> Iterator[CorporateAction]:
    """Splits only where the prices are raw: elsewhere they are already in them."""
    raw = sample.prices is Adjustment.RAW
    paid: _Paid = _by_close_of_the_day if raw else _by_close_before
    factor = adjusted_close / close
    steps = factor[1:] / factor[:-1]
    for place in (np.flatnonzero(np.abs(steps - 1) > _NOISE) + 1).tolist():
        step, ex_date = float(steps[place - 1]), days[place].astype("datetime64[D]").item()
        if raw and step >= _SMALLEST_SPLIT:
            ratio = Fraction(step).limit_denominator(10)
            value = Decimal(ratio.numerator) / ratio.denominator
            yield _action(sample, symbol, ex_date, ActionKind.SPLIT, value)
        elif step > 1:
            cash = Decimal(repr(paid(step, float(close[place]), float(close[place - 1])))).quantize(Decimal("0.0001"))
            yield _action(sample, symbol, ex_date, ActionKind.DIVIDEND, cash)


def _action(sample: Sample, symbol: Symbol, ex_date: date, kind: ActionKind, value: Decimal) -> CorporateAction:
    morning = datetime.combine(ex_date, time(), zone_of(symbol.market)).astimezone(UTC)
    return CorporateAction(
        symbol=symbol, ex_date=ex_date, kind=kind, value=value, source=sample.source, known_at=morning
    )
