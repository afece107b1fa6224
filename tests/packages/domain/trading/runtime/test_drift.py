"""How far a deployment is from its backtest, and when that is too far."""

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from decimal import Decimal
from itertools import pairwise
from statistics import stdev

import pytest

from packages.domain.trading.execution.model import EquityPoint
from packages.domain.trading.runtime.drift import drift_of

START = datetime(2026, 1, 5, tzinfo=UTC)
BACKTEST = [100_000, 101_000, 100_500, 101_500, 100_800, 102_000, 101_200, 102_500]


def curve(equity: Sequence[float], first: int = 0) -> list[EquityPoint]:
    days = (START + timedelta(days=first + number) for number in range(len(equity)))
    return [EquityPoint(day, Decimal(str(each)), Decimal(0)) for day, each in zip(days, equity, strict=True)]


def test_the_same_curve_has_none() -> None:
    drift = drift_of(curve(BACKTEST), curve(BACKTEST), is_exact=True)
    assert drift.alarm is None
    assert (drift.largest, drift.missing, drift.tracking_error) == (Decimal(0), 0, 0.0)


def test_on_paper_a_cent_is_too_much() -> None:
    paper = [*BACKTEST[:5], BACKTEST[5] + 0.01, *BACKTEST[6:]]
    drift = drift_of(curve(paper), curve(BACKTEST), is_exact=True)
    assert drift.alarm is not None
    assert (drift.alarm.bar, drift.alarm.difference) == (START + timedelta(days=5), Decimal("0.01"))


def test_a_real_broker_may_differ_by_what_the_backtest_wanders_by_chance() -> None:
    near = [each - 150 * number for number, each in enumerate(BACKTEST)]
    far = [each - 1_200 * number for number, each in enumerate(BACKTEST)]
    assert drift_of(curve(near), curve(BACKTEST), is_exact=False).alarm is None
    alarm = drift_of(curve(far), curve(BACKTEST), is_exact=False).alarm
    assert alarm is not None
    assert alarm.difference < -alarm.band < 0


def test_the_band_is_one_deviation_of_a_bar_times_the_root_of_the_bars() -> None:
    points = drift_of(curve(BACKTEST), curve(BACKTEST), is_exact=False).points
    ratio = [float(point.band / point.expected) for point in points]
    assert ratio[3] / ratio[0] == pytest.approx(2.0)
    returns = [after / before - 1 for before, after in pairwise(BACKTEST)]
    assert ratio[0] == pytest.approx(stdev(returns))


def test_too_few_bars_say_nothing() -> None:
    drift = drift_of(curve([100, 50]), curve([100, 100]), is_exact=False)
    assert drift.alarm is None
    assert drift.largest == 50


def test_bars_that_only_one_of_the_two_has_are_counted() -> None:
    drift = drift_of(curve(BACKTEST[:6]), curve(BACKTEST[2:], first=2), is_exact=True)
    assert (len(drift.points), drift.missing, drift.alarm) == (4, 4, None)
