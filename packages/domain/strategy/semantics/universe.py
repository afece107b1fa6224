"""Whether the tickers are of the market, and the market allows what is wanted of it."""

from collections.abc import Iterator, Sequence
from decimal import Decimal
from functools import reduce

from packages.core.messages import Message
from packages.domain.market_data.errors import BadSymbol
from packages.domain.market_data.market_rules import RULEBOOK
from packages.domain.market_data.symbols import PERPETUAL, Market, Symbol, parse_symbol
from packages.domain.market_data.trading_rules import Lot
from packages.domain.strategy.model import Strategy, Universe
from packages.domain.strategy.problems import Code, Problem, phrase, quoted
from packages.domain.strategy.semantics.exits import fault
from packages.domain.strategy.trade import FixedQuantity, Sizing


def universe_faults(strategy: Strategy) -> Iterator[Problem]:
    for index, ticker in enumerate(strategy.universe.tickers):
        yield from _ticker_faults(strategy.universe, ticker, f"/universe/tickers/{index}")
    yield from _place_faults(strategy.universe)
    yield from _market_faults(strategy)


def _ticker_faults(universe: Universe, ticker: str, pointer: str) -> Iterator[Problem]:
    try:
        symbol = parse_symbol(ticker)
    except BadSymbol:
        expected, suggestion = _symbol_of(universe.market), phrase("symbol_spellings")
        yield fault(Code.UNKNOWN_SYMBOL, pointer, expected, Message.verbatim(quoted(ticker)), suggestion)
        return
    if symbol.is_index:
        expected, found = phrase("something_that_trades"), phrase("an_index", symbol=symbol.text)
        yield fault(Code.INDEX_NOT_TRADED, pointer, expected, found, phrase("take_a_fund"))
    elif symbol.market is not universe.market:
        yield _other_market(universe, symbol, pointer)
    elif symbol.text != ticker:
        right, found = Message.verbatim(quoted(symbol.text)), Message.verbatim(quoted(ticker))
        yield fault(Code.SYMBOL_SPELLING, pointer, right, found, phrase("write", expected=right))


def _other_market(universe: Universe, symbol: Symbol, pointer: str) -> Problem:
    found = phrase("symbol_what", symbol=symbol.text, what=_symbol_of(symbol.market))
    suggestion = phrase("set_market", market=quoted(symbol.market.value))
    return fault(Code.MARKET_MISMATCH, pointer, _symbol_of(universe.market), found, suggestion)


def _symbol_of(market: Market) -> Message:
    return phrase("symbol_of", market=market.value)


def _place_faults(universe: Universe) -> Iterator[Problem]:
    most, count = universe.max_positions, len(universe.tickers)
    if most is None or universe.is_market:
        return
    pointer = "/universe/max_positions"
    if most > count:
        expected = phrase("most_positions", count=count)
        suggestion = phrase("write_or_leave_it_out_to_allow_all", count=count)
        yield fault(Code.TOO_MANY_POSITIONS, pointer, expected, Message.verbatim(str(most)), suggestion)
    elif most < count and universe.ranking is None:
        found = phrase("places_without_ranking", places=most, count=count)
        suggestion = phrase("add_ranking")
        yield fault(Code.RANKING_NEEDED, pointer, phrase("ranking_beside_max_positions"), found, suggestion)


def of_perpetuals(universe: Universe) -> bool:
    """Whether nothing but perpetuals is traded."""
    return bool(universe.tickers) and all(each.endswith(PERPETUAL) for each in universe.tickers)


def may_short(universe: Universe) -> bool:
    """Perpetuals are sold short as they are bought, in a market where coins are not."""
    return RULEBOOK[universe.market].can_short or of_perpetuals(universe)


def _market_faults(strategy: Strategy) -> Iterator[Problem]:
    rules = RULEBOOK[strategy.universe.market]
    if strategy.short is not None and not may_short(strategy.universe):
        expected, found = phrase("only_long_trades_in", market=rules.market.value), phrase("short_trades")
        yield fault(Code.NO_SHORT_IN_MARKET, "/trade/short", expected, found, phrase("remove_the_short_side"))
    for pointer, sizing in _sizes(strategy):
        if isinstance(sizing, FixedQuantity) and not any(_fits(sizing.qty, lot) for lot in rules.lots):
            expected, found = phrase("at_least_lots", lots=_lots(rules.lots)), Message.verbatim(f"{sizing.qty:f}")
            yield fault(Code.NOT_A_LOT, f"{pointer}/qty", expected, found, phrase("round_it_to_whole_lots"))


def _sizes(strategy: Strategy) -> Iterator[tuple[str, Sizing]]:
    for direction, side in strategy.sides:
        pointer = f"/trade/{direction.value}"
        yield f"{pointer}/position_sizing", side.sizing
        if side.scale_in is not None and side.scale_in.sizing is not None:
            yield f"{pointer}/scale_in/position_sizing", side.scale_in.sizing


def _lots(lots: Sequence[Lot]) -> Message:
    """Of each board, what an order begins with and grows by."""
    each = [phrase("lots", least=f"{lot.minimum:f}", step=f"{lot.step:f}") for lot in lots]
    return reduce(lambda one, other: phrase("either", one=one, other=other), each)


def _fits(qty: Decimal, lot: Lot) -> bool:
    """Whether an order of a board could have this quantity; which board a ticker is on is not known here."""
    return qty >= lot.minimum and (qty - lot.minimum) % lot.step == 0
