"""One bar of a paper account: splits, then steps 1 to 7 of docs/decisions/0011, in that order, as the kernel does.

Pure: the account and the bar go in, the account after it comes out. Step 8, the decisions, is the runtime's.
"""

from dataclasses import replace

from packages.domain.trading.orders import OrderStatus
from packages.infra.providers.trading.adapters.paper_desk import PaperDesk
from packages.infra.providers.trading.adapters.paper_entries import entries_at_the_open, follow, resting_entries
from packages.infra.providers.trading.adapters.paper_exits import (
    MARGIN_CALL,
    RUIN,
    close_at_mark,
    exits_at_the_open,
    guards,
)
from packages.infra.providers.trading.adapters.paper_market import BarsSkipped, MarketBar
from packages.infra.providers.trading.adapters.paper_splits import split, splits_since
from packages.infra.providers.trading.adapters.paper_state import PaperState, PaperTrade


def trade_bar(account: PaperState, bar: MarketBar) -> PaperTrade:
    """A bar that was traded already, or an older one, changes nothing."""
    if account.last_bar is not None:
        if bar.time <= account.last_bar:
            return PaperTrade(account)
        if bar.previous is None or bar.previous > account.last_bar:
            raise BarsSkipped("trading.bars_skipped", last_bar=account.last_bar, time=bar.time)
    if account.ruined_on is not None:
        return PaperTrade(replace(account, last_bar=bar.time))
    desk = PaperDesk(account, bar)
    split(desk, {} if account.last_bar is None else splits_since(account, bar.factors_before))
    _carry(desk)
    exits_at_the_open(desk)
    entries_at_the_open(desk)
    guards(desk)
    resting_entries(desk)
    _close_of_the_bar(desk)
    return desk.traded()


def _carry(desk: PaperDesk) -> None:
    """Dividends at the open, then fees and interest on what the close before left."""
    share, owed = desk.bar.elapsed_days / 365.0, -desk.cash if desk.cash < 0 else 0.0
    for position in desk.held():
        each = desk.bar.dividends.get(position.symbol, 0.0)
        if each > 0:
            amount = position.quantity * each
            desk.cash += amount
            desk.positions[position.symbol] = replace(position, received=position.received + amount)
            desk.note("dividend", position.symbol, amount)
    for position in desk.held():
        if position.quantity < 0:
            fee = position.quantity * position.mark * desk.terms.borrow_rate * share
            desk.cash += fee
            desk.note("borrow", position.symbol, fee)
    interest = owed * desk.terms.interest_rate * share
    desk.cash -= interest
    desk.note("interest", None, -interest)


def _close_of_the_bar(desk: PaperDesk) -> None:
    """Positions are marked; then ruin, or else the call of the margin."""
    equity, gross = desk.cash, 0.0
    for position in desk.held():
        quote, marked = desk.bar.quotes.get(position.symbol), position
        if quote is not None:
            marked = follow(desk, replace(position, mark=quote.close), quote)
            desk.positions[position.symbol] = marked
        equity += marked.quantity * marked.mark
        gross += abs(marked.quantity) * marked.mark
    if equity <= 0:
        _ruin(desk)
    elif equity < desk.terms.maintenance * gross:
        _call(desk)


def _ruin(desk: PaperDesk) -> None:
    """Everything is closed at its mark, and nothing is traded any more."""
    desk.ruined = True
    for position in desk.held():
        close_at_mark(desk, position)
    for order in desk.orders():
        desk.put(order, OrderStatus.LAPSED, RUIN)


def _call(desk: PaperDesk) -> None:
    """All are to leave at the next open; who was told to before leaves for that reason."""
    leaving = {order.request.symbol for order in desk.orders() if order.is_market and not order.opens}
    for position in desk.held():
        if position.leaving is None and position.symbol not in leaving:
            desk.positions[position.symbol] = replace(position, leaving=MARGIN_CALL)
