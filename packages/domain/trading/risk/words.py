"""A breach as a sentence, in both languages: what happened, the figure, the limit and whose it is."""

from decimal import Decimal

from packages.core.messages import Language, message, render
from packages.domain.strategy.explain.speech import number
from packages.domain.trading.risk.gate import Breach
from packages.domain.trading.risk.limits import FRACTIONS, LimitName
from packages.domain.trading.risk.watch import Halt

_SHARES = FRACTIONS | {LimitName.POSITION_SHARE, LimitName.SYMBOL_EXPOSURE}
_MONEY = frozenset(
    {
        LimitName.POSITION_VALUE,
        LimitName.POSITION_SHARE,
        LimitName.SYMBOL_EXPOSURE,
        LimitName.GROSS_EXPOSURE,
        LimitName.CAPITAL,
    }
)


def sentence(breach: Breach | Halt, language: Language) -> str:
    """Ends with the clause that set the limit."""
    name = breach.limit
    measured = _cents(breach.measured) if name in _MONEY else _said(name, breach.measured)
    said = message(f"trading.risk.{name.value}", measured=measured, most=_said(name, breach.bound.most))
    return render(message("trading.risk.set_by", breach=said, clause=breach.bound.clause), language)


def _said(name: LimitName, value: Decimal) -> str:
    return f"{number(_cut(value * 100))}%" if name in _SHARES else number(_cut(value))


def _cents(value: Decimal) -> str:
    return f"{value:,.2f}"


def _cut(value: Decimal) -> Decimal:
    return value.quantize(Decimal("0.01"))
