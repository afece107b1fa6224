"""A limit that an order or the equity has broken, and the sentence that tells it."""

from dataclasses import dataclass
from decimal import Decimal

from packages.core.messages import Language, message, render
from packages.domain.strategy.explain.phrases import number
from packages.domain.trading.risk.limits import FRACTIONS, Bound, Halt, LimitName


@dataclass(frozen=True, slots=True)
class Breach:
    """Which limit of whom, and what was measured against it."""

    limit: LimitName
    bound: Bound
    measured: Decimal
    symbol: str


_SHARES = FRACTIONS | {LimitName.POSITION_SHARE, LimitName.SYMBOL_EXPOSURE}
_MONEY = frozenset(
    {
        LimitName.POSITION_VALUE,
        LimitName.POSITION_SHARE,
        LimitName.SYMBOL_EXPOSURE,
        LimitName.GROSS_EXPOSURE,
        LimitName.CAPITAL,
        LimitName.TRADE_LOSS,
    }
)


def sentence(breach: Breach | Halt, language: Language) -> str:
    """Ends with the clause that set the limit."""
    name = breach.limit
    measured = _money(breach.measured) if name in _MONEY else _amount(name, breach.measured)
    said = message(f"trading.risk.{name.value}", measured=measured, most=_amount(name, breach.bound.most))
    return render(message("trading.risk.set_by", breach=said, clause=breach.bound.clause), language)


def _amount(name: LimitName, value: Decimal) -> str:
    return f"{number(_to_cents(value * 100))}%" if name in _SHARES else number(_to_cents(value))


def _money(value: Decimal) -> str:
    return f"{value:,.2f}"


def _to_cents(value: Decimal) -> Decimal:
    return value.quantize(Decimal("0.01"))
