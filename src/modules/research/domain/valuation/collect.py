"""Everything the valuation modeler knows: the kind of business, its multiples, what its methods make a share worth,
targets and margins."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from decimal import Decimal

import numpy as np

from packages.core.messages import Message
from packages.domain.market_data.bars import BarSeries
from packages.domain.market_data.errors import NoData
from packages.domain.market_data.rows import CorporateAction, FinancialFact, Valuation
from packages.domain.market_data.statements.periods import months_before
from src.modules.research.domain.absence import Absence, AbsenceReason
from src.modules.research.domain.arithmetic import combined
from src.modules.research.domain.figures import AbsentFigure, Finding, Findings, Operation, ResearchFigure
from src.modules.research.domain.financial_statements import Books
from src.modules.research.domain.technical.bars_in_use import BarsInUse, only, price_unit, traded
from src.modules.research.domain.valuation.assumptions import HISTORY_YEARS, METHODS, ValuationVerdict
from src.modules.research.domain.valuation.business import KindOfBusiness, business_of
from src.modules.research.domain.valuation.discounted import SensitivityCell
from src.modules.research.domain.valuation.multiple_values import multiples_and_values
from src.modules.research.domain.valuation.multiples import one_source
from src.modules.research.domain.valuation.own_history import epochs
from src.modules.research.domain.valuation.peers import Peer, peer_findings
from src.modules.research.domain.valuation.per_share import PerShare, growth_over, per_share, shares_by_market_value
from src.modules.research.domain.valuation.points import ValuationPoint, valuation_points, verdict_of, weighted_values
from src.modules.research.domain.valuation.scenarios import TargetScenario, bear_target, targets_of
from src.modules.research.domain.valuation.sensitivity import SensitivityTable
from src.modules.research.domain.valuation.worth import Worth, worth_by_kind


class NothingToValue(NoData):
    """There is no price, or neither a report nor a valuation."""


@dataclass(frozen=True, slots=True)
class CompanyToValue:
    """`industry` as the source writes it; `peers`: those of it that are stored."""

    industry: str = ""
    name: str = ""
    peers: tuple[Peer, ...] = ()


@dataclass(frozen=True, slots=True)
class ValuationFigures:
    """`verdict` None: no method has a value. `refused`: values too far from the price. `assumptions`: to be shown
    wherever a DCF value is, as is its `sensitivity`; `table` is that of the method that leads."""

    price: ResearchFigure
    report_end: date | None
    business: KindOfBusiness
    figures: Findings
    points: tuple[ValuationPoint, ...]
    refused: tuple[ValuationPoint, ...]
    verdict: ValuationVerdict | None
    scenarios: tuple[TargetScenario, ...]
    assumptions: tuple[Message, ...]
    sensitivity: tuple[SensitivityCell, ...]
    table: SensitivityTable | None


def valuation_figures(
    valuations: Sequence[Valuation],
    facts: Sequence[FinancialFact],
    prices: BarSeries,
    actions: Sequence[CorporateAction] = (),
    company: CompanyToValue | None = None,
) -> ValuationFigures:
    """All as known at the analysis instant; the price is the close of the last bar that traded."""
    about = company or CompanyToValue()
    price = last_price(prices)
    if not facts and not valuations:
        raise NothingToValue("research.nothing_to_value", symbol=prices.symbol)
    happened = [action for action in actions if action.ex_date <= price.ends]
    books, rows = Books.of(facts, happened), one_source(valuations, price.ends)
    shares = _shares(books, price, rows, prices)
    growths = _growths(books)
    business = business_of(about.industry, about.name, books, growths[-1])
    found: list[Finding] = [price, *shares.listed(), *growths, *_preferred_unreported(books)]
    bars = last_years(prices, price.ends)
    found += multiples_and_values(price, shares, bars, epochs(facts, happened, bars), valuations, business.kind)
    worth = worth_by_kind(business.kind, books, shares, price, happened, growths)
    findings = {finding.key: finding for finding in (*found, *worth.findings)}
    findings.update((finding.key, finding) for finding in _pegs(findings))
    findings.update((finding.key, finding) for finding in peer_findings(findings, about.peers))
    return _together(findings, price, business, worth, books)


def _together(
    findings: dict[str, Finding], price: ResearchFigure, business: KindOfBusiness, worth: Worth, books: Books
) -> ValuationFigures:
    """What the methods of the kind come to, and the targets that follow."""
    points, refused = valuation_points(findings, price, METHODS[business.kind])
    values = weighted_values(points)
    findings.update((finding.key, finding) for finding in (*values, *_margins(findings, price, values[1])))
    findings["target_bear"] = bear_target(points)
    targets = targets_of(findings, price)
    findings.update((finding.key, finding) for finding in targets.findings)
    return ValuationFigures(
        price,
        books.ends()[-1] if books.ends() else None,
        business,
        findings,
        points,
        refused,
        verdict_of(price, values[1]),
        targets.scenarios,
        worth.assumptions,
        worth.cells,
        worth.table,
    )


PREFERRED_UNREPORTED = "preferred_untold"


def _preferred_unreported(books: Books) -> Iterator[Finding]:
    """Who pays preferred dividends has preferred stock, and without its line it is part of book value."""
    paid, owned = books.newest_year("preferred_dividends"), books.newest("preferred_equity")
    if isinstance(paid, ResearchFigure) and paid.value > 0 and isinstance(owned, AbsentFigure):
        yield AbsentFigure(
            PREFERRED_UNREPORTED,
            AbsenceReason(Absence.LINE_NOT_REPORTED, "preferred_equity is not in the reports.", "preferred_equity"),
        )


def last_price(prices: BarSeries) -> ResearchFigure:
    traded_bars = BarsInUse(only(prices, traded(prices.columns)), 0, whole_year=False)
    if not len(traded_bars):
        raise NothingToValue("research.no_price", symbol=prices.symbol)
    close = Decimal(repr(float(traded_bars.columns.close[-1])))
    return traded_bars.figure("price", close, price_unit(prices.symbol), Operation.IDENTITY, bars=1, column="close")


def last_years(prices: BarSeries, today: date) -> BarsInUse:
    since = np.datetime64(months_before(today, 12 * HISTORY_YEARS), "D")
    recent = prices.columns.time.astype("datetime64[D]") > since
    return BarsInUse(only(prices, recent & traded(prices.columns)), 0, whole_year=False)


def _shares(books: Books, price: ResearchFigure, rows: Sequence[Valuation], prices: BarSeries) -> PerShare:
    market = prices.symbol.market
    found = per_share(books, market)
    if isinstance(found.shares, ResearchFigure):
        return found
    return per_share(books, market, shares_by_market_value(price, rows[-1] if rows else None, found.shares.why))


def _growths(books: Books) -> tuple[Finding, ...]:
    return (
        growth_over("profit_growth_1y", books, books.profit, 1),
        growth_over("profit_growth_3y", books, books.profit, HISTORY_YEARS),
        growth_over("revenue_growth_1y", books, "revenue", 1),
        growth_over("revenue_growth_3y", books, "revenue", HISTORY_YEARS),
    )


def _pegs(findings: Findings) -> Iterator[Finding]:
    for key, growth in (("peg", "profit_growth_1y"), ("peg_3y", "profit_growth_3y")):
        rate = findings[growth]
        if isinstance(rate, ResearchFigure) and rate.value <= 0:
            yield AbsentFigure(
                key,
                AbsenceReason(
                    Absence.NO_GROWTH, f"Profit did not grow ({rate.value:.1%} a year), so PEG has no meaning."
                ),
            )
        else:
            yield combined(key, Operation.PEG, (findings["pe_ttm"], rate), unit="x")


def _margins(findings: Findings, price: ResearchFigure, middle: Finding) -> Iterator[Finding]:
    """How far the price lies below each value; negative where it lies above."""
    for key, value in (
        ("graham_margin", findings["graham_number"]),
        ("dcf_margin", findings["dcf_base"]),
        ("safety_margin", middle),
    ):
        if isinstance(value, ResearchFigure) and value.unit != price.unit:
            yield AbsentFigure(
                key,
                AbsenceReason(
                    Absence.UNITS_DIFFER,
                    f"{value.key} is in {value.unit} and the price in {price.unit}: they cannot be compared.",
                ),
            )
        else:
            yield combined(key, Operation.SHORTFALL, (price, value), unit="ratio")
