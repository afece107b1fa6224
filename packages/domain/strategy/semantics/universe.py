"""Whether the tickers are of the market, and the market allows what is wanted of it."""

from collections.abc import Iterator, Sequence
from decimal import Decimal
from functools import reduce

from packages.domain.market_data.errors import BadSymbol
from packages.domain.market_data.market_rules import Lot
from packages.domain.market_data.rulebook import RULEBOOK
from packages.domain.market_data.symbols import Market, Symbol, parse_symbol
from packages.domain.strategy.model import Strategy, Universe
from packages.domain.strategy.problems import Code, Problem, quoted
from packages.domain.strategy.semantics.fault import fault
from packages.domain.strategy.trade import FixedQuantity
from packages.domain.strategy.wording import Wording, as_written, said


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
        expected, suggestion = _symbol_of(universe.market), said(advice[:1].upper() + advice[1:])
        yield fault(Code.UNKNOWN_SYMBOL, pointer, expected, as_written(quoted(ticker)), suggestion)
        return
    if symbol.market is not universe.market:
        yield _other_market(universe, symbol, pointer)
    elif symbol.text != ticker:
        right, found = as_written(quoted(symbol.text)), as_written(quoted(ticker))
        yield fault(Code.SYMBOL_SPELLING, pointer, right, found, said("Write {expected}.", expected=right))


def _other_market(universe: Universe, symbol: Symbol, pointer: str) -> Problem:
    found = said("{symbol}, {what}", symbol=symbol.text, what=_symbol_of(symbol.market))
    suggestion = said(
        'Set "market" to {market}, or put it into a strategy of its own.', market=quoted(symbol.market.value)
    )
    return fault(Code.MARKET_MISMATCH, pointer, _symbol_of(universe.market), found, suggestion)


def _symbol_of(market: Market) -> Wording:
    return said("a symbol of {market}", market=market.value)


def _place_faults(universe: Universe) -> Iterator[Problem]:
    most, count = universe.max_positions, len(universe.tickers)
    if most is None:
        return
    pointer = "/universe/max_positions"
    if most > count:
        expected = said("at most {count}, one a ticker", count=count)
        suggestion = said("Write {count}, or leave it out to allow all.", count=count)
        yield fault(Code.TOO_MANY_POSITIONS, pointer, expected, as_written(str(most)), suggestion)
    elif most < count and universe.ranking is None:
        found = said("{places} places for {count} tickers and no ranking", places=most, count=count)
        suggestion = said('Add "ranking": {"by": {"ref": …}}, so that it is clear which go first.')
        yield fault(Code.RANKING_NEEDED, pointer, said("a ranking beside max_positions"), found, suggestion)


def _market_faults(strategy: Strategy) -> Iterator[Problem]:
    rules = RULEBOOK[strategy.universe.market]
    if strategy.short is not None and not rules.can_short:
        expected, found = said("only long trades in {market}", market=rules.market.value), said("short trades")
        yield fault(Code.NO_SHORT_IN_MARKET, "/trade/short", expected, found, said("Remove the short side."))
    for direction, side in strategy.sides:
        if isinstance(side.sizing, FixedQuantity) and not any(_fits(side.sizing.qty, lot) for lot in rules.lots):
            pointer, found = f"/trade/{direction.value}/position_sizing/qty", as_written(f"{side.sizing.qty:f}")
            expected = said("at least {lots}", lots=_lots(rules.lots))
            yield fault(Code.NOT_A_LOT, pointer, expected, found, said("Round it to whole lots."))


def _lots(lots: Sequence[Lot]) -> Wording:
    """Of each board, what an order begins with and grows by."""
    each = [said("{least} and steps of {step}", least=f"{lot.minimum:f}", step=f"{lot.step:f}") for lot in lots]
    return reduce(lambda one, other: said("{one} or {other}", one=one, other=other), each)


def _fits(qty: Decimal, lot: Lot) -> bool:
    """Whether an order of a board could have this quantity; which board a ticker is on is not known here."""
    return qty >= lot.minimum and (qty - lot.minimum) % lot.step == 0
