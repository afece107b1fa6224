"""Whether a portfolio can be held: its market, its legs, its weights and its rhythm, and where values are set against
those of other members."""

from collections.abc import Iterator

from packages.core.messages import Message
from packages.domain.market_data.symbols import Market
from packages.domain.market_data.timeframe import Timeframe
from packages.domain.strategy.model import Strategy, Universe
from packages.domain.strategy.operands import AcrossMembers, Computed, IndicatorOf, Operand, inside
from packages.domain.strategy.portfolio import model as p
from packages.domain.strategy.problems import Code, Problem, phrase, quoted
from packages.domain.strategy.schema.grammar import DSL_VERSION, EXPRESSIONS_VERSION
from packages.domain.strategy.semantics.exits import fault
from packages.domain.strategy.semantics.named_legs import named_leg_faults
from packages.domain.strategy.semantics.universe import may_short
from packages.domain.strategy.walk import compared, within

_ROUNDING = 1 + 1e-9


def portfolio_faults(strategy: Strategy) -> Iterator[Problem]:
    yield from _version_faults(strategy)
    yield from _across_faults(strategy)
    yield from _rule_faults(strategy)
    portfolio = strategy.portfolio
    if portfolio is None:
        return
    yield from _place_faults(strategy)
    if isinstance(portfolio.weights, p.LegWeights):
        yield from named_leg_faults(strategy, portfolio, portfolio.weights)
    yield from _leg_faults(strategy.universe, portfolio)
    yield from _score_faults(portfolio)
    yield from _rhythm_faults(portfolio.rebalance)


def _version_faults(strategy: Strategy) -> Iterator[Problem]:
    if strategy.dsl_version != DSL_VERSION:
        return
    named = {"/portfolio": strategy.portfolio, "/universe/rule": strategy.universe.rule}
    for pointer, part in named.items():
        if part is not None:
            expected = phrase("what_version_has", version=DSL_VERSION)
            found, suggestion = (
                phrase("portfolio_or_rule"),
                phrase("set_dsl_version", version=quoted(EXPRESSIONS_VERSION)),
            )
            yield fault(Code.NEWER_VERSION_NEEDED, pointer, expected, found, suggestion)


def _across_faults(strategy: Strategy) -> Iterator[Problem]:
    """A value of all members exists on rebalancing days only, so nothing can look back over it."""
    for pointer, operand in compared(strategy):
        if pointer != "/portfolio/score":
            found = [place for place, part in within(pointer, operand) if isinstance(part, AcrossMembers)]
            yield from (
                _misplaced(place, phrase("cross_only_in_scores"), phrase("move_it_to_the_score")) for place in found
            )
            continue
        for place, part in within(pointer, operand):
            needs_history = isinstance(part, IndicatorOf) or (isinstance(part, Computed) and part.bars is not None)
            if needs_history and _has_across(part):
                yield _misplaced(place, phrase("no_cross_in_windows"), phrase("put_the_window_inside"))


def _misplaced(pointer: str, expected: Message, suggestion: Message) -> Problem:
    return fault(Code.CROSS_MISPLACED, pointer, expected, phrase("a_cross_value"), suggestion)


def _has_across(operand: Operand) -> bool:
    return isinstance(operand, AcrossMembers) or any(map(_has_across, inside(operand)))


def _rule_faults(strategy: Strategy) -> Iterator[Problem]:
    rule, market = strategy.universe.rule, strategy.universe.market
    if rule is None:
        return
    if strategy.portfolio is None:
        found, suggestion = phrase("rule_without_portfolio"), phrase("list_tickers_or_add_portfolio")
        yield fault(Code.RULE_NEEDS_PORTFOLIO, "/universe/rule", phrase("tickers_for_trades"), found, suggestion)
    if not rule.special_treatment and market is not Market.CN_STOCKS:
        expected, found = phrase("special_treatment_in_china"), Message.verbatim(quoted(market.value))
        yield fault(Code.NOT_IN_MARKET, "/universe/rule/exclude", expected, found, phrase("remove_it"))
    if rule.min_price is not None and rule.max_price is not None and rule.min_price > rule.max_price:
        expected, found = phrase("at_least", bound=f"{rule.min_price:g}"), Message.verbatim(f"{rule.max_price:g}")
        yield fault(Code.NEVER_TRUE, "/universe/rule/max_price", expected, found, phrase("swap_the_prices"))


def _place_faults(strategy: Strategy) -> Iterator[Problem]:
    if strategy.timeframe is not Timeframe.D1:
        expected, found = Message.verbatim(quoted("1d")), Message.verbatim(quoted(strategy.timeframe.value))
        yield fault(Code.DAILY_BARS_NEEDED, "/timeframe", expected, found, phrase("write", expected=expected))
    unused = {"max_positions": strategy.universe.max_positions, "ranking": strategy.universe.ranking}
    for name, value in unused.items():
        if value is not None:
            found, suggestion = phrase("key", key=quoted(name)), phrase("use_score_and_count")
            place = f"/universe/{name}"
            yield fault(Code.UNUSED_BY_PORTFOLIO, place, phrase("ranking_of_the_portfolio"), found, suggestion)


def _leg_faults(universe: Universe, portfolio: p.Portfolio) -> Iterator[Problem]:
    if portfolio.short is not None and not may_short(universe):
        expected, found = phrase("only_long_trades_in", market=universe.market.value), phrase("short_side")
        yield fault(Code.NO_SHORT_IN_MARKET, "/portfolio/short", expected, found, phrase("remove_the_short_side"))
    for name, leg in portfolio.legs:
        place = f"/portfolio/{name}"
        if leg.count is not None and leg.fraction is not None:
            expected, found = phrase("count_or_fraction"), phrase("count_and_fraction")
            yield fault(Code.CONTRADICTORY_LEG, f"{place}/fraction", expected, found, phrase("keep_one_of_them"))
        elif leg.count is not None and universe.tickers and leg.count > len(universe.tickers):
            expected = phrase("most_positions", count=len(universe.tickers))
            suggestion = phrase("write_or_leave_it_out_to_allow_all", count=len(universe.tickers))
            yield fault(
                Code.TOO_MANY_POSITIONS, f"{place}/count", expected, Message.verbatim(str(leg.count)), suggestion
            )
        elif isinstance(portfolio.weights, p.RiskParity) and _most_held(leg, universe) > p.MOST_RISK_PARITY:
            expected, suggestion = phrase("at_most_positions", count=p.MOST_RISK_PARITY), phrase("give_the_leg_a_count")
            yield fault(Code.TOO_MANY_POSITIONS, place, expected, phrase("more"), suggestion)
    yield from _overlap(universe, portfolio)


def _most_held(leg: p.Leg, universe: Universe) -> float:
    members = len(universe.tickers) or float("inf")
    return leg.count or members * float(leg.fraction or 1)


def _overlap(universe: Universe, portfolio: p.Portfolio) -> Iterator[Problem]:
    if len(portfolio.legs) < 2:
        return
    parts = [leg.fraction if leg.fraction is not None else 0 if leg.count else 1 for _, leg in portfolio.legs]
    counts = sum(leg.count or 0 for _, leg in portfolio.legs)
    if sum(parts) > _ROUNDING or (universe.tickers and counts > len(universe.tickers)):
        expected, found = phrase("legs_without_common_members"), phrase("legs_that_overlap")
        yield fault(Code.CONTRADICTORY_LEG, "/portfolio/short", expected, found, phrase("make_the_legs_smaller"))


def _score_faults(portfolio: p.Portfolio) -> Iterator[Problem]:
    if portfolio.score is not None:
        return
    needing = [
        f"/portfolio/{name}" for name, leg in portfolio.legs if leg.count is not None or leg.fraction is not None
    ]
    needing += ["/portfolio/weights"] if isinstance(portfolio.weights, p.ScoreWeights) else []
    for place in needing[:1]:
        yield fault(Code.SCORE_NEEDED, place, phrase("score_to_rank_by"), phrase("none"), phrase("add_a_score"))


def _rhythm_faults(rebalance: p.Rebalance) -> Iterator[Problem]:
    most, session = p.LONGEST_PERIOD[rebalance.every], rebalance.session
    if session == 0 or abs(session) > most:
        expected, found = phrase("session_of_period", most=most), Message.verbatim(str(session))
        yield fault(Code.OUT_OF_RANGE, "/portfolio/rebalance/session", expected, found, phrase("session_spellings"))
