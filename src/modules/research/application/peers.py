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


async def peers_of(market: MarketData, symbol: Symbol, as_of: datetime) -> tuple[Peer, ...]:
    """In the order of their symbols, at most thirty; those without a price or reports are left out."""
    listed = await market.listed(as_of)
    own = next((one for one in listed if one.symbol == symbol), None)
    if own is None:
        return ()
    alike = {str(one.symbol): one for one in in_the_industry(own, listed)}
    found = [await _peer(market, alike[name], as_of) for name in sorted(alike)[:MOST_PEERS]]
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
