"""Paths look like the market they were fitted to, and are the same however they are drawn."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pytest

from packages.domain.backtest.many import Paths
from packages.domain.backtest.panel import Panel
from packages.domain.market_data.bars import Floats
from packages.domain.stress.findings import World
from packages.domain.stress.worlds.observed import (
    BadDraw,
    BrokenBars,
    OneInstrumentOnly,
    PricesStandStill,
    TooFewWorldBars,
)
from packages.domain.stress.worlds.world import FittedWorld, fit_world
from tests.packages.domain.backtest.real_data import HAS_REAL_DATA, NO_REAL_DATA, real_panel
from tests.packages.domain.stress.worlds.simulated import (
    garch_returns,
    jump_returns,
    kurtosis,
    memory_of_squares,
    panel_of,
    random_numbers,
    regime_returns,
    standing_still,
)

WORLDS = [world for world in World if world is not World.TRADE_SHUFFLE]
MARKETS = {
    World.BLOCK_BOOTSTRAP: panel_of(garch_returns(1500, 0.1, 0.85, 1)),
    World.REGIME_SWITCHING: panel_of(regime_returns(3000, (0.98, 0.95), (0.006, 0.02), 2)),
    World.JUMP_DIFFUSION: panel_of(jump_returns(3000, 0.02, -0.01, 0.05, 3)),
    World.GARCH: panel_of(garch_returns(3000, 0.12, 0.8, 4)),
}
FITTED = {kind: fit_world(kind, panel) for kind, panel in MARKETS.items()}


def returns_of(paths: Paths) -> Floats:
    return np.diff(np.log(paths.close), axis=1)


def bytes_of(parts: Sequence[Paths]) -> list[bytes]:
    return [
        np.concatenate([getattr(part, name) for part in parts]).tobytes() for name in ("open", "high", "low", "close")
    ]


def drawn(fitted: FittedWorld, paths: int = 200, bars: int = 1000, seed: int = 5) -> Paths:
    return fitted.draw(seed, 0, paths, bars)


@pytest.mark.parametrize("kind", WORLDS)
def test_every_bar_is_coherent_and_every_path_begins_with_the_first_bar(kind: World) -> None:
    paths, panel = drawn(FITTED[kind]), MARKETS[kind]
    assert (paths.low > 0).all()
    assert np.isfinite(paths.high).all()
    assert (paths.low <= np.minimum(paths.open, paths.close)).all()
    assert (paths.high >= np.maximum(paths.open, paths.close)).all()
    for name in ("open", "high", "low", "close"):
        assert getattr(paths, name)[:, 0] == pytest.approx(getattr(panel, name)[0, 0])


@pytest.mark.parametrize("kind", WORLDS)
def test_the_first_two_moments_are_those_of_the_market(kind: World) -> None:
    observed, told = FITTED[kind].observed, drawn(FITTED[kind], 400)
    returns, gaps = returns_of(told), np.log(told.open[:, 1:] / told.close[:, :-1])
    error = observed.returns.std() / np.sqrt(returns.size)
    assert returns.mean() == pytest.approx(observed.returns.mean(), abs=8 * error)
    assert returns.std() == pytest.approx(observed.returns.std(), rel=0.04)
    assert gaps.std() == pytest.approx(observed.gap.std(), rel=0.1)
    ranges = np.log(told.high / told.low)[:, 1:]
    panel = MARKETS[kind]
    assert ranges.mean() == pytest.approx(float(np.log(panel.high / panel.low)[0, 1:].mean()), rel=0.08)


def test_the_bootstrap_keeps_whole_bars_in_blocks() -> None:
    observed = MARKETS[World.BLOCK_BOOTSTRAP]
    told = drawn(fit_world(World.BLOCK_BOOTSTRAP, observed, block=20), 50)
    real = _steps(*(getattr(observed, name)[0] for name in ("open", "high", "low", "close")))
    order = np.argsort(real[0])
    followers = 0
    for path in range(50):
        steps = _steps(*(getattr(told, name)[path] for name in ("open", "high", "low", "close")))
        near = order[np.clip(np.searchsorted(real[0][order], steps[0] - 1e-9), 0, len(order) - 1)]
        assert np.abs(real[:, near] - steps).max() < 1e-8
        followers += int(np.count_nonzero((near[:-1] + 1) % len(order) == near[1:]))
    assert followers / (50 * 998) == pytest.approx(1 - 1 / 20, abs=0.01)


def test_every_bar_is_as_likely_as_any_other() -> None:
    returns = np.arange(1.0, 61.0) / 1e4
    told = returns_of(drawn(fit_world(World.BLOCK_BOOTSTRAP, panel_of(returns), block=10), 400, 500))
    counts = np.bincount((told.ravel() * 1e4).round().astype(np.int64), minlength=61)[1:]
    assert counts.min() > 0.85 * told.size / 60
    assert counts.max() < 1.15 * told.size / 60


def test_squares_remember_in_a_garch_world_as_they_do_in_theory() -> None:
    law = FITTED[World.GARCH].fitted
    alpha, lasts = law["alpha"], law["alpha"] + law["beta"]
    returns = returns_of(drawn(FITTED[World.GARCH], 400, 2000))
    expected = alpha * (1 - alpha * law["beta"] - law["beta"] ** 2) / (1 - 2 * alpha * law["beta"] - law["beta"] ** 2)
    assert memory_of_squares(returns, 1) == pytest.approx(expected, abs=0.06)
    assert memory_of_squares(returns, 10) == pytest.approx(expected * lasts**9, abs=0.06)


def test_jumps_make_the_tails_as_fat_as_the_market_had_them() -> None:
    fitted = FITTED[World.JUMP_DIFFUSION]
    told = kurtosis(returns_of(drawn(fitted, 400)))
    assert told > 6
    assert told == pytest.approx(kurtosis(fitted.observed.returns), rel=0.3)


def test_jumps_do_not_cluster() -> None:
    assert abs(memory_of_squares(returns_of(drawn(FITTED[World.JUMP_DIFFUSION], 400)), 1)) < 0.02


def test_regimes_last_as_long_on_paths_as_they_did() -> None:
    fitted = FITTED[World.REGIME_SWITCHING]
    returns = returns_of(drawn(fitted, 400, 1500))
    law = fitted.fitted
    carried = law["calm_stays"] + law["wild_stays"] - 1
    near, far = memory_of_squares(returns, 1), memory_of_squares(returns, 11)
    assert near > 0.1
    assert far / near == pytest.approx(carried**10, abs=0.08)


@pytest.mark.parametrize("kind", WORLDS)
def test_neither_the_chunks_nor_the_order_change_a_byte(kind: World) -> None:
    fitted = FITTED[kind]
    whole = bytes_of([fitted.draw(3, 0, 50, 333)])
    for at_once in (1, 7, 49):
        assert bytes_of(list(fitted.chunks(3, 50, 333, at_once))) == whole
    assert bytes_of([fitted.draw(4, 0, 50, 333)]) != whole


@pytest.mark.parametrize("kind", WORLDS)
def test_no_two_paths_are_alike(kind: World) -> None:
    returns = returns_of(drawn(FITTED[kind], 300, 400))
    together = np.corrcoef(returns) - np.eye(300)
    assert np.abs(together).max() < 0.5
    assert abs(together.mean()) < 0.002


@pytest.mark.parametrize("kind", WORLDS)
def test_worlds_are_fitted_to_the_same_numbers_twice(kind: World) -> None:
    assert fit_world(kind, MARKETS[kind]).fitted == FITTED[kind].fitted


def test_a_dividend_stays_in_the_price_of_a_path() -> None:
    panel = panel_of(garch_returns(300, 0.1, 0.8, 1))
    dividend = np.zeros_like(panel.close)
    dividend[0, 100] = panel.close[0, 99] * 0.05
    plain, paid = (
        fit_world(World.BLOCK_BOOTSTRAP, each).observed for each in (panel, replace(panel, dividend=dividend))
    )
    assert np.exp(paid.returns[99]) - np.exp(plain.returns[99]) == pytest.approx(0.05)
    assert np.delete(paid.returns, 99) == pytest.approx(np.delete(plain.returns, 99))


def limited(panel: Panel, share: float = 0.012) -> Panel:
    before = np.concatenate([panel.open[:, :1], panel.close[:, :-1]], axis=1)
    lower, upper = before * (1 - share), before * (1 + share)
    opened, high, low, close = (
        np.clip(prices, lower, upper) for prices in (panel.open, panel.high, panel.low, panel.close)
    )
    return replace(panel, open=opened, high=high, low=low, close=close, lower_limit=lower, upper_limit=upper)


@pytest.mark.parametrize("kind", WORLDS)
def test_paths_stay_within_the_limits_of_the_market_and_lock_at_them(kind: World) -> None:
    paths = fit_world(kind, limited(panel_of(garch_returns(600, 0.1, 0.8, 1)))).draw(1, 0, 40, 500)
    assert paths.lower_limit is not None
    assert paths.upper_limit is not None
    assert (paths.high[:, 1:] <= paths.upper_limit[:, 1:]).all()
    assert (paths.low[:, 1:] >= paths.lower_limit[:, 1:]).all()
    assert (paths.high >= np.maximum(paths.open, paths.close)).all()
    assert (paths.low <= np.minimum(paths.open, paths.close)).all()
    assert 0.01 < np.mean(paths.close == paths.upper_limit) < 0.3


def _broken(name: str, value: float) -> Panel:
    panel = panel_of(garch_returns(400, 0.1, 0.8, 1))
    column = getattr(panel, name).copy()
    column[0, 17] = value
    return replace(panel, **{name: column})


@pytest.mark.parametrize("kind", WORLDS)
def test_a_market_that_nothing_can_be_learnt_from_is_refused(kind: World) -> None:
    good = panel_of(garch_returns(400, 0.1, 0.8, 1))
    for error, panel in (
        (TooFewWorldBars, good.until(1)),
        (TooFewWorldBars, good.until(59)),
        (PricesStandStill, standing_still(good)),
        (BrokenBars, _broken("close", np.nan)),
        (BrokenBars, _broken("low", 0.0)),
        (BrokenBars, _broken("open", 1e6)),
        (OneInstrumentOnly, replace(good, tickers=("A", "B"))),
    ):
        with pytest.raises(error, match=r"\.$"):
            fit_world(kind, panel)


def test_what_cannot_be_drawn_is_refused() -> None:
    fitted = FITTED[World.GARCH]
    for seed, first, end, bars in ((-1, 0, 5, 10), (1, 5, 5, 10), (1, 0, 5, 1)):
        with pytest.raises(BadDraw):
            fitted.draw(seed, first, end, bars)
    with pytest.raises(BadDraw):
        fit_world(World.BLOCK_BOOTSTRAP, MARKETS[World.BLOCK_BOOTSTRAP], block=0.5)
    with pytest.raises(BadDraw):
        fit_world(World.TRADE_SHUFFLE, MARKETS[World.GARCH])


@pytest.mark.parametrize("kind", WORLDS)
def test_prices_that_mostly_stand_still_do_not_break_a_fit(kind: World) -> None:
    returns = random_numbers(1).standard_normal(600) * 0.01
    returns[random_numbers(2).random(600) < 0.8] = 0.0
    paths = drawn(fit_world(kind, panel_of(returns)), 20, 300)
    assert np.isfinite(paths.close).all()


@pytest.mark.skipif(not HAS_REAL_DATA, reason=NO_REAL_DATA)
@pytest.mark.parametrize("name", ["AAPL", "000001.SZ", "ETH-USD"])
@pytest.mark.parametrize("kind", WORLDS)
def test_real_markets_can_be_fitted(kind: World, name: str) -> None:
    panel = real_panel(name)
    fitted = fit_world(kind, panel)
    paths = drawn(fitted, 30, len(panel))
    assert all(np.isfinite(value) for value in fitted.fitted.values())
    assert (paths.low > 0).all()
    assert (paths.high >= np.maximum(paths.open, paths.close)).all()


def _steps(opened: Floats, high: Floats, low: Floats, close: Floats) -> Floats:
    before = close[:-1]
    told: Floats = np.log(np.array([close[1:] / before, opened[1:] / before, high[1:] / before, low[1:] / before]))
    return told
