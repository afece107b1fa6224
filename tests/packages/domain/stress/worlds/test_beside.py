"""What rules read is drawn together with what they trade."""

from dataclasses import replace
from random import Random

import numpy as np

from packages.domain.backtest.alongside import Alongside, ReferencedBars
from packages.domain.backtest.panel import PRICES, Panel
from packages.domain.market_data.symbols import Market
from packages.domain.market_data.timeframe import Timeframe
from packages.domain.stress.findings import World
from packages.domain.stress.worlds.beside import joined, others_of
from packages.domain.stress.worlds.portfolio import fit_portfolio
from tests.corpus.markets import random_panel


def market_with(multiple: float, symbol: str = "SPY") -> Panel:
    """Another instrument that is always so many times the traded one."""
    drawn = random_panel(Random(5), Market.US_STOCKS, Timeframe.D1, ["AAPL"], 300)
    panel = replace(drawn, dividend=None)
    held = np.isfinite(panel.close[0])
    prices = {name: getattr(panel, name)[0, held] * multiple for name in PRICES}
    other = ReferencedBars(symbol, Market.US_STOCKS, panel.time[held], **prices)
    return replace(panel, alongside=Alongside((other,)))


def test_what_moved_together_moves_together_on_every_path() -> None:
    panel = market_with(3.0)
    world = fit_portfolio(World.BLOCK_BOOTSTRAP, panel)
    for source in world.sources(7, 0, 3, len(panel)):
        path = world.path(source)
        assert path.tickers == ("AAPL",)
        assert path.alongside is not None
        [other] = path.alongside.others
        held = np.isfinite(path.close[0])
        np.testing.assert_array_equal(other.time, path.time[held])
        np.testing.assert_allclose(other.close, 3.0 * path.close[0, held], rtol=1e-9)
        assert not np.array_equal(path.close[0, held], panel.close[0, held])


def test_what_is_traded_as_well_is_drawn_once() -> None:
    panel = market_with(1.0, symbol="AAPL")
    assert others_of(panel) == ()
    assert joined(panel) is panel
