"""Whether the tickers are of the market, and the market allows what is wanted of it."""

from collections.abc import Iterator
from decimal import Decimal

from packages.domain.market_data.errors import BadSymbol
from packages.domain.market_data.market_rules import Lot
from packages.domain.market_data.rulebook import RULEBOOK
from packages.domain.market_data.symbols import Symbol, parse_symbol
from packages.domain.strategy.model import Strategy, Universe
from packages.domain.strategy.problems import Code, Problem, quoted
from packages.domain.strategy.semantics.fault import fault
from packages.domain.strategy.trade import FixedQuantity


def universe_faults(strategy: Strategy) -> Iterator[Problem]:
    for index, ticker in enumerate(strategy.universe.tickers):
        yield from _ticker_faults(strategy.universe, ticker, f"/universe/tickers/{index}")
    yield from _place_faults(strategy.universe)
    yield from _market_faults(strategy)


def _ticker_faults(universe: Universe, ticker: str, pointer: str) -> Iterator[Problem]:
    try:
        symbol = parse_symbol(ticker)
    except BadSymbol as error:
        advice = error.message.partition(": ")[2]
        expected, suggestion = f"a symbol of {universe.market.value}", advice[:1].upper() + advice[1:]
        yield fault(Code.UNKNOWN_SYMBOL, pointer, expected, quoted(ticker), suggestion)
        return
    if symbol.market is not universe.market:
        yield _other_market(universe, symbol, pointer)
    elif symbol.text != ticker:
        yield fault(Code.SYMBOL_SPELLING, pointer, quoted(symbol.text), quoted(ticker), f"Write {quoted(symbol.text)}.")


def _other_market(universe: Universe, symbol: Symbol, pointer: str) -> Problem:
    expected, found = f"a symbol of {universe.market.value}", f"{symbol.text}, a symbol of {symbol.market.value}"
    suggestion = f'Set "market" to {quoted(symbol.market.value)}, or put it into a strategy of its own.'
    return fault(Code.MARKET_MISMATCH, pointer, expected, found, suggestion)


def _place_faults(universe: Universe) -> Iterator[Problem]:
    most, count = universe.max_positions, len(universe.tickers)
    if most is None:
        return
    pointer = "/universe/max_positions"
    if most > count:
        suggestion = f"Write {count}, or leave it out to allow all."
        yield fault(Code.TOO_MANY_POSITIONS, pointer, f"at most {count}, one a ticker", str(most), suggestion)
    elif most < count and universe.ranking is None:
        found = f"{most} places for {count} tickers and no ranking"
        suggestion = 'Add "ranking": {"by": {"ref": …}}, so that it is clear which go first.'
        yield fault(Code.RANKING_NEEDED, pointer, "a ranking beside max_positions", found, suggestion)


def _market_faults(strategy: Strategy) -> Iterator[Problem]:
    rules = RULEBOOK[strategy.universe.market]
    if strategy.short is not None and not rules.can_short:
        expected = f"only long trades in {rules.market.value}"
        yield fault(Code.NO_SHORT_IN_MARKET, "/trade/short", expected, "short trades", "Remove the short side.")
    for direction, side in strategy.sides:
        if isinstance(side.sizing, FixedQuantity) and not any(_fits(side.sizing.qty, lot) for lot in rules.lots):
            lots = " or ".join(f"{lot.minimum:f} and steps of {lot.step:f}" for lot in rules.lots)
            pointer, found = f"/trade/{direction.value}/position_sizing/qty", f"{side.sizing.qty:f}"
            yield fault(Code.NOT_A_LOT, pointer, f"at least {lots}", found, "Round it to whole lots.")


def _fits(qty: Decimal, lot: Lot) -> bool:
    """Whether an order of a board could have this quantity; which board a ticker is on is not known here."""
    return qty >= lot.minimum and (qty - lot.minimum) % lot.step == 0
