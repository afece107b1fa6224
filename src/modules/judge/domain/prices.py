"""Prices are looked up, never given: a claim names an expert's row, and the value comes from that row."""

import re
from decimal import Decimal

from src.modules.judge.domain.case import Case, CaseRow
from src.modules.judge.domain.verdict import BoundPrice, CitedRow, JudgeOpinion, PriceClaim, PriceRule

# Rows that are prices at which something is expected to happen. An ATR is in the same unit and no such price.
_LEVEL = re.compile(
    r"(support|resistance)_\d|ma\d+|bollinger_(upper|middle|lower)|vwap\d+|(high|low)_52w|close|price|value_\w+"
    r"|dcf_(low|base|high|lower_bound|upper_bound)|graham_number",
    re.ASCII,
)
_MULTIPLES = {
    PriceRule.TWO_ATR_BELOW: -2,
    PriceRule.THREE_ATR_BELOW: -3,
    PriceRule.TWO_ATR_ABOVE: 2,
    PriceRule.THREE_ATR_ABOVE: 3,
}


# How far from the price a stop may stand, and a target, as shares of it; more needs an ATR that says so.
STOP_SHARE, TARGET_SHARE = Decimal("0.25"), Decimal(1)
_REACH_ATRS = 3


class UnboundPrice(ValueError):
    """A claimed price does not follow from a row; the sentence says why."""


def bound_price(claim: PriceClaim | None, case: Case) -> BoundPrice | None:
    """Raises `UnboundPrice` for a row that is not there, is no price, or became known after the call."""
    if claim is None:
        return None
    row = _named(claim, case)
    if claim.rule is PriceRule.ROW:
        if not is_level(row):
            raise UnboundPrice(f"{claim.expert}:{row.tag} is {row.metric}, which is no price level.")
        return _bound(claim, _value(row), (row,))
    if row.metric != "atr14":
        raise UnboundPrice(f"{claim.rule} needs the atr14 row, and {claim.expert}:{row.tag} is {row.metric}.")
    close = _close(claim, case)
    return _bound(claim, _value(close) + _MULTIPLES[claim.rule] * _value(row), (close, row))


def names_no_row(opinion: JudgeOpinion, case: Case) -> bool:
    """Whether a stop or a target follows from no row."""
    try:
        for claim in (opinion.stop_loss, opinion.take_profit):
            bound_price(claim, case)
    except UnboundPrice:
        return True
    return False


def is_level(row: CaseRow) -> bool:
    """Whether the row is a price at which one could act."""
    return bool(_LEVEL.fullmatch(row.metric)) and row.value is not None and row.value > 0


def price_rows(case: Case) -> list[tuple[str, CaseRow]]:
    """The rows that may be named, with their expert."""
    unit = case_unit(case)
    return [
        (expert.name, row)
        for expert in case.experts
        for row in expert.rows.values()
        if (is_level(row) or row.metric == "atr14") and row.unit == unit and row.known_at <= case.as_of
    ]


def stop_reach(case: Case) -> Decimal:
    """The most that a stop may be away from the price: a quarter of it, or three ATRs where that is more."""
    price = case.market.base.value if case.market.base else Decimal(0)
    return max(STOP_SHARE * price, _REACH_ATRS * _largest_atr(case))


def target_reach(case: Case) -> Decimal:
    """The most that a target may be away from the price: all of it again, or three ATRs where that is more."""
    price = case.market.base.value if case.market.base else Decimal(0)
    return max(TARGET_SHARE * price, _REACH_ATRS * _largest_atr(case))


def _largest_atr(case: Case) -> Decimal:
    return max((_value(row) for _, row in price_rows(case) if row.metric == "atr14"), default=Decimal(0))


def case_unit(case: Case) -> str:
    """What the close is in; empty where no expert has given a close."""
    closes = [row for one in case.experts for row in one.rows.values() if row.metric in ("close", "price")]
    return closes[0].unit if closes else ""


def _named(claim: PriceClaim, case: Case) -> CaseRow:
    expert = case.expert(claim.expert)
    if expert is None:
        raise UnboundPrice(f"There is no report of {claim.expert!r} to take a price from.")
    tag = claim.row.strip("[] ").removeprefix(f"{claim.expert}:")
    row = expert.rows.get(tag) or next((row for row in expert.rows.values() if row.id == claim.row), None)
    if row is None or row.value is None:
        raise UnboundPrice(f"{claim.expert} has no row {claim.row!r} with a number.")
    if row.known_at > case.as_of:
        raise UnboundPrice(f"{claim.expert}:{row.tag} became known after the call.")
    if row.unit != case_unit(case):
        raise UnboundPrice(f"{claim.expert}:{row.tag} is in {row.unit}, and the price is in {case_unit(case)}.")
    return row


def _close(claim: PriceClaim, case: Case) -> CaseRow:
    expert = case.expert(claim.expert)
    found = next((row for row in (expert.rows.values() if expert else ()) if row.metric == "close"), None)
    if found is None:
        raise UnboundPrice(f"{claim.expert} has given no close to measure from.")
    return found


def _bound(claim: PriceClaim, value: Decimal, rows: tuple[CaseRow, ...]) -> BoundPrice:
    if value <= 0:
        raise UnboundPrice(f"{claim.rule} of {claim.expert}:{rows[-1].tag} is not above zero.")
    cited = tuple(CitedRow(row.tag, row.id) for row in rows)
    return BoundPrice(value, rows[-1].unit, claim.expert, claim.rule, cited)


def _value(row: CaseRow) -> Decimal:
    return row.value if row.value is not None else Decimal(0)
