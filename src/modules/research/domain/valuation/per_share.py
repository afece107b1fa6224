"""What one of today's shares earns, owns, sells and owes, as the reports known at an instant tell it."""

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal

from packages.domain.market_data.rows import Valuation
from packages.domain.market_data.symbols import Market
from src.modules.research.domain.absence import Absence, AbsenceReason
from src.modules.research.domain.accounting import AccountingRegime, regime_of
from src.modules.research.domain.arithmetic import combined, divided, exact, positive, renamed, status_between
from src.modules.research.domain.figures import AbsentFigure, Finding, Operation, ResearchFigure
from src.modules.research.domain.financial_statements import Books
from src.modules.research.domain.valuation.capital import claims_before_shareholders, ebitda

# Averages, preferred dividends and buybacks move the count by per cents, never by hundreds.
_SCALE_SLIP = 100


@dataclass(frozen=True, slots=True)
class PerShare:
    """On the newest reports. `claims`: net debt with minorities and preferred stock."""

    regime: AccountingRegime
    shares: Finding
    eps: Finding
    eps_diluted: Finding
    book_value: Finding
    sales: Finding
    ebitda: Finding
    claims: Finding

    def listed(self) -> tuple[Finding, ...]:
        return (self.shares, self.eps, self.eps_diluted, self.book_value, self.sales, self.ebitda, self.claims)


def per_share(books: Books, market: Market, shares: Finding | None = None) -> PerShare:
    """`shares`: where the reports do not count them."""
    counted = shares_counted(books) if shares is None else shares
    regime = regime_of(market)
    return PerShare(
        regime,
        counted,
        _earnings(books, counted),
        renamed("eps_diluted_ttm", books.newest_year("eps_diluted")),
        _a_share("book_value_per_share", common_equity(books), counted),
        _a_share("sales_per_share_ttm", books.newest_year("revenue"), counted),
        _a_share("ebitda_per_share_ttm", ebitda(books, regime), counted),
        _a_share("prior_claims_per_share", claims_before_shareholders(books, regime), counted),
    )


def shares_counted(books: Books) -> Finding:
    """Those of the balance sheet; else the average of the newest report; both brought forward by later splits. A count
    that is not positive is none."""
    why = AbsenceReason(Absence.NO_SHARES, "The number of shares is neither in the reports nor told by a market value.")
    for item in ("shares_total", "shares_basic_average"):
        counted = books.newest(item)
        if isinstance(counted, ResearchFigure) and positive(counted):
            return renamed("shares", _in_single_shares(books, counted))
        if isinstance(counted, ResearchFigure):
            why = AbsenceReason(Absence.SHARES_NOT_POSITIVE, f"{counted.key} is {counted.value:f}: no count of shares.")
    return AbsentFigure("shares", why)


def _in_single_shares(books: Books, counted: ResearchFigure) -> Finding:
    """Some files count in thousands or millions without saying so: then profit over the earnings a share, of the same
    report, are the shares."""
    profit, eps = books.newest_year(books.profit), books.newest_year("eps_basic")
    if isinstance(profit, AbsentFigure) or isinstance(eps, AbsentFigure) or eps.period != profit.period:
        return counted
    if exact(eps) == 0 or exact(profit) / exact(eps) < _SCALE_SLIP * exact(counted):
        return counted
    return combined("shares", Operation.RATIO, (profit, eps), unit="shares")


def shares_by_market_value(price: ResearchFigure, valuation: Valuation | None, why: AbsenceReason) -> Finding:
    """Where reports count no shares: the market value of the day over its price. `why` they count none."""
    if valuation is None or valuation.market_value is None or valuation.day != price.ends:
        return AbsentFigure("shares", why)
    worth = ResearchFigure(
        "market_value",
        valuation.market_value,
        price.unit.removesuffix("/share"),
        str(valuation.day),
        valuation.known_at,
        (valuation.id,),
        Operation.IDENTITY,
        column="market_value",
    )
    return divided("shares", worth, price, unit="shares")


def common_profit(books: Books) -> Finding:
    """The shareholders' profit of twelve months, after dividends on preferred stock where there are any."""
    profit, preferred = books.newest_year(books.profit), books.newest_year("preferred_dividends")
    if isinstance(profit, AbsentFigure) or isinstance(preferred, AbsentFigure) or preferred.period != profit.period:
        return profit
    return combined("common_profit_ttm", Operation.DIFFERENCE, (profit, preferred))


def common_equity(books: Books) -> Finding:
    """The parent's equity without preferred stock."""
    equity, preferred = books.newest("equity_parent"), books.newest("preferred_equity")
    if isinstance(equity, AbsentFigure) or isinstance(preferred, AbsentFigure):
        return equity
    return combined("common_equity", Operation.DIFFERENCE, (equity, preferred))


def parents_share(books: Books) -> Finding:
    """Of the group's profit the part that is the parent's; 1 where the reports know no minorities."""
    parent, whole = books.newest_year("net_profit_parent"), books.newest_year("net_profit")
    if isinstance(parent, AbsentFigure) or isinstance(whole, AbsentFigure):
        return AbsentFigure(
            "parents_share", AbsenceReason(Absence.NO_PARENTS_SHARE, "Profit with minorities is not told.")
        )
    if exact(parent) <= 0 or exact(whole) < exact(parent) or whole.period != parent.period:
        return AbsentFigure("parents_share", AbsenceReason(Absence.NO_PARENTS_SHARE, "Of a loss no share can be told."))
    return divided("parents_share", parent, whole)


def _earnings(books: Books, shares: Finding) -> Finding:
    """Profit over the shares of the balance sheet; where only averages are told, the earnings a share as reported."""
    reported = renamed("eps_ttm", books.newest_year("eps_basic"))
    if isinstance(reported, ResearchFigure) and not books.statements.get("shares_total"):
        return reported
    return _a_share("eps_ttm", common_profit(books), shares)


def _a_share(key: str, amount: Finding, shares: Finding) -> Finding:
    unit = "" if isinstance(amount, AbsentFigure) else f"{amount.unit}/share"
    return divided(key, amount, shares, unit=unit)


def growth_over(key: str, books: Books, item: str, years: int) -> Finding:
    """Yearly growth of a trailing twelve-month flow, over so many years; both ends must be positive."""
    now = books.newest_year(item)
    if isinstance(now, AbsentFigure):
        return AbsentFigure(key, now.why)
    before = books.before(item, now.ends, 12 * years)
    if before is None:
        return AbsentFigure(
            key,
            AbsenceReason(
                Absence.YEARS_BEFORE_MISSING, f"{item} of {years} years before {now.ends} is not there.", item
            ),
        )
    base = books.trailing_year(item, before)
    if isinstance(base, AbsentFigure):
        return AbsentFigure(key, base.why)
    for amount in (now, base):
        if amount.value <= 0:
            why = AbsenceReason(
                Absence.THROUGH_A_LOSS, f"{amount.key} is {amount.value:f}: growth from or to a loss has no percentage."
            )
            return AbsentFigure(key, why, status_between(exact(now), exact(base)), parts=(now, base))
    parameters = (Decimal(years),)
    return combined(key, Operation.ANNUAL_GROWTH, (now, base), unit="ratio", parameters=parameters)


def mean_return(books: Books, years: int) -> tuple[Finding, Finding]:
    """Return on the parent's equity of the newest twelve months, and its mean over as many years as are told."""
    newest = books.newest_year(books.profit)
    if isinstance(newest, AbsentFigure):
        return AbsentFigure("roe_newest", newest.why), AbsentFigure("roe_sustained", newest.why)
    found: list[ResearchFigure] = []
    for profit in books.years(books.profit, newest.ends, years):
        equity = _equity_around(books, profit)
        rate = divided(f"roe_newest@{profit.ends}", profit, equity, period=profit.period)
        if isinstance(rate, AbsentFigure):
            break
        found.append(rate)
    if not found:
        why = AbsenceReason(Absence.NO_EQUITY, "Equity is not told, or not positive.")
        return AbsentFigure("roe_newest", why), AbsentFigure("roe_sustained", why)
    return renamed("roe_newest", found[0]), _mean("roe_sustained", found)


def _equity_around(books: Books, profit: ResearchFigure) -> Finding:
    """The mean of both ends of the year, or its end where the beginning is not told."""
    average = books.average("equity_parent", profit.ends)
    return average if isinstance(average, ResearchFigure) else books.balance("equity_parent", profit.ends)


def _mean(key: str, figures: Sequence[ResearchFigure]) -> Finding:
    return combined(key, Operation.MEAN, figures, period=f"{len(figures)} years to {figures[0].ends}")
