"""The figures that only some kinds of business are read by: lenders, insurers, brokers and developers."""

from datetime import date

from packages.domain.market_data.statements.periods import months_before
from src.modules.research.domain.absence import Absence, AbsenceReason
from src.modules.research.domain.accounting import AccountingRegime, regime_of
from src.modules.research.domain.arithmetic import at, combined, divided, grown
from src.modules.research.domain.business import BusinessKind
from src.modules.research.domain.figures import AbsentFigure, Finding, Operation
from src.modules.research.domain.financial_statements import Books


def own_figures(books: Books, end: date, kind: BusinessKind) -> tuple[Finding, ...]:
    """Nothing for a kind whose analysts read the ordinary lines."""
    match kind:
        case BusinessKind.BANK:
            return (*_lending(books, end), *_capital(books, end), _costs(books, end))
        case BusinessKind.INSURER | BusinessKind.CASUALTY_INSURER:
            return (*_underwriting(books, end), *_buffers(books, end), _costs(books, end))
        case BusinessKind.HEALTH_INSURER:
            return (_claims_ratio(books, end), _equity(books, end), _costs(books, end))
        case BusinessKind.BROKER:
            return (_provisions(books, end), *_capital(books, end), _costs(books, end))
        case BusinessKind.PROPERTY:
            return _developing(books, end)
        case _:
            return ()


def _lending(books: Books, end: date) -> tuple[Finding, ...]:
    return (
        net_interest_margin(books, end),
        books.ratio_disclosed(at("npl_ratio", end), "npl_ratio", end),
        books.ratio_disclosed(at("provision_coverage", end), "provision_coverage", end),
        _provisions(books, end),
        balance_growth(books, end, "loans_yoy", "loans"),
        balance_growth(books, end, "deposits_yoy", "deposits"),
    )


def net_interest_margin(books: Books, end: date) -> Finding:
    """As disclosed; else net interest income over average assets, which lies a little lower."""
    key = at("net_interest_margin", end)
    disclosed = books.ratio_disclosed(key, "net_interest_margin", end)
    if not isinstance(disclosed, AbsentFigure):
        return disclosed
    return divided(key, books.trailing_year("net_interest_income", end), books.average("total_assets", end))


def _provisions(books: Books, end: date) -> Finding:
    """The part of revenue that bad loans take."""
    return divided(
        at("provision_burden", end),
        books.trailing_year("provision_for_losses", end),
        books.trailing_year("revenue", end),
    )


def _capital(books: Books, end: date) -> tuple[Finding, ...]:
    return (
        books.ratio_disclosed(at("capital_adequacy", end), "capital_adequacy", end),
        books.ratio_disclosed(at("core_tier1_ratio", end), "core_tier1_ratio", end),
        _equity(books, end),
    )


def _buffers(books: Books, end: date) -> tuple[Finding, ...]:
    return books.ratio_disclosed(at("solvency_ratio", end), "solvency_ratio", end), _equity(books, end)


def _equity(books: Books, end: date) -> Finding:
    return divided(at("equity_to_assets", end), books.balance("equity_parent", end), books.balance("total_assets", end))


def _costs(books: Books, end: date) -> Finding:
    """Running costs over revenue; where only all costs are told, without what was put aside for losses."""
    key, revenue = at("cost_to_income", end), books.trailing_year("revenue", end)
    running = books.trailing_year("sga_expense", end)
    if isinstance(running, AbsentFigure):
        parts = (books.trailing_year("operating_cost", end), books.trailing_year("provision_for_losses", end))
        whole = combined(at("running_costs", end), Operation.DIFFERENCE, parts)
        running = running if isinstance(whole, AbsentFigure) else whole
    return divided(key, running, revenue)


def _underwriting(books: Books, end: date) -> tuple[Finding, ...]:
    premiums, claims = books.trailing_year("premiums", end), claims_incurred(books, end)
    spent = combined(at("claims_and_costs", end), Operation.SUM, (claims, books.trailing_year("sga_expense", end)))
    return (
        divided(at("combined_ratio", end), spent, premiums),
        _claims_ratio(books, end),
        flow_growth(books, end, "premiums_yoy", "premiums"),
    )


def _claims_ratio(books: Books, end: date) -> Finding:
    return divided(at("claims_ratio", end), claims_incurred(books, end), books.trailing_year("premiums", end))


def claims_incurred(books: Books, end: date) -> Finding:
    """Of twelve months. US GAAP and IFRS state them; PRC accounts state what was paid, to which belongs what reserves
    grew by: without the reserves of both ends the ratio would flatter whoever grows."""
    paid = books.trailing_year("claims", end)
    if regime_of(books.market) is not AccountingRegime.PRC:
        return paid
    before = books.year_before("insurance_reserves", end) if books.has("insurance_reserves", end) else None
    if before is None:
        lacking = end if not books.has("insurance_reserves", end) else months_before(end, 12)
        return AbsentFigure(
            at("claims_incurred", end),
            AbsenceReason(
                Absence.LINE_MISSING, f"insurance_reserves of {lacking} is not there.", "insurance_reserves", (lacking,)
            ),
        )
    grown_by = combined(
        at("reserves_added", end),
        Operation.DIFFERENCE,
        (books.balance("insurance_reserves", end), books.balance("insurance_reserves", before)),
    )
    return combined(at("claims_incurred", end), Operation.SUM, (paid, grown_by))


def _developing(books: Books, end: date) -> tuple[Finding, ...]:
    presold = books.balance("contract_liabilities", end)
    owed = combined(at("owed", end), Operation.DIFFERENCE, (books.balance("total_liabilities", end), presold))
    owned = combined(at("owned", end), Operation.DIFFERENCE, (books.balance("total_assets", end), presold))
    return (
        balance_growth(books, end, "presales_yoy", "contract_liabilities"),
        divided(at("liabilities_less_presales", end), owed, owned),
    )


def balance_growth(books: Books, end: date, name: str, item: str) -> Finding:
    """Of a line of the balance sheet over a year."""
    key = at(name, end)
    before = books.year_before(item, end) if books.has(item, end) else None
    if before is None:
        return AbsentFigure(
            key,
            AbsenceReason(
                Absence.YEAR_BEFORE_MISSING, f"{item} of {end} and of a year before are not both there.", item
            ),
        )
    return grown(key, books.balance(item, end), books.balance(item, before))


def flow_growth(books: Books, end: date, name: str, item: str) -> Finding:
    """Of a flow over the span of the report, against the same span a year before."""
    key = at(name, end)
    before = books.year_before(item, end) if books.has(item, end) else None
    if before is None:
        return AbsentFigure(
            key,
            AbsenceReason(
                Absence.YEAR_BEFORE_MISSING,
                f"{item} of {end} and of the same period a year before are not both there.",
                item,
            ),
        )
    return grown(key, books.reported(item, end), books.reported(item, before))
