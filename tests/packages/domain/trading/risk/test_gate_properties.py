"""What holds of the gate whatever the limits, the state and the orders are."""

from dataclasses import replace
from datetime import timedelta
from decimal import Decimal

from hypothesis import assume, given
from hypothesis import strategies as st

from packages.domain.strategy.model import Direction
from packages.domain.trading.orders import Effect, OrderRequest, OrderSide, SizeRule, Sizing
from packages.domain.trading.risk.gate import (
    Allowed,
    Blocked,
    Exposure,
    GateVerdict,
    Quote,
    Reduced,
    RiskState,
    after,
    gate,
    price_of,
    value_of,
)
from packages.domain.trading.risk.limits import COUNTS, Bound, EquityMarks, LimitName, RiskLimits
from tests.packages.domain.trading.risk.making import DAY, NOW, entry

_MOST = {
    LimitName.POSITION_VALUE: 200_000,
    LimitName.POSITION_SHARE: 2,
    LimitName.SYMBOL_EXPOSURE: 2,
    LimitName.GROSS_EXPOSURE: 4,
    LimitName.CAPITAL: 300_000,
    LimitName.DAILY_LOSS: 1,
    LimitName.DRAWDOWN: 1,
    LimitName.PRICE_COLLAR: 1,
    LimitName.STALE_DATA: 10_000,
    LimitName.MARKET_CLOSED: 0,
    **dict.fromkeys(COUNTS, 9),
}
symbols = st.sampled_from(["AAPL", "MSFT", "NVDA"])
fractions = st.integers(0, 1000).map(lambda value: Decimal(value) / 1000)


@st.composite
def some_limits(draw: st.DrawFn) -> RiskLimits:
    names = draw(st.sets(st.sampled_from(sorted(_MOST))))
    bounds = {name: Bound(_within(name, draw(fractions)), "drawn") for name in names}
    return RiskLimits(bounds, draw(st.sampled_from([frozenset(), frozenset({LimitName.DRAWDOWN})])))


MONEY = (
    LimitName.POSITION_VALUE,
    LimitName.POSITION_SHARE,
    LimitName.SYMBOL_EXPOSURE,
    LimitName.GROSS_EXPOSURE,
    LimitName.CAPITAL,
)


@st.composite
def calm_states(draw: st.DrawFn) -> RiskState:
    """Where only sizes are in question."""
    equity = Decimal(draw(st.integers(50_000, 300_000)))
    exposure = st.builds(Exposure, symbols, st.sampled_from(Direction), st.integers(0, 30_000).map(Decimal))
    step = st.sampled_from([Decimal(0), Decimal(1), Decimal(100)])
    quote = st.builds(Quote, st.integers(1, 500).map(Decimal), st.just(NOW), step)
    return RiskState(
        now=NOW,
        marks=EquityMarks(DAY, equity, equity, equity),
        exposures=tuple(draw(st.lists(exposure, max_size=4))),
        quotes=draw(st.fixed_dictionaries(dict.fromkeys(("AAPL", "MSFT", "NVDA"), quote))),
        sent=(),
        market_is_open=True,
    )


@st.composite
def wild_states(draw: st.DrawFn) -> RiskState:
    """Where anything may be wrong: debts, losses, old prices and none, a closed market, a flood of orders."""
    calm = draw(calm_states())
    money = st.integers(-50_000, 300_000).map(Decimal)
    ages = st.integers(0, 12_000).map(lambda age: NOW - timedelta(seconds=age))
    known = draw(st.sets(symbols))
    quotes = {symbol: replace(quote, at=draw(ages)) for symbol, quote in calm.quotes.items() if symbol in known}
    return replace(
        calm,
        marks=EquityMarks(DAY, draw(money), draw(money), draw(money)),
        quotes=quotes,
        sent=tuple(draw(st.lists(ages, max_size=8))),
        market_is_open=draw(st.booleans()),
    )


states = st.one_of(calm_states(), calm_states(), wild_states())


@st.composite
def money_limits(draw: st.DrawFn) -> RiskLimits:
    names = draw(st.sets(st.sampled_from(MONEY), min_size=1))
    return RiskLimits({name: Bound(_within(name, draw(fractions)), "drawn") for name in names})


@st.composite
def orders(draw: st.DrawFn, effect: Effect = Effect.OPEN) -> OrderRequest:
    quantity = draw(st.one_of(st.none(), st.integers(1, 5_000).map(str)))
    rules = {SizeRule.CASH: 90_000, SizeRule.EQUITY: 2, SizeRule.RISK: 0.1}
    rule = draw(st.sampled_from(sorted(rules)))
    sizing = None if quantity else Sizing(rule, rules[rule] * draw(st.floats(0.01, 1)))
    price = draw(st.one_of(st.none(), st.integers(1, 500).map(str)))
    side = draw(st.sampled_from(OrderSide))
    return entry(quantity, draw(symbols), side=side, price=price, sizing=sizing, effect=effect)


def _within(name: LimitName, share: Decimal) -> Decimal:
    most = share * _MOST[name]
    return most.to_integral_value() if name in COUNTS else most


def money_of(verdict: GateVerdict, order: OrderRequest, now: RiskState) -> Decimal:
    """The most money that may go into it."""
    match verdict:
        case Blocked():
            return Decimal(0)
        case Reduced():
            quantity = verdict.quantity
            return verdict.most_money if quantity is None else quantity * price_of(order, now.quotes[order.symbol])
        case Allowed():
            asked = value_of(order, now.quotes[order.symbol], now.equity)
            return asked if asked is not None else verdict.most_money or Decimal("Infinity")


@given(st.one_of(some_limits(), money_limits()), states, st.lists(orders(), min_size=1, max_size=12))
def test_no_sequence_of_allowed_orders_breaks_a_limit(
    limits: RiskLimits, now: RiskState, asked: list[OrderRequest]
) -> None:
    for order in asked:
        verdict = gate(limits, now, order)
        if isinstance(verdict, Blocked):
            assert after(now, order, verdict) == now
            continue
        now = after(now, order, verdict)
        equity, symbol = now.equity, order.symbol
        measured = {
            LimitName.POSITION_VALUE: now.exposed(symbol, order.direction),
            LimitName.POSITION_SHARE: now.exposed(symbol, order.direction) / (equity or 1),
            LimitName.SYMBOL_EXPOSURE: now.exposed(symbol) / (equity or 1),
            LimitName.GROSS_EXPOSURE: now.gross / (equity or 1),
            LimitName.CAPITAL: now.gross,
            LimitName.DAILY_LOSS: now.marks.daily_loss,
            LimitName.DRAWDOWN: now.marks.drawdown,
            LimitName.ORDERS_A_MINUTE: Decimal(sum(NOW - at < timedelta(minutes=1) for at in now.sent)),
            LimitName.ORDERS_AN_HOUR: Decimal(sum(NOW - at < timedelta(hours=1) for at in now.sent)),
            LimitName.ORDERS_A_DAY: Decimal(sum(NOW - at < timedelta(days=1) for at in now.sent)),
        }
        for name in measured.keys() & limits.bounds.keys():
            assert measured[name] <= limits.bounds[name].most * (1 + Decimal("1e-20")), name


@given(some_limits(), states, orders(Effect.CLOSE))
def test_an_exit_passes_in_every_state_under_every_limit(
    limits: RiskLimits, now: RiskState, order: OrderRequest
) -> None:
    assert gate(limits, now, order) == Allowed()


@given(st.one_of(some_limits(), money_limits()), states, orders(), st.data())
def test_tightening_a_limit_never_allows_more(
    limits: RiskLimits, now: RiskState, order: OrderRequest, data: st.DataObject
) -> None:
    assume(limits.bounds)
    name = data.draw(st.sampled_from(sorted(limits.bounds)))
    bound = limits.bounds[name]
    share = bound.most * data.draw(fractions)
    most = share.to_integral_value(rounding="ROUND_DOWN") if name in COUNTS else share
    tighter = RiskLimits({**limits.bounds, name: Bound(most, "tighter")}, limits.flatten_on)
    assert money_of(gate(tighter, now, order), order, now) <= money_of(gate(limits, now, order), order, now)


@given(some_limits(), states, orders())
def test_a_limit_that_is_added_never_allows_more(limits: RiskLimits, now: RiskState, order: OrderRequest) -> None:
    for name in limits.bounds:
        fewer = RiskLimits(
            {each: bound for each, bound in limits.bounds.items() if each is not name}, limits.flatten_on
        )
        assert money_of(gate(limits, now, order), order, now) <= money_of(gate(fewer, now, order), order, now)


@given(money_limits(), calm_states(), orders())
def test_what_passes_can_be_ordered_and_what_is_cut_is_smaller(
    limits: RiskLimits, now: RiskState, order: OrderRequest
) -> None:
    verdict = gate(limits, now, order)
    quote, room = now.quotes[order.symbol], money_of(verdict, order, now)
    match verdict:
        case Allowed():
            assert verdict.most_money is not None
            assert room <= verdict.most_money
        case Reduced(_, None, most_money):
            assert order.quantity is None
            assert most_money > 0
        case Reduced(_, quantity, _):
            assert order.quantity is not None
            assert quantity is not None
            assert 0 < quantity < order.quantity
            assert quote.step == 0 or quantity % quote.step == 0
        case Blocked(breach):
            assert breach.limit in MONEY
