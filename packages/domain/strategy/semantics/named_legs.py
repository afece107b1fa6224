"""Whether the named legs of a portfolio are those of its universe, and may be what their weights can make of them."""

from collections.abc import Iterator

from packages.core.messages import Message
from packages.domain.market_data.market_rules import RULEBOOK
from packages.domain.market_data.symbols import PERPETUAL
from packages.domain.strategy.model import Strategy
from packages.domain.strategy.operands import is_at_least_0
from packages.domain.strategy.portfolio import model as p
from packages.domain.strategy.problems import Code, Problem, listed, phrase, quoted
from packages.domain.strategy.semantics.exits import fault

_EACH = "/portfolio/legs/each"


def named_leg_faults(strategy: Strategy, portfolio: p.Portfolio, weights: p.LegWeights) -> Iterator[Problem]:
    yield from _unused(portfolio)
    yield from _tickers(strategy, weights)
    if any(not is_at_least_0(leg.weight) and not _shorts(strategy, leg) for leg in weights.legs):
        market = strategy.universe.market.value
        expected, found = phrase("only_long_trades_in", market=market), phrase("weights_below_0")
        yield fault(Code.NO_SHORT_IN_MARKET, _EACH, expected, found, phrase("keep_weights_above_0"))


def _shorts(strategy: Strategy, leg: p.NamedLeg) -> bool:
    return RULEBOOK[strategy.universe.market].can_short or leg.ticker.endswith(PERPETUAL)


def _unused(portfolio: p.Portfolio) -> Iterator[Problem]:
    """Legs by name are neither ranked nor chosen."""
    named = {
        "long": portfolio.long,
        "short": portfolio.short,
        "score": portfolio.score,
        "hold_if": portfolio.hold_if,
        "max_weight": portfolio.max_weight,
    }
    for name, value in named.items():
        if value is not None:
            found = phrase("key", key=quoted(name))
            place = f"/portfolio/{name}"
            yield fault(Code.CONTRADICTORY_LEG, place, phrase("legs_by_name_alone"), found, phrase("remove_it"))


def _tickers(strategy: Strategy, weights: p.LegWeights) -> Iterator[Problem]:
    universe, legs = strategy.universe, [each.ticker for each in weights.legs]
    if universe.rule is not None:
        found = phrase("key", key=quoted("rule"))
        yield fault(Code.CONTRADICTORY_LEG, "/universe/rule", phrase("legs_by_name_alone"), found, phrase("remove_it"))
    for index, ticker in enumerate(legs):
        if ticker not in universe.tickers or ticker in legs[:index]:
            expected, suggestion = phrase("each_ticker_once", tickers=listed(universe.tickers)), phrase("name_each_leg")
            place = f"{_EACH}/{index}/ticker"
            yield fault(Code.CONTRADICTORY_LEG, place, expected, Message.verbatim(quoted(ticker)), suggestion)
    for index, ticker in enumerate(universe.tickers):
        if ticker not in legs:
            expected, suggestion = phrase("a_leg_for_each_ticker"), phrase("name_each_leg")
            place = f"/universe/tickers/{index}"
            yield fault(Code.CONTRADICTORY_LEG, place, expected, Message.verbatim(quoted(ticker)), suggestion)
