"""What stands in for an instrument that did not exist yet: broad, old, and cheap enough to be traded in lots."""

from collections.abc import Collection

from packages.domain.market_data.symbols import Market

# The first that has bars is taken. Funds stand for the stock markets: an index cannot be bought, and a hundred of its
# points cost more than most accounts hold.
_PROXIES: dict[Market, tuple[str, ...]] = {
    Market.CN_STOCKS: ("510050.SH", "000001.SZ", "600000.SH"),
    Market.US_STOCKS: ("SPY", "QQQ"),
    Market.CRYPTO: ("BTC-USD", "ETH-USD"),
    Market.FOREX: ("EURUSD=X", "GBPUSD=X"),
    Market.FUTURES: ("ES=F", "CL=F"),
}


def proxies_for(market: Market, traded: Collection[str]) -> tuple[str, ...]:
    """In the order in which they are tried; what the strategy trades already plays only its own part."""
    return tuple(proxy for proxy in _PROXIES[market] if proxy not in traded)
