"""Which rows a verdict puts its prices on, by a fixed order of preference, and how it cites them."""

from decimal import Decimal

from src.modules.judge.domain.case import Case, CaseRow
from src.modules.judge.domain.prices import UnboundPrice, bound_price, price_rows, stop_reach
from src.modules.judge.domain.verdict import BoundPrice, PriceClaim, PriceRule

# Nearer than an ATR a stop is hit by the noise of a day; without an ATR, two percent.
_ROOM_ATRS = Decimal(1)
_ROOM_SHARE = Decimal("0.02")
_CHART, _VALUE = "technical_analyst", "valuation_modeler"
_BELOW = ("support_", "low_52w")
_ABOVE = ("resistance_", "high_52w")
_WORTH = ("value_middle", "value_upper", "dcf_base")


def below(case: Case) -> tuple[PriceClaim, BoundPrice] | None:
    """A support with room to breathe, else two ATRs below the close."""
    return _nearest(case, _BELOW, -1) or _by_atr(case, PriceRule.TWO_ATR_BELOW)


def stops_below(case: Case) -> tuple[tuple[PriceClaim, BoundPrice], ...]:
    """Where a purchase may be given up, the preferred stop first: below the nearest support, and two ATRs below the
    close where that is nearer, which is the noise of some days and no closer than the chart allows."""
    first, by_atr = below(case), _by_atr(case, PriceRule.TWO_ATR_BELOW)
    if first is None or by_atr is None or by_atr[1].value <= first[1].value:
        return (first,) if first else ()
    return first, by_atr


def above(case: Case) -> tuple[PriceClaim, BoundPrice] | None:
    """A resistance with room, else what the share may be worth, else three ATRs above the close. Within the reach of a
    stop: a sale is wrong there, and a purchase has its target there."""
    return _nearest(case, _ABOVE, 1) or _nearest(case, _WORTH, 1, _VALUE) or _by_atr(case, PriceRule.THREE_ATR_ABOVE)


def _nearest(
    case: Case, metrics: tuple[str, ...], side: int, expert: str = _CHART
) -> tuple[PriceClaim, BoundPrice] | None:
    if case.market.base is None:
        return None
    price, room = case.market.base.value, _room(case, case.market.base.value)
    rows = [row for name, row in price_rows(case) if name == expert and row.metric.startswith(metrics)]
    far = [(side * (row.value - price), row) for row in rows if row.value is not None]
    fitting = sorted(((gap, row.tag) for gap, row in far if room <= gap <= stop_reach(case)), key=lambda pair: pair[0])
    return _claimed(case, PriceClaim(expert, fitting[0][1])) if fitting else None


def _by_atr(case: Case, rule: PriceRule) -> tuple[PriceClaim, BoundPrice] | None:
    atr = _atr(case)
    return _claimed(case, PriceClaim(_CHART, atr.tag, rule)) if atr else None


def _claimed(case: Case, claim: PriceClaim) -> tuple[PriceClaim, BoundPrice] | None:
    try:
        bound = bound_price(claim, case)
    except UnboundPrice:
        return None
    return (claim, bound) if bound is not None else None


def _room(case: Case, price: Decimal) -> Decimal:
    atr = _atr(case)
    return _ROOM_ATRS * atr.value if atr and atr.value else _ROOM_SHARE * price


def _atr(case: Case) -> CaseRow | None:
    return next((row for name, row in price_rows(case) if name == _CHART and row.metric == "atr14"), None)


def cited(price: BoundPrice) -> str:
    return " ".join(f"[{price.expert}:{row.tag}]" for row in price.rows)


def tagged(name: str, text: str) -> str:
    """An expert's own tags with the expert's name, so that `[E7]` of two experts stay apart."""
    return text.replace("[E", f"[{name}:E")
