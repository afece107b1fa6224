"""A strategy replayed bar by bar at the paper broker: decided by the slow reference, traded by `trade_bar`."""

from dataclasses import dataclass, field
from datetime import datetime

from packages.domain.backtest.arena import Arena
from packages.domain.strategy.model import Direction
from packages.domain.strategy.trade import (
    Bracket,
    EquityFraction,
    FixedCash,
    FixedQuantity,
    RiskPerTrade,
    StopLoss,
    TakeProfit,
    TrailingStop,
    VolatilityTarget,
)
from packages.domain.strategy.trade import Distance as StrategyDistance
from packages.domain.strategy.trade import Unit as StrategyUnit
from packages.domain.trading.orders import (
    DistanceUnit,
    Effect,
    Fill,
    GuardDistance,
    Guards,
    OrderRequest,
    OrderSide,
    OrderType,
    SizeRule,
    Sizing,
)
from packages.infra.providers.trading.adapters.paper_bar import trade_bar
from packages.infra.providers.trading.adapters.paper_market import PaperMarket
from packages.infra.providers.trading.adapters.paper_orders import take_order
from packages.infra.providers.trading.adapters.paper_state import LedgerEntry, PaperState, exact, opening_of
from tests.reference.decisions import Decisions
from tests.reference.lively_strategies import Run
from tests.reference.market import ReferenceMarket
from tests.reference.positions import EntryOrder, Position

_UNITS = {StrategyUnit.POINTS: DistanceUnit.POINTS, StrategyUnit.PCT: DistanceUnit.PCT}


@dataclass
class Replay:
    """What the paper account did; columns have one value a bar."""

    state: PaperState
    fills: list[Fill] = field(default_factory=list)
    entries: list[LedgerEntry] = field(default_factory=list)
    cash: list[float] = field(default_factory=list)
    equity: list[float] = field(default_factory=list)


def replay(run: Run) -> Replay:
    """Every bar is traded, and every bar but the last is decided on."""
    paper = PaperMarket(Arena(run.panel))
    opening = opening_of(run.panel, run.terms, run.strategy.universe.max_positions)
    told = Replay(PaperState(account_id="replay", opening=opening, cash=float(run.terms.cash)))
    decider = Decider(run)
    for index in range(len(paper)):
        traded = trade_bar(told.state, paper.bar(index))
        told.state = traded.state
        told.fills += traded.fills
        told.entries += traded.entries
        told.cash.append(told.state.cash)
        told.equity.append(told.state.equity)
        if index < len(paper) - 1 and told.state.ruined_on is None:
            for request in decider.orders(told.state, index):
                told.state, _ = take_order(told.state, request, paper.bar(index).time)
    return told


class Decider:
    """Step 8 of the page, from the account that the paper broker has."""

    def __init__(self, run: Run) -> None:
        self._run = run
        self._market = ReferenceMarket(run.panel)
        self._decisions = Decisions(run.strategy, self._market)
        self._index = {time: at for at, time in enumerate(run.panel.time.tolist())}
        self._tickers = run.panel.tickers
        self._sides = dict(run.strategy.sides)
        self._sent = 0

    def orders(self, state: PaperState, bar: int) -> list[OrderRequest]:
        exiting = {order.request.symbol for order in state.orders if not order.opens}
        exits = []
        for position in state.held():
            row, direction = self._tickers.index(position.symbol), _direction(position.quantity)
            if position.leaving or position.symbol in exiting or not self._market.has_bar(row, bar):
                continue
            why = self._decisions.leaving(self._as_reference(row, direction, position.since), bar)
            if why is not None:
                exiting.add(position.symbol)
                exits.append(self._exit(position.symbol, direction, position.quantity, why.reason.value))
        return exits + self._entries(state, exiting, bar)

    def _entries(self, state: PaperState, exiting: set[str], bar: int) -> list[OrderRequest]:
        working = {order.request.symbol for order in state.orders if order.opens}
        leaving = exiting | {position.symbol for position in state.held() if position.leaving}
        wanted = {}
        for row, symbol in enumerate(self._tickers):
            directions = self._open_directions(state, symbol, leaving)
            if self._market.has_bar(row, bar) and symbol not in working and directions:
                wanted[row] = self._decisions.wanted(row, bar, directions)
        wanted = {row: orders for row, orders in wanted.items() if orders}
        free = state.opening.places - len(({*state.positions} - leaving) | working)
        ranked = self._decisions.ranked(list(wanted), bar)[: max(free, 0)]
        return [self._entry(order) for row in ranked for order in wanted[row]]

    def _open_directions(self, state: PaperState, symbol: str, leaving: set[str]) -> list[Direction]:
        position = state.positions.get(symbol)
        if position is None:
            return [Direction.LONG, Direction.SHORT]
        other = Direction.SHORT if position.quantity > 0 else Direction.LONG
        return [other] if symbol in leaving else []

    def _as_reference(self, row: int, direction: Direction, since: datetime) -> Position:
        entered = self._index[since.replace(tzinfo=None)]
        side = self._sides[direction]
        return Position(row, direction, side, 0, entered, 1.0, 1.0, 0.0, best=1.0, mark=1.0, by_resting_order=False)

    def _id(self) -> str:
        self._sent += 1
        return f"order-{self._sent}"

    def _exit(self, symbol: str, direction: Direction, quantity: float, reason: str) -> OrderRequest:
        return OrderRequest(
            client_order_id=self._id(),
            symbol=symbol,
            side=OrderSide.SELL if direction is Direction.LONG else OrderSide.BUY,
            effect=Effect.CLOSE,
            type=OrderType.MARKET,
            quantity=exact(abs(quantity)),
            reason=reason,
        )

    def _entry(self, order: EntryOrder) -> OrderRequest:
        kind = OrderType.MARKET if order.is_market else OrderType.LIMIT if order.is_limit else OrderType.STOP
        return OrderRequest(
            client_order_id=self._id(),
            symbol=self._tickers[order.row],
            side=OrderSide.BUY if order.buys else OrderSide.SELL,
            effect=Effect.OPEN,
            type=kind,
            sizing=_sizing(order),
            price=None if order.price is None else exact(order.price),
            valid_bars=None if order.is_market else order.bars_left,
            guards=_guards(order),
            reason="entry",
        )


def _direction(quantity: float) -> Direction:
    return Direction.LONG if quantity > 0 else Direction.SHORT


def _sizing(order: EntryOrder) -> Sizing:
    match order.side.sizing:
        case FixedQuantity(quantity):
            return Sizing(SizeRule.QUANTITY, float(quantity))
        case FixedCash(cash):
            return Sizing(SizeRule.CASH, float(cash))
        case EquityFraction(fraction):
            return Sizing(SizeRule.EQUITY, fraction)
        case VolatilityTarget(target, _, most):
            assert order.volatility is not None
            return Sizing(SizeRule.VOLATILITY, target, order.volatility, most)
        case RiskPerTrade(fraction):
            return Sizing(SizeRule.RISK, fraction)


def _guards(order: EntryOrder) -> Guards:
    stop = target = trail = None
    for exit_ in order.side.exits:
        match exit_:
            case StopLoss(distance):
                stop = _resolved(order, distance)
            case TakeProfit(distance):
                target = _resolved(order, distance)
            case Bracket(distance, ratio):
                stop, target = _resolved(order, distance), GuardDistance(DistanceUnit.RISK, float(ratio))
            case TrailingStop(distance):
                trail = _resolved(order, distance)
            case _:
                continue
    return Guards(stop, target, trail)


def _resolved(order: EntryOrder, distance: StrategyDistance) -> GuardDistance:
    """Multiples of the range become points, as they were on the signal bar."""
    if distance.unit in _UNITS:
        return GuardDistance(_UNITS[distance.unit], float(distance.value))
    return GuardDistance(DistanceUnit.POINTS, order.far(distance, 1.0))
