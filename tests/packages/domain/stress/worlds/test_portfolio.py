"""Several instruments are drawn by the same stretches of time: what moved together still does."""

from dataclasses import replace

import numpy as np
import pytest

from packages.domain.backtest.panel import Lots, Panel
from packages.domain.stress.findings import World
from packages.domain.stress.worlds.observed import (
    PRICES,
    BadDraw,
    BrokenBars,
    OneInstrumentOnly,
    PricesStandStill,
    TooFewWorldBars,
)
from packages.domain.stress.worlds.portfolio import FittedPortfolio, fit_portfolio, with_prices
from packages.domain.stress.worlds.world import fit_world
from tests.packages.domain.stress.worlds.simulated import garch_returns, panel_of, random_numbers

BARS, SEED = 500, 3


def together(*panels: Panel) -> Panel:
    """Side by side on the axis of the first."""
    count = len(panels)
    stacked = {name: np.vstack([getattr(each, name) for each in panels]) for name in PRICES}
    volume = np.vstack([each.volume for each in panels])
    lots = Lots(minimum=np.zeros(count), step=np.zeros(count))
    named = replace(panels[0], tickers=tuple(f"DEMO{at}" for at in range(count)), lots=lots, volume=volume)
    return with_prices(named, stacked)


def three() -> Panel:
    """Two that share most of what moves them, and a stranger."""
    common = garch_returns(BARS, 0.1, 0.85, 8)
    own = random_numbers(4).standard_normal((2, BARS)) * 0.003
    return together(panel_of(common), panel_of(common + own[0]), panel_of(garch_returns(BARS, 0.1, 0.8, 9)))


PANEL = three()


def without(panel: Panel, instrument: int, bars: slice) -> Panel:
    """Some bars of one instrument are not there."""
    columns = {name: getattr(panel, name).copy() for name in (*PRICES, "volume")}
    for column in columns.values():
        column[instrument, bars] = np.nan
    return replace(with_prices(panel, columns), volume=columns["volume"])


def paths(world: FittedPortfolio, count: int = 20) -> list[Panel]:
    return [world.path(source) for source in world.sources(SEED, 0, count, len(world.panel))]


def test_every_bar_of_a_path_is_the_bar_of_one_time_for_all_instruments() -> None:
    world = fit_portfolio(World.BLOCK_BOOTSTRAP, PANEL)
    [source, *_] = world.sources(SEED, 0, 1, BARS)
    path = world.path(source)
    for at in range(3):
        for name in PRICES:
            steps = getattr(PANEL, name)[at, 1:] / PANEL.close[at, :-1]
            assert getattr(path, name)[at, 1:] / path.close[at, :-1] == pytest.approx(steps[source])
            assert getattr(path, name)[at, 0] == getattr(PANEL, name)[at, 0]
        assert path.volume[at, 1:].tolist() == PANEL.volume[at, 1:][source].tolist()


def test_what_moved_together_moves_together_on_every_path() -> None:
    drawn = paths(fit_portfolio(World.BLOCK_BOOTSTRAP, PANEL))
    told = np.mean([np.corrcoef(np.diff(np.log(path.close), axis=1)) for path in drawn], axis=0)
    real = np.corrcoef(np.diff(np.log(PANEL.close), axis=1))
    assert real[0, 1] > 0.8
    assert told == pytest.approx(real, abs=0.08)


def test_a_bar_that_an_instrument_did_not_have_is_missing_on_the_path_and_the_price_goes_on_after_it() -> None:
    panel = without(PANEL, 1, slice(200, 230))
    world = fit_portfolio(World.BLOCK_BOOTSTRAP, panel)
    own = panel.close[1, np.isfinite(panel.close[1])]
    real = np.sort(np.log(own[1:] / own[:-1]))
    for source in world.sources(SEED, 0, 10, BARS):
        path = world.path(source)
        missing = (source + 1 >= 200) & (source + 1 < 230)
        assert np.isnan(path.close[1, 1:]).tolist() == missing.tolist()
        assert np.isnan(path.volume[1, 1:]).tolist() == missing.tolist()
        assert np.isfinite(path.close[[0, 2]]).all()
        kept = path.close[1, np.isfinite(path.close[1])]
        nearest = real[np.searchsorted(real, np.log(kept[1:] / kept[:-1]) - 1e-9).clip(max=len(real) - 1)]
        assert np.log(kept[1:] / kept[:-1]) == pytest.approx(nearest, abs=1e-8)


def test_only_times_are_drawn_at_which_all_had_been_traded_before() -> None:
    world = fit_portfolio(World.BLOCK_BOOTSTRAP, without(PANEL, 2, slice(0, 300)))
    assert world.steps.returns.shape[1] == BARS + 1 - 301
    assert np.isfinite(paths(world, 2)[0].close[:, 1:]).all()


def test_a_path_depends_on_the_seed_and_its_number_alone() -> None:
    world = fit_portfolio(World.BLOCK_BOOTSTRAP, PANEL)
    whole = world.sources(SEED, 0, 9, BARS)
    assert world.sources(SEED, 4, 7, BARS).tolist() == whole[4:7].tolist()
    assert world.sources(SEED + 1, 0, 9, BARS).tolist() != whole.tolist()


def test_one_instrument_alone_is_drawn_as_its_own_world_draws_it() -> None:
    alone = PANEL.of(["DEMO0"])
    world, single = fit_portfolio(World.BLOCK_BOOTSTRAP, alone), fit_world(World.BLOCK_BOOTSTRAP, alone)
    assert world.fitted["mean_block_bars"] == single.fitted["mean_block_bars"]
    drawn = single.draw(SEED, 0, 3, len(alone))
    for at, path in enumerate(paths(world, 3)):
        for name in PRICES:
            assert getattr(path, name)[0] == pytest.approx(getattr(drawn, name)[at])


def test_limits_travel_with_the_bars_and_no_bar_leaves_them() -> None:
    before = np.hstack((PANEL.open[:, :1], PANEL.close[:, :-1]))
    lower, upper = np.minimum(before * 0.98, PANEL.low), np.maximum(before * 1.02, PANEL.high)
    world = fit_portfolio(World.BLOCK_BOOTSTRAP, replace(PANEL, lower_limit=lower, upper_limit=upper))
    [source, *_] = world.sources(SEED, 0, 1, BARS)
    path = world.path(source)
    assert path.lower_limit is not None
    assert path.upper_limit is not None
    assert (path.low >= path.lower_limit).all()
    assert (path.high <= path.upper_limit).all()
    assert path.upper_limit[:, 1:] / path.close[:, :-1] == pytest.approx((upper[:, 1:] / before[:, 1:])[:, source])


def test_a_dividend_is_left_in_the_price() -> None:
    dividend = np.zeros_like(PANEL.close)
    dividend[0, 100] = 3.0
    world = fit_portfolio(World.BLOCK_BOOTSTRAP, replace(PANEL, dividend=dividend))
    assert world.steps.returns[0, 99] == pytest.approx(np.log((PANEL.close[0, 100] + 3.0) / PANEL.close[0, 99]))
    assert paths(world, 1)[0].dividend is None


def test_other_worlds_say_that_they_are_for_one_instrument() -> None:
    for kind in (World.REGIME_SWITCHING, World.JUMP_DIFFUSION, World.GARCH):
        with pytest.raises(OneInstrumentOnly, match=r"one instrument, and the strategy uses 3: .*\.$"):
            fit_portfolio(kind, PANEL)


def test_a_market_that_nothing_can_be_learnt_from_is_refused() -> None:
    still = with_prices(PANEL, {name: np.vstack((getattr(PANEL, name)[:2], np.full(BARS + 1, 5.0))) for name in PRICES})
    broken = replace(PANEL, low=np.where(np.arange(BARS + 1) == 17, -1.0, PANEL.low))
    for error, panel in (
        (TooFewWorldBars, PANEL.until(60)),
        (TooFewWorldBars, without(PANEL, 1, slice(0, BARS - 20))),
        (TooFewWorldBars, without(PANEL, 1, slice(1, BARS + 1))),
        (PricesStandStill, still),
        (BrokenBars, broken),
    ):
        with pytest.raises(error, match=r"\.$"):
            fit_portfolio(World.BLOCK_BOOTSTRAP, panel)
    with pytest.raises(BadDraw):
        fit_portfolio(World.BLOCK_BOOTSTRAP, PANEL, block=0.5)
