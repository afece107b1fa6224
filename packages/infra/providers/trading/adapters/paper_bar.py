"""One bar of a paper account: splits, then steps 1 to 7 of docs/decisions/0011, in that order, as the kernel does.

Pure: the account and the bar go in, the account after it comes out. Step 8, the decisions, is the runtime's.

Bars come in the terms of the newest shares, so at a split an account changes to those terms before it trades the first
bar in them: quantities times the ratio, prices divided by it, of positions, their guards and the orders at work. A part
of a share that cannot be held is paid out at the last close. All of it is one row of the ledger, written with the bar.
"""

from collections.abc import Mapping
from dataclasses import replace
from decimal import Decimal

from packages.domain.market_data.symbols import parse_symbol
from packages.domain.trading.orders import (
    DistanceUnit,
    GuardDistance,
    Guards,
    OrderRequest,
    OrderStatus,
    SizeRule,
    Sizing,
)
from packages.infra.providers.trading.adapters.paper_account import WorkingAccount
from packages.infra.providers.trading.adapters.paper_entries import entries_at_the_open, follow, resting_entries
from packages.infra.providers.trading.adapters.paper_exits import (
    DELISTED,
    MARGIN_CALL,
    RUIN,
    close_at_mark,
    exits_at_the_open,
    guards,
)
from packages.infra.providers.trading.adapters.paper_lots import split_lots
from packages.infra.providers.trading.adapters.paper_market import BarsSkipped, MarketBar
from packages.infra.providers.trading.adapters.paper_state import (
    PaperOrder,
    PaperPosition,
    PaperState,
    PaperTrade,
    exact,
)
from packages.infra.providers.trading.adapters.paper_weights import WeightOrders

_A_BILLIONTH = 1e-9  # of a ratio is what floats make of it, and no split


def splits_since(state: PaperState, factors: Mapping[str, float]) -> dict[str, float]:
    """New shares for one old, by instrument: `factors` are what the prices of the account's last bar are multiplied by
    now, and the account remembers what they were multiplied by when it traded them."""
    symbols = {*factors, *state.factors}
    ratios = {symbol: state.factors.get(symbol, 1.0) / factors.get(symbol, 1.0) for symbol in sorted(symbols)}
    return {symbol: _plain(ratio) for symbol, ratio in ratios.items() if abs(ratio - 1.0) > _A_BILLIONTH}


def split(account: WorkingAccount, ratios: Mapping[str, float]) -> None:
    """Before everything else of the bar."""
    for symbol, ratio in ratios.items():
        if symbol in account.closes:
            account.closes[symbol] /= ratio
        for order in account.orders(symbol):
            _split_order(account, order, ratio)
        position = account.positions.get(symbol)
        if position is not None:
            _split_position(account, position, ratio)


def _split_position(account: WorkingAccount, position: PaperPosition, ratio: float) -> None:
    held, mark = abs(position.quantity) * ratio, position.mark / ratio
    whole = account.whole(position.symbol, held)
    in_lieu = position.sign * (held - whole) * mark
    account.cash += in_lieu
    shares = position.sign * whole - position.quantity
    account.note("split", position.symbol, in_lieu, shares)
    account.positions[position.symbol] = replace(
        split_lots(position, ratio, whole),
        quantity=position.sign * whole,
        price=position.price / ratio,
        mark=mark,
        best_at=position.best_at / ratio,
        stop_at=None if position.stop_at is None else position.stop_at / ratio,
        target_at=None if position.target_at is None else position.target_at / ratio,
        level=None if position.level is None else position.level / ratio,
        trail=_distance(position.trail, ratio),
    )
    if not whole:
        account.gone(position.symbol)


def _split_order(account: WorkingAccount, order: PaperOrder, ratio: float) -> None:
    """In whole shares; one that comes to none is cancelled."""
    request, quantity = order.request, order.request.quantity
    if quantity is not None:
        quantity = exact(account.whole(request.symbol, float(quantity) * ratio))
        if not quantity:
            account.put(order, OrderStatus.CANCELLED, "split_to_nothing")
            return
    changed = replace(
        order,
        request=_request(request, quantity, ratio),
        asked=None if order.asked is None else account.whole(request.symbol, order.asked * ratio),
        filled=order.filled * ratio,
        average_price=None if order.average_price is None else order.average_price / ratio,
    )
    account.put(changed, order.status, order.why)


def _request(request: OrderRequest, quantity: Decimal | None, ratio: float) -> OrderRequest:
    guards, by = request.guards, exact(ratio)
    return replace(
        request,
        quantity=quantity,
        price=_price(request.price, by),
        reference_price=_price(request.reference_price, by),
        sizing=_sizing(request.sizing, ratio),
        guards=_guards(guards, ratio),
    )


def _guards(guards: Guards, ratio: float) -> Guards:
    parts = (replace(each, distance=_distance(each.distance, ratio) or each.distance) for each in guards.parts)
    stop, target, trail = (_distance(each, ratio) for each in (guards.stop, guards.target, guards.trail))
    return Guards(stop, target, trail, tuple(parts), guards.from_last)


def _price(price: Decimal | None, ratio: Decimal) -> Decimal | None:
    return None if price is None else exact(float(price / ratio))


def _sizing(sizing: Sizing | None, ratio: float) -> Sizing | None:
    if sizing is None or sizing.rule is not SizeRule.QUANTITY:
        return sizing
    return replace(sizing, value=sizing.value * ratio)


def _distance(distance: GuardDistance | None, ratio: float) -> GuardDistance | None:
    """Points are money; fractions and multiples of the risk stay what they are."""
    if distance is None or distance.unit is not DistanceUnit.POINTS:
        return distance
    return GuardDistance(DistanceUnit.POINTS, distance.value / ratio)


def _plain(ratio: float) -> float:
    """4 for what floats make 3.9999999999999996."""
    near = float(round(ratio)) if ratio > 1.0 else 1.0 / round(1.0 / ratio)
    return near if abs(near / ratio - 1.0) <= _A_BILLIONTH else ratio


def trade_bar(state: PaperState, bar: MarketBar) -> PaperTrade:
    """A bar that was traded already, or an older one, changes nothing."""
    if state.last_bar is not None:
        if bar.time <= state.last_bar:
            return PaperTrade(state)
        if bar.previous is None or bar.previous > state.last_bar:
            raise BarsSkipped("trading.bars_skipped", last_bar=state.last_bar, time=bar.time)
    if state.ruined_on is not None:
        return PaperTrade(replace(state, last_bar=bar.time))
    account = WorkingAccount(state, bar)
    split(account, {} if state.last_bar is None else splits_since(state, bar.factors_before))
    _carry(account)
    _settle(account)
    weights = WeightOrders(account)
    weights.cut()
    exits_at_the_open(account)
    weights.grow()
    entries_at_the_open(account)
    guards(account)
    resting_entries(account)
    _close_of_the_bar(account)
    return account.traded()


def _carry(account: WorkingAccount) -> None:
    """Dividends at the open, then fees and interest on what the close before left."""
    share, owed = account.bar.elapsed_days / 365.0, -account.cash if account.cash < 0 else 0.0
    for position in account.held():
        each = account.bar.dividends.get(position.symbol, 0.0)
        if each != 0:
            amount = position.quantity * each
            account.cash += amount
            account.positions[position.symbol] = replace(position, received=position.received + amount)
            kind = "funding" if parse_symbol(position.symbol).is_perpetual else "dividend"
            account.note(kind, position.symbol, amount)
    for position in account.held():
        if position.quantity < 0:
            fee = position.quantity * position.mark * account.terms.short_rate * share
            account.cash += fee
            account.note("borrow", position.symbol, fee)
    interest = owed * account.terms.debt_rate * share
    account.cash -= interest
    account.note("interest", None, -interest)


def _settle(account: WorkingAccount) -> None:
    """What is gone from the market is paid out at its last close."""
    for position in account.held():
        if position.symbol in account.bar.settled:
            close_at_mark(account, position, DELISTED)


def _close_of_the_bar(account: WorkingAccount) -> None:
    """Positions are marked; then ruin, or else the call of the margin."""
    equity, gross = account.cash, 0.0
    for position in account.held():
        quote, marked = account.bar.quotes.get(position.symbol), position
        if quote is not None:
            marked = follow(account, replace(position, mark=quote.close), quote)
            account.positions[position.symbol] = marked
        equity += marked.quantity * marked.mark
        gross += abs(marked.quantity) * marked.mark
    if equity <= 0:
        _ruin(account)
    elif equity < account.terms.maintenance * gross:
        _call(account)


def _ruin(account: WorkingAccount) -> None:
    """Everything is closed at its mark, and nothing is traded any more."""
    account.ruined = True
    for position in account.held():
        close_at_mark(account, position, RUIN)
    for order in account.orders():
        account.put(order, OrderStatus.LAPSED, RUIN)


def _call(account: WorkingAccount) -> None:
    """All are to leave at the next open; who had to leave before leaves for that reason."""
    leaving = {order.request.symbol for order in account.orders() if order.closes_all}
    for position in account.held():
        if position.leaving is None and position.symbol not in leaving:
            account.positions[position.symbol] = replace(position, leaving=MARGIN_CALL)
