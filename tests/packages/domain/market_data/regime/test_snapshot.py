"""A regime snapshot sees what was known and nothing later, does not care for the unit of prices, and says what it
cannot tell."""

from collections import Counter
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from packages.domain.market_data.bars import BarSeries, Floats
from packages.domain.market_data.quality import assemble
from packages.domain.market_data.regime.model import Family, FigureName, RegimeAbsence, Snapshot, TooFewRegimeBars
from packages.domain.market_data.regime.snapshot import FEWEST_BARS, regime_snapshot
from packages.domain.market_data.symbols import parse_symbol
from packages.domain.market_data.timeframe import Timeframe
from tests.effort import examples

pytestmark = pytest.mark.slow

COIN = parse_symbol("DEMO8-USD")
LATE = datetime(2030, 1, 1, tzinfo=UTC)
BEGIN = np.datetime64("2020-01-01", "us")


def bars(close: Floats, volume: float = 5.0) -> BarSeries:
    time = BEGIN + np.arange(len(close)) * np.timedelta64(1, "D")
    return assemble(
        *(COIN, Timeframe.D1, "test"),
        time=time,
        open_=close,
        high=close * 1.01,
        low=close * 0.99,
        close=close,
        volume=np.full(len(close), volume),
    )


def walk(seed: int, length: int = 400, drift: float = 0.0) -> Floats:
    """A random walk of prices from 8 on."""
    return 8 * np.exp(np.cumsum(np.random.default_rng(seed).normal(drift, 0.01, length)))


def pulled_back(seed: int, length: int = 400) -> Floats:
    noise = np.random.default_rng(seed).normal(0, 0.01, length)
    level = np.zeros(length)
    for at in range(1, length):
        level[at] = 0.8 * level[at - 1] + noise[at]
    return 8 * np.exp(level)


def clustered(seed: int, length: int = 400) -> Floats:
    """Quiet for long, and then four times as wild: the moves of the last twenty bars."""
    noise = np.random.default_rng(seed).normal(0, 0.01, length)
    noise[-20:] *= 4
    return 8 * np.exp(np.cumsum(noise))


def told(snapshot: Snapshot) -> tuple[object, ...]:
    """What does not depend on the unit of prices."""
    unit = FigureName.TURNOVER_20
    return [f for f in snapshot.figures if f.name is not unit], snapshot.findings, snapshot.speaks_for, snapshot.bars


@given(st.integers(0, 10_000), st.integers(FEWEST_BARS, 330), st.floats(0.1, 10))
@settings(max_examples=examples(40))
def test_bars_that_come_later_do_not_change_a_snapshot(seed: int, known: int, shock: float) -> None:
    close = walk(seed)
    other = close.copy()
    other[known:] *= shock
    as_of = datetime(2020, 1, 1, tzinfo=UTC) + timedelta(days=known)
    before = regime_snapshot(bars(close[:known]), as_of)
    assert before == regime_snapshot(bars(other), as_of)
    assert before.bars == known
    assert all(figure.last < as_of for figure in before.figures)


@given(st.integers(0, 10_000), st.integers(-12, 12))
@settings(max_examples=examples(40))
def test_the_unit_of_prices_does_not_matter(seed: int, power: int) -> None:
    close = walk(seed)
    plain, scaled = (regime_snapshot(bars(close * unit), LATE) for unit in (1.0, 2.0**power))
    assert told(plain) == told(scaled)
    assert scaled.value(FigureName.TURNOVER_20) == pytest.approx(
        (plain.value(FigureName.TURNOVER_20) or 0) * 2.0**power
    )


@pytest.mark.parametrize(
    ("prices", "family"),
    [
        (lambda seed: walk(seed, drift=0.004), Family.TREND_CONTINUATION),
        (pulled_back, Family.MEAN_REVERSION),
        (clustered, Family.VOLATILITY_REGIME),
    ],
)
def test_prices_that_were_made_to_move_in_one_way_mostly_speak_for_it(
    prices: Callable[[int], Any], family: Family
) -> None:
    found = Counter(regime_snapshot(bars(prices(seed)), LATE).speaks_for for seed in range(40))
    assert found.most_common(1)[0][0] is family
    assert found[family] >= 28


def test_a_random_walk_mostly_speaks_for_no_family() -> None:
    found = Counter(regime_snapshot(bars(walk(seed)), LATE).speaks_for for seed in range(100))
    assert found[None] >= 65


def test_each_figure_names_its_stretch() -> None:
    snapshot = regime_snapshot(bars(walk(1)), LATE)
    lengths = {figure.name: figure.last - figure.first for figure in snapshot.figures}
    assert lengths[FigureName.EFFICIENCY_60] == timedelta(days=60)
    assert lengths[FigureName.VOLATILITY_RANK] == timedelta(days=271)
    close = walk(1)
    assert snapshot.value(FigureName.ABOVE_AVERAGE_50) == pytest.approx(close[-1] / close[-50:].mean() - 1)
    assert snapshot.value(FigureName.RETURN_20) == pytest.approx(close[-1] / close[-21] - 1)
    assert snapshot.value(FigureName.VOLATILITY_20) == pytest.approx(np.diff(np.log(close))[-20:].std(ddof=1))


def test_what_a_short_history_cannot_tell_is_left_open_and_named() -> None:
    snapshot = regime_snapshot(bars(walk(1, FEWEST_BARS)), LATE)
    missing = {figure.name: figure.absent for figure in snapshot.figures if figure.value is None}
    assert missing[FigureName.VOLATILITY_RANK] is RegimeAbsence.TOO_FEW_BARS
    extreme = next(each for each in snapshot.findings if each.rule == "extreme")
    assert extreme.holds is None
    assert "volatility_rank" in extreme.en
    tried = {each.family: each.tried for each in snapshot.support}
    assert tried == {Family.TREND_CONTINUATION: 1, Family.MEAN_REVERSION: 1, Family.VOLATILITY_REGIME: 0}


def test_prices_that_never_move_speak_for_nothing() -> None:
    snapshot = regime_snapshot(bars(np.full(400, 8.0), volume=0.0), LATE)
    assert snapshot.value(FigureName.VARIANCE_RATIO_Z) is None
    assert snapshot.value(FigureName.BARS_WITHOUT_VOLUME_60) == 1.0
    assert snapshot.speaks_for is None


def test_too_few_bars_are_refused_with_what_to_do() -> None:
    with pytest.raises(TooFewRegimeBars, match="needs 61 bars, and 60 1d bars of DEMO8-USD"):
        regime_snapshot(bars(walk(1, FEWEST_BARS - 1)), LATE)
