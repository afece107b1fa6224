"""Today's multiples, their place in their own history, and what their usual levels would make a share worth.

Ours come from closes and reports; what vendors tell stands beside them, and in for them where reports are missing.
"""

from collections.abc import Iterator, Sequence

from packages.domain.market_data.rows import Valuation
from src.modules.research.domain.absence import Absence, AbsenceReason
from src.modules.research.domain.arithmetic import combined, divided, exact, positive, renamed
from src.modules.research.domain.business import BusinessKind
from src.modules.research.domain.figures import AbsentFigure, Finding, Operation, ResearchFigure
from src.modules.research.domain.technical.bars_in_use import BarsInUse
from src.modules.research.domain.valuation.assumptions import FEWEST_REPORTS, HIGHEST_RETURN
from src.modules.research.domain.valuation.business import FINANCIALS
from src.modules.research.domain.valuation.multiples import histories, multiple_findings
from src.modules.research.domain.valuation.own_history import (
    OWN,
    Epoch,
    basis_of,
    enterprise_multiple,
    multiple_today,
    own_findings,
)
from src.modules.research.domain.valuation.per_share import PerShare

_OF_ENTERPRISE = "ev_ebitda"


def multiples_and_values(
    price: ResearchFigure,
    shares: PerShare,
    bars: BarsInUse,
    spans: Sequence[Epoch],
    valuations: Sequence[Valuation],
    kind: BusinessKind,
) -> Iterator[Finding]:
    """Enterprise value means nothing where borrowing is the trade itself."""
    theirs = {history.name: list(multiple_findings(history)) for history in histories(valuations, price.ends)}
    for name in OWN:
        if name == _OF_ENTERPRISE and kind in FINANCIALS:
            continue
        yield from _multiple(name, price, shares, bars, spans, theirs.get(name, []))
    yield divided("pe_diluted", price, shares.eps_diluted, unit="x")
    if kind not in FINANCIALS:
        yield enterprise_multiple("ev_sales", price, shares.claims, shares.sales)


def _multiple(
    name: str,
    price: ResearchFigure,
    shares: PerShare,
    bars: BarsInUse,
    spans: Sequence[Epoch],
    theirs: Sequence[Finding],
) -> Iterator[Finding]:
    own = multiple_today(name, price, shares)
    if theirs:
        yield renamed(f"{name}_vendor", theirs[0])
    today = own if isinstance(own, ResearchFigure) or not theirs else _else(own, theirs[0])
    yield today
    history = list(own_findings(name, bars, spans, today))
    if theirs and all(isinstance(finding, AbsentFigure) for finding in history):
        history = list(theirs[1:])
    yield from history
    for finding in history[1:]:
        yield _implied(name, finding, shares)


def _else(own: Finding, theirs: Finding) -> Finding:
    """The vendor's where the reports give no multiple, and our own reason where neither does."""
    return theirs if isinstance(theirs, ResearchFigure) else own


def _implied(name: str, multiple: Finding, shares: PerShare) -> Finding:
    key, basis = f"value_{multiple.key}", basis_of(name, shares)
    last = basis[-1]
    if _is_price_alone(multiple, len(basis)):
        return AbsentFigure(
            key,
            AbsenceReason(
                Absence.ONE_REPORT_ALONE, "It rests on one report alone: its history is the history of the price."
            ),
        )
    if name == "pb" and _bought_back(shares):
        return AbsentFigure(
            key,
            AbsenceReason(
                Absence.BOOK_SAYS_NOTHING,
                "Book value is small beside what is earned on it: a multiple of book says nothing.",
            ),
        )
    if isinstance(last, ResearchFigure) and not positive(last):
        return AbsentFigure(
            key,
            AbsenceReason(
                Absence.MULTIPLE_OF_A_LOSS, f"{last.key} is {last.value:.4f}: a multiple of a loss is no value."
            ),
        )
    unit = "" if isinstance(last, AbsentFigure) else last.unit
    if len(basis) == 1:
        return combined(key, Operation.PRODUCT, (multiple, last), unit=unit)
    return _positive(key, combined(key, Operation.EQUITY_LEFT, (multiple, last, basis[0]), unit=unit))


def _is_price_alone(multiple: Finding, each: int) -> bool:
    """Whether our own history of it stands on fewer reports than make it more than the price's; `each` is how many
    figures it takes of a report."""
    if isinstance(multiple, AbsentFigure) or multiple.operation is not Operation.OWN_QUANTILE:
        return False
    return len({part.ends for part in multiple.parts[each - 1 :: each]}) < FEWEST_REPORTS


def _bought_back(shares: PerShare) -> bool:
    """Book that buybacks or intangibles have made too small to be a yardstick."""
    eps, book = shares.eps, shares.book_value
    if isinstance(eps, AbsentFigure) or isinstance(book, AbsentFigure) or not positive(book):
        return False
    return exact(eps) / exact(book) > HIGHEST_RETURN


def _positive(key: str, finding: Finding) -> Finding:
    if isinstance(finding, ResearchFigure) and not positive(finding):
        return AbsentFigure(
            key,
            AbsenceReason(
                Absence.NOTHING_AFTER_DEBT, "After debt nothing of that enterprise value is left for the shareholders."
            ),
        )
    return finding
