"""What a share is worth by what the company owns and can earn on it: book at its return, dividends, mid-cycle margins,
net asset value and embedded value; each in the three stated cases."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from decimal import Decimal

from packages.domain.market_data.rows import ActionKind, CorporateAction
from src.modules.research.domain.absence import Absence, AbsenceReason
from src.modules.research.domain.arithmetic import combined, divided, exact
from src.modules.research.domain.figures import AbsentFigure, Finding, Operation, ResearchFigure
from src.modules.research.domain.financial_statements import Books
from src.modules.research.domain.valuation.assumptions import (
    FEWEST_CYCLE_YEARS,
    HIGHEST_DIVIDEND_GROWTH,
    HIGHEST_RETURN,
    MOST_CYCLE_YEARS,
    RETURN_YEARS,
    SCENARIOS,
    STAGE_YEARS,
    GrowthCase,
    Scenario,
)
from src.modules.research.domain.valuation.per_share import PerShare, mean_return

# Of inventory a part is taken off net assets: none in the best case.
INVENTORY_CUTS = {GrowthCase.LOW: Decimal("0.30"), GrowthCase.BASE: Decimal("0.15"), GrowthCase.HIGH: Decimal(0)}
# Listed insurers trade around their embedded value: what is in force, without a price for what will be written.
EMBEDDED_MULTIPLES = {GrowthCase.LOW: Decimal("0.7"), GrowthCase.BASE: Decimal("1.0"), GrowthCase.HIGH: Decimal("1.3")}
_YEAR = timedelta(days=365)


@dataclass(frozen=True, slots=True)
class Returns:
    """On the parent's equity: newest, mean of the years told, and the lower of both within what lasts: a return that
    falls is not brought back by the years before, and one good year does not make it last."""

    newest: Finding
    mean: Finding
    lasting: Finding


def returns(books: Books) -> Returns:
    newest, mean = mean_return(books, RETURN_YEARS)
    bounds = (Decimal(0), HIGHEST_RETURN)
    lower = combined("roe_lower", Operation.MINIMUM, (newest, mean))
    return Returns(newest, mean, combined("roe_lasting", Operation.BOUNDED, (lower,), parameters=bounds))


def book_at_its_return(shares: PerShare, rate: Finding) -> Iterator[Finding]:
    """(ROE - g) / (r - g) times book; a return below growth for ever justifies no price."""
    for case in SCENARIOS:
        key = f"pb_roe_{case.case}"
        why = _no_book(shares.book_value, rate, case)
        parameters = (Decimal(0), case.discount, case.terminal)
        parts = (shares.book_value, rate)
        yield (AbsentFigure(key, why) if why else combined(key, Operation.JUSTIFIED_BOOK, parts, parameters=parameters))


def _no_book(book: Finding, rate: Finding, case: Scenario) -> AbsenceReason | None:
    if isinstance(book, ResearchFigure) and book.value <= 0:
        return AbsenceReason(Absence.NEGATIVE_BOOK, f"{book.key} is {book.value:.4f}: there is no book to price.")
    if isinstance(rate, ResearchFigure) and exact(rate) <= case.terminal:
        return AbsenceReason(
            Absence.RETURN_BELOW_GROWTH,
            f"The return on equity of {exact(rate):.1%} does not exceed growth for ever: it justifies no price.",
        )
    return None


def dividends_of_a_year(
    actions: Sequence[CorporateAction], price: ResearchFigure, books: Books, shares: Finding
) -> Finding:
    """What a share was paid over the year before the price, on today's shares; else dividends paid over shares."""
    paid = [
        _dividend(action, actions, price)
        for action in actions
        if action.kind is ActionKind.DIVIDEND and price.ends - _YEAR < action.ex_date <= price.ends
    ]
    if paid:
        return combined("dividend_per_share_ttm", Operation.SUM, paid, period=f"12 months to {price.ends}")
    dividends = books.newest_year("dividends_paid")
    if isinstance(dividends, ResearchFigure):
        return divided("dividend_per_share_ttm", dividends, shares, unit=f"{dividends.unit}/share")
    return AbsentFigure(
        "dividend_per_share_ttm", AbsenceReason(Absence.NO_DIVIDEND, "No dividend of the last year is stored.")
    )


def _dividend(action: CorporateAction, actions: Sequence[CorporateAction], price: ResearchFigure) -> Finding:
    day = str(action.ex_date)
    figure: Finding = ResearchFigure(
        f"dividend@{day}", action.value, price.unit, day, action.known_at, (action.id,), Operation.IDENTITY
    )
    for split in actions:
        if split.kind is ActionKind.SPLIT and action.ex_date < split.ex_date <= price.ends:
            after = str(split.ex_date)
            ratio = ResearchFigure(
                f"split@{after}", split.value, "x", after, split.known_at, (split.id,), Operation.IDENTITY
            )
            figure = combined(f"dividend@{day}", Operation.RATIO, (figure, ratio), unit=price.unit)
    return figure


def dividends_discounted(dividend: Finding, shares: PerShare, rate: Finding) -> Iterator[Finding]:
    why = _no_dividends(dividend, shares.eps, rate)
    for case in SCENARIOS:
        key = f"ddm_{case.case}"
        parameters = (STAGE_YEARS, HIGHEST_DIVIDEND_GROWTH, case.discount, case.terminal)
        parts = (dividend, shares.eps, rate)
        yield (
            AbsentFigure(key, why) if why else combined(key, Operation.DIVIDEND_DISCOUNT, parts, parameters=parameters)
        )


def _no_dividends(dividend: Finding, eps: Finding, rate: Finding) -> AbsenceReason | None:
    for finding in (dividend, eps, rate):
        if isinstance(finding, AbsentFigure):
            return finding.why
        if finding.value <= 0:
            return AbsenceReason(
                Absence.NOTHING_TO_PAY_FROM,
                f"{finding.key} is {finding.value:.4f}: without earnings no dividend lasts.",
            )
    return None


def mid_cycle(books: Books, shares: PerShare) -> Iterator[Finding]:
    """Today's sales at the margin of the whole cycle, for ever."""
    margin = cycle_margin(books)
    yield margin
    for case in SCENARIOS:
        yield mid_cycle_value(f"mid_cycle_{case.case}", shares, margin, case)


def mid_cycle_value(
    key: str, shares: PerShare, margin: Finding, case: Scenario, shift: Decimal = Decimal(0)
) -> Finding:
    if isinstance(margin, ResearchFigure) and exact(margin) + shift <= 0:
        return AbsentFigure(
            key,
            AbsenceReason(
                Absence.NOTHING_OVER_THE_CYCLE,
                f"The margin of the cycle is {exact(margin):.1%}: over the cycle nothing was earned.",
            ),
        )
    parameters = (shift, case.discount, case.terminal)
    return combined(key, Operation.CAPITALISED, (shares.sales, margin), parameters=parameters)


def cycle_margin(books: Books) -> Finding:
    """The mean net margin of all years told, at least five."""
    newest = books.newest_year("revenue")
    if isinstance(newest, AbsentFigure):
        return AbsentFigure("mid_cycle_margin", newest.why)
    sales = books.years("revenue", newest.ends, MOST_CYCLE_YEARS)
    profits = {year.ends: year for year in books.years(books.profit, newest.ends, MOST_CYCLE_YEARS)}
    margins = [
        margin
        for year in sales
        if year.ends in profits
        and isinstance(
            margin := divided(f"net_margin_year@{year.ends}", profits[year.ends], year, period=year.period),
            ResearchFigure,
        )
    ]
    if len(margins) < FEWEST_CYCLE_YEARS:
        why = AbsenceReason(
            Absence.NO_CYCLE, f"A margin of the cycle needs {FEWEST_CYCLE_YEARS} years, {len(margins)} are there."
        )
        return AbsentFigure("mid_cycle_margin", why)
    period = f"{len(margins)} years to {newest.ends}"
    return combined("mid_cycle_margin", Operation.MEAN, margins, unit="ratio", period=period)


def net_asset_value(books: Books, shares: PerShare) -> Iterator[Finding]:
    """Book value less a cut of what stands in inventory."""
    inventory = divided("inventory_per_share", books.newest("inventory"), shares.shares)
    for case in SCENARIOS:
        key = f"nav_{case.case}"
        if isinstance(shares.book_value, ResearchFigure) and shares.book_value.value <= 0:
            yield AbsentFigure(
                key, AbsenceReason(Absence.NO_NET_ASSETS, "Equity is not positive: there are no net assets.")
            )
        else:
            parts = (shares.book_value, inventory)
            yield combined(key, Operation.LESS_SHARE, parts, parameters=(INVENTORY_CUTS[case.case],))


def embedded_value(books: Books, price: ResearchFigure) -> Iterator[Finding]:
    """As the insurer itself tells it."""
    by_end = books.disclosed.get("embedded_value_per_share", {})
    newest: date | None = max(by_end, default=None)
    for case in SCENARIOS:
        key = f"embedded_{case.case}"
        if newest is None:
            yield AbsentFigure(key, AbsenceReason(Absence.NO_EMBEDDED_VALUE, "The reports tell no embedded value."))
            continue
        value = books.ratio_disclosed("embedded_value_per_share", "embedded_value_per_share", newest, price.unit)
        yield combined(key, Operation.SCALED, (value,), parameters=(EMBEDDED_MULTIPLES[case.case],))
