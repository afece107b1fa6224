"""Orders, limits and states for tests of the gate."""

from datetime import UTC, date, datetime
from decimal import Decimal

from packages.domain.strategy.model import Direction
from packages.domain.trading.orders import Effect, Guards, OrderRequest, OrderSide, OrderType, Sizing
from packages.domain.trading.risk.gate import Exposure, Quote, RiskState
from packages.domain.trading.risk.limits import Bound, EquityMarks, LimitName, RiskLimits

NOW = datetime(2026, 11, 13, 15, 0, tzinfo=UTC)
DAY = date(2026, 11, 13)


def limits(**most: str | int) -> RiskLimits:
    return RiskLimits({LimitName(name): Bound(Decimal(value), "deployment") for name, value in most.items()})


def marks(equity: str = "100000", day_open: str = "100000", peak: str = "100000") -> EquityMarks:
    return EquityMarks(DAY, Decimal(day_open), Decimal(peak), Decimal(equity))


def state(
    held: tuple[Exposure, ...] = (),
    *,
    equity: EquityMarks | None = None,
    close: str = "100",
    at: datetime = NOW,
    now: datetime = NOW,
    sent: tuple[datetime, ...] = (),
    is_open: bool = True,
    step: str = "1",
) -> RiskState:
    quotes = {symbol: Quote(Decimal(close), at, Decimal(step)) for symbol in ("AAPL", "MSFT", "NVDA")}
    return RiskState(now=now, marks=equity or marks(), exposures=held, quotes=quotes, sent=sent, market_is_open=is_open)


def entry(
    quantity: str | None = "10",
    symbol: str = "AAPL",
    *,
    side: OrderSide = OrderSide.BUY,
    price: str | None = None,
    sizing: Sizing | None = None,
    guards: Guards | None = None,
    effect: Effect = Effect.OPEN,
) -> OrderRequest:
    return OrderRequest(
        client_order_id="order-1",
        symbol=symbol,
        side=side,
        effect=effect,
        type=OrderType.MARKET if price is None else OrderType.LIMIT,
        quantity=None if quantity is None else Decimal(quantity),
        sizing=sizing,
        price=None if price is None else Decimal(price),
        guards=guards or Guards(),
        reference_price=Decimal(100),
    )


def held(value: str, symbol: str = "AAPL", direction: Direction = Direction.LONG) -> Exposure:
    return Exposure(symbol, direction, Decimal(value))
