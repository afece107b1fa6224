"""Each limit of the gate, one by one: what is allowed, what is cut, what is blocked, and by whom."""

from datetime import timedelta
from decimal import Decimal

import pytest

from packages.domain.strategy.model import Direction
from packages.domain.trading.orders import DistanceUnit, Effect, GuardDistance, Guards, OrderSide, SizeRule, Sizing
from packages.domain.trading.risk.gate import Allowed, Blocked, Reduced, RiskState, after, gate
from packages.domain.trading.risk.limits import LimitName, RiskLimits
from tests.packages.domain.trading.risk.making import NOW, entry, held, limits, marks, state


def test_without_limits_an_entry_passes_as_it_was_asked() -> None:
    assert gate(RiskLimits(), state(), entry("1000000")) == Allowed()


@pytest.mark.parametrize(
    ("name", "most", "quantity"),
    [
        ("position_value", "6000", "20"),  # 4000 are held: 2000 are left
        ("position_share", "0.05", "10"),  # of 100000
        ("symbol_exposure", "0.1", "50"),  # 4000 long and 1000 short
        ("gross_exposure", "0.12", "40"),  # 8000 all together
        ("capital", "9000", "10"),
    ],
)
def test_an_entry_is_cut_to_what_a_limit_leaves(name: str, most: str, quantity: str) -> None:
    positions = (held("4000"), held("1000", direction=Direction.SHORT), held("3000", "MSFT"))
    verdict = gate(limits(**{name: most}), state(positions), entry("900"))
    assert isinstance(verdict, Reduced)
    assert (verdict.breach.limit, verdict.quantity) == (LimitName(name), Decimal(quantity))
    small = gate(limits(**{name: most}), state(positions), entry(quantity))
    assert small == Allowed(Decimal(quantity) * 100)


def test_of_several_limits_the_one_that_leaves_least_cuts() -> None:
    verdict = gate(limits(position_value="5000", capital="3000"), state(), entry("100"))
    assert isinstance(verdict, Reduced)
    assert (verdict.breach.limit, verdict.quantity) == (LimitName.CAPITAL, Decimal(30))


def test_where_nothing_is_left_nothing_is_opened() -> None:
    verdict = gate(limits(capital="4000"), state((held("4000"),)), entry("1"))
    assert isinstance(verdict, Blocked)
    assert (verdict.breach.limit, verdict.breach.measured) == (LimitName.CAPITAL, Decimal(4100))


def test_what_is_left_is_rounded_down_to_whole_lots_and_less_than_one_is_none() -> None:
    lots = gate(limits(capital="25000"), state(step="100"), entry("300"))
    assert isinstance(lots, Reduced)
    assert lots.quantity == 200
    assert isinstance(gate(limits(capital="9999"), state(step="100"), entry("300")), Blocked)


def test_a_debtor_opens_nothing() -> None:
    assert isinstance(gate(limits(gross_exposure=1), state(equity=marks("-1")), entry("1")), Blocked)


@pytest.mark.parametrize(
    ("sizing", "guards", "value"),
    [
        (Sizing(SizeRule.CASH, 30_000), Guards(), 30_000),
        (Sizing(SizeRule.EQUITY, 0.3), Guards(), 30_000),
        (Sizing(SizeRule.QUANTITY, 300), Guards(), 30_000),
        (Sizing(SizeRule.VOLATILITY, 0.15, deviation=0.5, most=2.0), Guards(), 30_000),
        (Sizing(SizeRule.VOLATILITY, 0.15, deviation=0.01, most=0.3), Guards(), 30_000),
        (Sizing(SizeRule.RISK, 0.015), Guards(stop=GuardDistance(DistanceUnit.PCT, 0.05)), 30_000),
        (
            Sizing(SizeRule.RISK, 0.015),
            Guards(GuardDistance(DistanceUnit.POINTS, 9), None, GuardDistance(DistanceUnit.PCT, 0.05)),
            30_000,
        ),
    ],
)
def test_a_size_that_the_fill_decides_gets_a_cap_in_money(sizing: Sizing, guards: Guards, value: int) -> None:
    order = entry(None, sizing=sizing, guards=guards)
    assert gate(limits(capital="50000"), state(), order) == Allowed(Decimal(50_000))
    exactly = gate(limits(capital=value), state(), order)
    assert exactly == Allowed(Decimal(value))
    cut = gate(limits(capital=value - 1), state(), order)
    assert isinstance(cut, Reduced)
    assert (cut.quantity, cut.most_money) == (None, Decimal(value - 1))


def test_a_size_that_nothing_tells_is_taken_for_all_that_is_left() -> None:
    order = entry(None, sizing=Sizing(SizeRule.RISK, 0.01))
    verdict = gate(limits(capital="1000"), state(), order)
    assert isinstance(verdict, Reduced)
    following = after(state(), order, verdict)
    assert isinstance(gate(limits(capital="1000"), following, entry("1")), Blocked)


def test_orders_of_one_bar_share_what_is_left_in_the_order_of_rank() -> None:
    bound, now, verdicts = limits(gross_exposure=1), state(), []
    for symbol in ("AAPL", "MSFT", "NVDA"):
        order = entry(None, symbol, sizing=Sizing(SizeRule.EQUITY, 0.4))
        verdicts.append(gate(bound, now, order))
        now = after(now, order, verdicts[-1])
    assert verdicts[:2] == [Allowed(Decimal(100_000)), Allowed(Decimal(60_000))]
    assert isinstance(verdicts[2], Reduced)
    assert verdicts[2].most_money == 20_000
    assert now.gross == 100_000


def test_a_short_entry_counts_like_a_long_one() -> None:
    verdict = gate(limits(gross_exposure="0.1"), state(), entry("900", side=OrderSide.SELL))
    assert isinstance(verdict, Reduced)
    assert verdict.quantity == 100


@pytest.mark.parametrize("price", ["89", "111"])
def test_a_price_too_far_from_the_last_close_is_blocked(price: str) -> None:
    assert isinstance(gate(limits(price_collar="0.1"), state(), entry("1", price=price)), Blocked)
    assert isinstance(gate(limits(price_collar="0.11"), state(), entry("1", price=price)), Allowed)


def test_on_old_prices_nothing_is_opened() -> None:
    bound = limits(stale_data=3600)
    assert isinstance(gate(bound, state(at=NOW - timedelta(seconds=3600)), entry()), Allowed)
    verdict = gate(bound, state(at=NOW - timedelta(seconds=3601)), entry())
    assert isinstance(verdict, Blocked)
    assert verdict.breach.measured == 3601


def test_without_a_close_nothing_is_opened_whatever_the_limits() -> None:
    verdict = gate(RiskLimits(), state(), entry(symbol="TSLA"))
    assert isinstance(verdict, Blocked)
    assert verdict.breach.limit is LimitName.NO_PRICE


def test_while_the_market_is_closed_nothing_is_opened_where_that_was_asked() -> None:
    assert isinstance(gate(limits(market_closed=0), state(is_open=False), entry()), Blocked)
    assert isinstance(gate(limits(market_closed=0), state(is_open=True), entry()), Allowed)
    assert isinstance(gate(RiskLimits(), state(is_open=False), entry()), Allowed)


@pytest.mark.parametrize(("name", "seconds"), [("minute", 60), ("hour", 3_600), ("day", 86_400)])
def test_orders_are_counted_over_the_time_that_has_just_passed(name: str, seconds: int) -> None:
    bound = limits(**{f"orders_a{'n' if name == 'hour' else ''}_{name}": 2})
    recent, old = NOW - timedelta(seconds=seconds - 1), NOW - timedelta(seconds=seconds)
    assert isinstance(gate(bound, state(sent=(old, recent)), entry()), Allowed)
    verdict = gate(bound, state(sent=(recent, recent)), entry())
    assert isinstance(verdict, Blocked)
    assert verdict.breach.measured == 3


def test_after_a_day_that_lost_too_much_nothing_is_opened() -> None:
    verdict = gate(limits(daily_loss="0.05"), state(equity=marks("95000")), entry())
    assert isinstance(verdict, Blocked)
    assert verdict.breach.limit is LimitName.DAILY_LOSS


def worst() -> RiskState:
    longs = (held("9999999"),)
    return state(longs, equity=marks("-1"), at=NOW - timedelta(days=99), sent=(NOW,) * 99, is_open=False)


@pytest.mark.parametrize("symbol", ["AAPL", "TSLA"])
def test_an_exit_passes_when_everything_is_broken_at_once(symbol: str) -> None:
    nothing = limits(**{name.value: 0 for name in LimitName if name is not LimitName.NO_PRICE})
    order = entry("5", symbol, side=OrderSide.SELL, effect=Effect.CLOSE)
    assert gate(nothing, worst(), order) == Allowed()
    assert after(worst(), order, Allowed()) == worst()
    assert isinstance(gate(nothing, worst(), entry("5", symbol)), Blocked)


def test_an_account_in_debt_opens_nothing_under_any_limit_of_size() -> None:
    owed = state(equity=marks(equity="-1", day_open="1", peak="1"))
    share = entry(None, sizing=Sizing(SizeRule.EQUITY, 0.5))
    for name in ("gross_exposure", "symbol_exposure", "position_share"):
        assert isinstance(gate(limits(**{name: "2"}), owed, share), Blocked)
