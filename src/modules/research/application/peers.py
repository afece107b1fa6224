"""Reads the companies of an industry that are stored, with their multiples of the day."""

from datetime import datetime, timedelta

from packages.domain.market_data.errors import NoData
from packages.domain.market_data.rows import Instrument
from packages.domain.market_data.symbols import Symbol
from src.modules.research.domain.figures import Findings
from src.modules.research.domain.financial_statements import Books
from src.modules.research.domain.ports import MarketData
from src.modules.research.domain.valuation.assumptions import MOST_PEERS
from src.modules.research.domain.valuation.collect import last_price
from src.modules.research.domain.valuation.own_history import OWN, multiple_today
from src.modules.research.domain.valuation.peers import COMPARED, Peer, in_the_industry
from src.modules.research.domain.valuation.per_share import per_share

# A price from before a suspension is no comparison.
_FRESH = timedelta(days=15)


async def alike(market: MarketData, symbol: Symbol, as_of: datetime) -> list[Instrument]:
    """The other companies of its industry, in the order of their symbols, at most thirty."""
    listed = await market.listed(as_of)
    own = next((one for one in listed if one.symbol == symbol), None)
    others = [] if own is None else in_the_industry(own, listed)
    return sorted(others, key=lambda one: str(one.symbol))[:MOST_PEERS]


async def peers_of(market: MarketData, symbol: Symbol, as_of: datetime) -> tuple[Peer, ...]:
    """Those without a price or reports are left out."""
    found = [await _peer(market, one, as_of) for one in await alike(market, symbol, as_of)]
    return tuple(peer for peer in found if peer is not None)


async def _peer(market: MarketData, instrument: Instrument, as_of: datetime) -> Peer | None:
    multiples = await _multiples(market, instrument.symbol, as_of)
    if not multiples:
        return None
    return Peer(str(instrument.symbol), instrument.name_zh, instrument.name_en, multiples)


async def _multiples(market: MarketData, symbol: Symbol, as_of: datetime) -> Findings:
    view = market.view(as_of)
    facts = await view.facts(symbol)
    if not facts:
        return {}
    try:
        price = last_price(await view.bars(symbol, start=as_of - _FRESH, raw_only=True))
    except NoData:
        return {}
    actions = [action for action in await view.actions(symbol) if action.ex_date <= price.ends]
    shares = per_share(Books.of(facts, actions), symbol.market)
    return {OWN[name]: multiple_today(name, price, shares) for name in COMPARED}
