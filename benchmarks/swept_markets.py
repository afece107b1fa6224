"""The markets that a sweep of whole runs goes over: the demo companies, and real ones from the data folder beside the
checkout (`../shared/data`), which is read where it stands and never copied."""

import random
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, timedelta

from benchmarks.demo_desk import quietly
from benchmarks.walkback_data import SHARED, a_share_market
from packages.settings.load import Settings
from src.modules.data_engineering.container import DataEngineeringContainer
from src.modules.data_engineering.infrastructure.bar_files import ImportOptions
from src.modules.data_engineering.infrastructure.row_files import FileOptions

US_COMPANIES = SHARED / "us_companies"
_ROWS_AT_ONCE = 2000
_DEMO = ("DEMO1.SZ", "DEMO2.SH", "DEMO3.SZ", "DEMO4.SH", "DEMO5", "DEMO6", "DEMO7")
_US = ("AAPL", "AMZN", "AXP", "BA", "CAT", "GS", "JPM", "MCD", "MSFT", "PG", "TRV", "UNH")


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
    library = data.library()
    market, now = a_share_market(settings.home.home), library.clock.now()
    for series in market.bars:
        await library.bars.append(series, now)
    for start in range(0, len(market.rows), _ROWS_AT_ONCE):
        await library.rows.add(market.rows[start : start + _ROWS_AT_ONCE], now)
    years = timedelta(days=400)
    return SweptMarket("cn", {name: (market.first[name] + years, market.last[name]) for name in market.reported})


MARKETS = {"demo": demo_market, "us": us_market, "cn": cn_market}


def at_hand() -> tuple[str, ...]:
    """The demo always; real companies where the data folder is beside the checkout."""
    return tuple(MARKETS) if US_COMPANIES.is_dir() else ("demo",)
