"""An instrument of which no source has more than its bars: its symbol stands in for a name."""

from datetime import datetime

from packages.domain.market_data.market_rules import RULEBOOK
from packages.domain.market_data.rows import Instrument
from packages.domain.market_data.symbols import Market, Symbol

_EXCHANGE = {Market.CRYPTO: "24/7"}


def named_by_its_symbol(symbol: Symbol, source: str, since: datetime) -> Instrument:
    """From its first bar on; a source that knows better is asked by a sync."""
    return Instrument(
        source=source,
        known_at=since,
        symbol=symbol,
        name_en=str(symbol),
        name_zh=str(symbol),
        exchange=_EXCHANGE.get(symbol.market, ""),
        currency=RULEBOOK[symbol.market].currency,
    )
