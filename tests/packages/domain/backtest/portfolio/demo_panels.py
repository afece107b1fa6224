"""Panels of the demo companies, made when a test first asks for them."""

from functools import cache

from packages.domain.backtest.market.panel_loading import BarStretch, LoadedPanel, panel_of
from packages.domain.market_data.symbols import parse_symbol
from packages.domain.market_data.timeframe import Timeframe
from packages.infra.providers.market_data.demo.pack import DemoPack, generate
from tests.packages.domain.backtest.expressions.test_well_known import demo_bars

demo_pack = cache(generate)


def tickers(pack: DemoPack, market: str) -> list[str]:
    return sorted(each.symbol.text for each in pack.instruments if each.symbol.market.value == market)[:4]


@cache
def loaded_of(names: tuple[str, ...]) -> LoadedPanel:
    bars = [demo_bars(demo_pack(), parse_symbol(name)) for name in names]
    return panel_of(bars, BarStretch(Timeframe.D1, None, None))
