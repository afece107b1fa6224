"""The markets that a sweep of whole runs goes over: the demo companies, and real ones from the data folder beside the
checkout (`../shared/data`), which is read where it stands and never copied."""

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta

from benchmarks.demo_desk import quietly
from benchmarks.walkback_data import SHARED, RealMarket, a_share_market, of_folder
from packages.domain.market_data.bars import BarSeries
from packages.domain.market_data.symbols import parse_symbol
from packages.settings.load import Settings
from src.modules.data_engineering.container import DataEngineeringContainer
from src.modules.data_engineering.infrastructure.bar_files import ImportOptions
from src.modules.data_engineering.infrastructure.row_files import FileOptions

US_COMPANIES = SHARED / "us_companies"
_ROWS_AT_ONCE = 2000
_A_YEAR = timedelta(days=400)
_DEMO = ("DEMO1.SZ", "DEMO2.SH", "DEMO3.SZ", "DEMO4.SH", "DEMO5", "DEMO6", "DEMO7")
_US = ("AAPL", "AMZN", "AXP", "BA", "CAT", "GS", "JPM", "MCD", "MSFT", "PG", "TRV", "UNH")
_CN_FILES = ("000001.SZ", "000002.SZ")


@dataclass(frozen=True, slots=True)
class SweptMarket:
    """`days`: the first and the last day of each instrument that may be asked about."""

    name: str
    days: Mapping[str, tuple[date, date]]

    def draw(self, drawn: random.Random) -> tuple[str, date]:
        symbol = drawn.choice(sorted(self.days))
        first, last = self.days[symbol]
        return symbol, first + timedelta(days=drawn.randrange((last - first).days))


async def demo_market(data: DataEngineeringContainer, _settings: Settings) -> SweptMarket:
    await data.packs().load_demo(quietly)
    return SweptMarket("demo", dict.fromkeys(_DEMO, (date(2021, 3, 1), date(2025, 12, 30))))


async def us_market(data: DataEngineeringContainer, _settings: Settings) -> SweptMarket:
    """Twelve companies, as `parley data import` takes the folder in."""
    await data.row_files().load([US_COMPANIES], FileOptions(ImportOptions()))
    return SweptMarket("us", dict.fromkeys(_US, (date(2025, 2, 3), date(2025, 7, 31))))


async def cn_market(data: DataEngineeringContainer, settings: Settings) -> SweptMarket:
    """A-shares of a sample package at prices that were paid on the day, with their statements and dividends."""
    market = a_share_market(settings.home.home)
    await _keep(data, market, market.bars)
    return SweptMarket("cn", {name: (market.first[name] + _A_YEAR, market.last[name]) for name in market.reported})


async def cn_files_market(data: DataEngineeringContainer, settings: Settings) -> SweptMarket:
    """The A-shares of the data folder at the prices of their files: of one the sample package has the statements, for
    both the state of the economy, up to the package's last day."""
    market = a_share_market(settings.home.home)
    paid = [of_folder(parse_symbol(name)) for name in _CN_FILES]
    await _keep(data, market, [one.series() for one in paid])
    until = max(market.last[name] for name in market.reported)
    return SweptMarket("cn_files", {one.symbol.text: (one.days[0] + _A_YEAR, until) for one in paid})


async def _keep(data: DataEngineeringContainer, market: RealMarket, bars: Sequence[BarSeries]) -> None:
    library = data.library()
    now = library.clock.now()
    for series in bars:
        await library.bars.append(series, now)
    for start in range(0, len(market.rows), _ROWS_AT_ONCE):
        await library.rows.add(market.rows[start : start + _ROWS_AT_ONCE], now)


MARKETS = {"demo": demo_market, "us": us_market, "cn": cn_market, "cn_files": cn_files_market}
SWEPT = ("demo", "us", "cn")  # where nobody names a market


def at_hand() -> tuple[str, ...]:
    """The demo always; real companies where the data folder is beside the checkout."""
    return SWEPT if US_COMPANIES.is_dir() else SWEPT[:1]
