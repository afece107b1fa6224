"""What a share is worth by the methods of its kind of business, and the lines of the balance sheet behind it."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date

from packages.core.messages import Message
from packages.domain.market_data.rows import CorporateAction
from src.modules.research.domain.absence import Absence, AbsenceReason
from src.modules.research.domain.arithmetic import combined, divided, positive, renamed
from src.modules.research.domain.business import BusinessKind
from src.modules.research.domain.figures import AbsentFigure, Finding, Operation, ResearchFigure
from src.modules.research.domain.financial_statements import Books
from src.modules.research.domain.valuation.assumptions import GROWTH_STAGE_YEARS, METHODS, STAGE_YEARS
from src.modules.research.domain.valuation.book_values import (
    book_at_its_return,
    dividends_discounted,
    dividends_of_a_year,
    embedded_value,
    mid_cycle,
    net_asset_value,
    returns,
)
from src.modules.research.domain.valuation.business import FINANCIALS
from src.modules.research.domain.valuation.capital import minority_interest, net_debt, net_gearing
from src.modules.research.domain.valuation.discounted import KEYS, SensitivityCell, discounted_cash_flow
from src.modules.research.domain.valuation.per_share import PerShare
from src.modules.research.domain.valuation.sensitivity import SensitivityTable, of_book, of_cash_flow, of_margin


@dataclass(frozen=True, slots=True)
class Worth:
    findings: tuple[Finding, ...]
    assumptions: tuple[Message, ...] = ()
    cells: tuple[SensitivityCell, ...] = ()
    table: SensitivityTable | None = None


def worth_by_kind(
    kind: BusinessKind,
    books: Books,
    shares: PerShare,
    price: ResearchFigure,
    actions: Sequence[CorporateAction],
    growths: Sequence[Finding],
) -> Worth:
    methods = {method.name for method in METHODS[kind]}
    dividend = dividends_of_a_year(actions, price, books, shares.shares)
    earned = returns(books)
    found = [*_of_all(books, shares, price, dividend), earned.newest, earned.mean]
    if "pb_roe" in methods or "ddm" in methods:
        found += [earned.lasting, *book_at_its_return(shares, earned.lasting)]
        found += dividends_discounted(dividend, shares, earned.lasting)
    if "nav" in methods:
        found += net_asset_value(books, shares)
    if "embedded" in methods:
        found += embedded_value(books, price)
    if kind not in FINANCIALS:
        found += _capital(books, shares, price)
    table: SensitivityTable | None = of_book(shares, earned.lasting) if "pb_roe" in methods else None
    if "mid_cycle" in methods:
        cycle = list(mid_cycle(books, shares))
        found += cycle
        table = of_margin(shares, cycle[0])
    if kind in FINANCIALS:
        why = AbsenceReason(
            Absence.CASH_FLOW_IS_BUSINESS,
            "Lending and underwriting are its trade, so its cash flow is not what is left for shareholders.",
        )
        found += [AbsentFigure(key, why) for key in ("dcf_flow", "dcf_growth", *KEYS)]
        return Worth(tuple(found), table=_filled(table))
    end = books.ends()[-1] if books.ends() else price.ends
    years = GROWTH_STAGE_YEARS if kind is BusinessKind.GROWTH else STAGE_YEARS
    dcf = discounted_cash_flow(books, _flow_end(books, end), shares.shares, (growths[-1], growths[-2]), years)
    found += [dcf.flow, dcf.growth, *dcf.findings]
    if "dcf" in methods:
        table = of_cash_flow(dcf.sensitivity)
    return Worth(tuple(found), dcf.assumptions, dcf.sensitivity, _filled(table))


def _flow_end(books: Books, end: date) -> date:
    """The end of the latest twelve months that can be put together."""
    flow = books.newest_year("operating_cash_flow")
    return flow.ends if isinstance(flow, ResearchFigure) else end


def _filled(table: SensitivityTable | None) -> SensitivityTable | None:
    return table if table is not None and table.cells else None


def _of_all(books: Books, shares: PerShare, price: ResearchFigure, dividend: Finding) -> Iterator[Finding]:
    yield dividend
    yield divided("dividend_yield", dividend, price)
    yield _graham(shares)


def _graham(shares: PerShare) -> Finding:
    for figure in (shares.eps, shares.book_value):
        if isinstance(figure, ResearchFigure) and not positive(figure):
            return AbsentFigure(
                "graham_number",
                AbsenceReason(
                    Absence.GRAHAM_NOT_POSITIVE,
                    f"Graham's number needs a positive {figure.key}, it is {figure.value:.4f}.",
                ),
            )
    return combined("graham_number", Operation.GRAHAM, (shares.eps, shares.book_value))


def _capital(books: Books, shares: PerShare, price: ResearchFigure) -> Iterator[Finding]:
    """Debt, cash and minorities, and how far equity carries them."""
    yield from net_debt(books, shares.regime)
    yield minority_interest(books)
    yield net_gearing(books, shares.regime)
    worth = combined("market_value", Operation.PRODUCT, (price, shares.shares), unit=price.unit.removesuffix("/share"))
    yield worth
    claims = renamed("prior_claims", _whole_claims(shares))
    yield combined("enterprise_value", Operation.SUM, (worth, claims))


def _whole_claims(shares: PerShare) -> Finding:
    if isinstance(shares.claims, ResearchFigure):
        return shares.claims.parts[0]
    return shares.claims
