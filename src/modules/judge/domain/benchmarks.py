"""Against what a call is measured: one table, by market."""

from packages.domain.market_data.symbols import Market, Symbol, parse_symbol

_DEMO = {Market.CN_STOCKS: "DEMO9.SH", Market.US_STOCKS: "DEMO10"}
_REAL = {Market.CN_STOCKS: "000300.SH", Market.US_STOCKS: "SPY"}


def usual_benchmark(symbol: Symbol) -> Symbol | None:
    """None: the call is about the return itself, as for a coin, a currency, or an index."""
    name = (_DEMO if symbol.is_demo else _REAL).get(symbol.market)
    return None if name is None or name == str(symbol) else parse_symbol(name)
