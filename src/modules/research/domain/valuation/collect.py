"""Everything the valuation modeler knows: multiples, what a share earns and owns, implied values and margins."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from decimal import Decimal

from packages.core.messages import Message
from packages.domain.market_data.bars import BarSeries
from packages.domain.market_data.errors import NoData
from packages.domain.market_data.rows import CorporateAction, FinancialFact, Valuation
from src.modules.research.domain.arithmetic import combined, exact, positive
from src.modules.research.domain.figures import AbsentFigure, Finding, Findings, Operation, ResearchFigure
from src.modules.research.domain.financial_statements import Books
from src.modules.research.domain.technical.bars_in_use import BarsInUse, only, price_unit, traded
from src.modules.research.domain.valuation.assumptions import HISTORY_YEARS, QUANTILES, ValuationVerdict
from src.modules.research.domain.valuation.discounted import SensitivityCell, discounted_cash_flow
from src.modules.research.domain.valuation.multiples import histories, multiple_findings, one_source
from src.modules.research.domain.valuation.per_share import (
    PerShare,
    ValuationPoint,
    growth_over,
    per_share,
    valuation_points,
    verdict_of,
    weighted_values,
)


class NothingToValue(NoData):
    """There is no price, or neither a report nor a valuation."""


@dataclass(frozen=True, slots=True)
class ValuationFigures:
    """`verdict` None: no method has a value. `assumptions`: to be shown wherever a DCF value is."""

    price: ResearchFigure
    report_end: date | None
    figures: Findings
    points: tuple[ValuationPoint, ...]
    verdict: ValuationVerdict | None
    assumptions: tuple[Message, ...]
    sensitivity: tuple[SensitivityCell, ...]


def valuation_figures(
    valuations: Sequence[Valuation],
    facts: Sequence[FinancialFact],
    prices: BarSeries,
    actions: Sequence[CorporateAction] = (),
) -> ValuationFigures:
    """All as known at the analysis instant; the price is the close of the last bar that traded."""
    price = last_price(prices)
    if not facts and not valuations:
        raise NothingToValue("research.nothing_to_value", symbol=prices.symbol)
    books = Books.of(facts)
    end = books.ends()[-1] if books.ends() else price.ends
    rows = one_source(valuations, price.ends)
    shares = per_share(books, end, price, rows[-1] if rows else None, actions)
    growths = _growths(books, end)
    dcf = discounted_cash_flow(books, end, shares.shares, growths[-1])
    found: list[Finding] = [price, shares.shares, shares.eps, shares.book_value, shares.sales, *growths]
    for history in histories(valuations, price.ends):
        found += multiple_findings(history)
    found += [dcf.flow, dcf.growth, *dcf.findings]
    findings = {finding.key: finding for finding in found}
    findings.update((finding.key, finding) for finding in _from_multiples(findings, shares))
    points = valuation_points(findings, price)
    values = weighted_values(points)
    findings.update((finding.key, finding) for finding in (*values, *_margins(findings, price, values[1])))
    verdict = verdict_of(price, values[1])
    report_end = books.ends()[-1] if books.ends() else None
    return ValuationFigures(price, report_end, findings, points, verdict, dcf.assumptions, dcf.sensitivity)


def last_price(prices: BarSeries) -> ResearchFigure:
    traded_bars = BarsInUse(only(prices, traded(prices.columns)), 0, whole_year=False)
    if not len(traded_bars):
        raise NothingToValue("research.no_price", symbol=prices.symbol)
    close = Decimal(repr(float(traded_bars.columns.close[-1])))
    return traded_bars.figure("price", close, price_unit(prices.symbol), Operation.IDENTITY, bars=1, column="close")


def _growths(books: Books, end: date) -> tuple[Finding, ...]:
    return (
        growth_over("profit_growth_1y", books, books.profit, end, 1),
        growth_over("profit_growth_3y", books, books.profit, end, HISTORY_YEARS),
        growth_over("revenue_growth_3y", books, "revenue", end, HISTORY_YEARS),
    )


def _from_multiples(findings: Findings, shares: PerShare) -> Iterator[Finding]:
    """PEG over one and over three years, Graham's number, and what usual multiples would make a share worth."""
    for key, growth in (("peg", "profit_growth_1y"), ("peg_3y", "profit_growth_3y")):
        yield _peg(key, findings["pe_ttm"], findings[growth])
    yield _graham(shares)
    for name, basis in (("pe", shares.eps), ("pb", shares.book_value), ("ps", shares.sales)):
        for place in QUANTILES:
            yield _implied(f"value_{name}_{place}", findings[f"{name}_{place}"], basis)


def _peg(key: str, multiple: Finding, growth: Finding) -> Finding:
    if isinstance(growth, ResearchFigure) and not positive(growth):
        return AbsentFigure(key, f"Profit did not grow ({exact(growth):.1%} a year), so PEG has no meaning.")
    return combined(key, Operation.PEG, (multiple, growth), unit="x")


def _graham(shares: PerShare) -> Finding:
    for figure in (shares.eps, shares.book_value):
        if isinstance(figure, ResearchFigure) and not positive(figure):
            return AbsentFigure(
                "graham_number", f"Graham's number needs a positive {figure.key}, it is {figure.value:.4f}."
            )
    return combined("graham_number", Operation.GRAHAM, (shares.eps, shares.book_value))


def _implied(key: str, multiple: Finding, basis: Finding) -> Finding:
    if isinstance(basis, ResearchFigure) and not positive(basis):
        return AbsentFigure(key, f"{basis.key} is {basis.value:.4f}: a multiple of a loss is no value.")
    unit = "" if isinstance(basis, AbsentFigure) else basis.unit
    return combined(key, Operation.PRODUCT, (multiple, basis), unit=unit)


def _margins(findings: Findings, price: ResearchFigure, middle: Finding) -> Iterator[Finding]:
    """How far the price lies below each value; negative where it lies above."""
    for key, value in (
        ("graham_margin", findings["graham_number"]),
        ("dcf_margin", findings["dcf_base"]),
        ("safety_margin", middle),
    ):
        if isinstance(value, ResearchFigure) and value.unit != price.unit:
            yield AbsentFigure(
                key, f"{value.key} is in {value.unit} and the price in {price.unit}: they cannot be compared."
            )
        else:
            yield combined(key, Operation.SHORTFALL, (price, value), unit="ratio")
