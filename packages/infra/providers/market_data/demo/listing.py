"""The demo instruments as rows: companies, a coin and two indices."""

from datetime import date

from packages.domain.market_data.rows import Instrument
from packages.domain.market_data.symbols import Market, Symbol
from packages.infra.providers.market_data.demo.bars import COIN
from packages.infra.providers.market_data.demo.companies import COMPANIES
from packages.infra.providers.market_data.demo.company import DemoCompany
from packages.infra.providers.market_data.demo.index import INDICES, DemoIndex
from packages.infra.providers.market_data.demo.reports import SOURCE
from packages.infra.providers.market_data.demo.sessions import ALWAYS_OPEN, FIRST, local

_INDEX_SINCE = date(2014, 1, 2)


def traded_in(year: int) -> tuple[Symbol, ...]:
    """What has a close at the end of the year before and may trade in this one."""
    start = date(year, 1, 1)
    there = [one.symbol for one in COMPANIES if one.listed_on < start <= (one.delisted_on or date.max)]
    return (*there, *(index.symbol for index in INDICES), COIN)


def instruments() -> tuple[Instrument, ...]:
    return (*map(_of_company, COMPANIES), _coin(), *map(_of_index, INDICES))


def _of_company(company: DemoCompany) -> Instrument:
    return Instrument(
        symbol=company.symbol,
        name_en=company.name_en,
        name_zh=company.name_zh,
        exchange="XSHE" if company.symbol.text.endswith(".SZ") else company.exchange,
        currency=company.currency,
        board=company.board,
        industry=company.industry,
        listed_on=company.listed_on,
        delisted_on=company.delisted_on,
        source=SOURCE,
        known_at=local(company.market, company.listed_on, 9),
    )


def _coin() -> Instrument:
    return Instrument(
        symbol=COIN,
        name_en="Demo Coin",
        name_zh="演示币",
        exchange=ALWAYS_OPEN,
        currency="USD",
        industry="crypto",
        listed_on=FIRST,
        source=SOURCE,
        known_at=local(Market.CRYPTO, FIRST, 0),
    )


def _of_index(index: DemoIndex) -> Instrument:
    return Instrument(
        symbol=index.symbol,
        name_en=index.name_en,
        name_zh=index.name_zh,
        exchange=index.exchange,
        currency=index.currency,
        board="index",
        industry="index",
        listed_on=FIRST,
        source=SOURCE,
        known_at=local(index.symbol.market, _INDEX_SINCE, 9),
    )
