"""Between which prices a share may trade on a day, in cents and by whole-number arithmetic."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from decimal import Decimal

from packages.domain.market_data.rows import ActionKind, CorporateAction, StatusKind
from packages.domain.market_data.rulebook import RULEBOOK
from packages.infra.providers.demo.company import Company
from packages.infra.providers.demo.statuses import days_under


@dataclass(frozen=True, slots=True)
class Band:
    """The lowest and the highest price of a day."""

    low: int
    high: int

    def hold(self, price: int) -> int:
        return min(max(price, self.low), self.high)


def limit_percents(company: Company, days: tuple[date, ...]) -> list[int | None]:
    """How far the price of each day may move, in percent, by the rule book; None without a limit."""
    rules = RULEBOOK[company.market]
    special = days_under(company, StatusKind.SPECIAL_TREATMENT, days)
    fractions = (rules.limit(company.board, day, st=day in special) for day in days)
    return [None if fraction is None else int(fraction * 100) for fraction in fractions]


def band(reference: int, percent: int | None) -> Band:
    """Around the close before (without what went ex today), rounded half up as exchanges do."""
    if percent is None:
        return Band(1, 2**62)
    return Band((reference * (100 - percent) + 50) // 100, (reference * (100 + percent) + 50) // 100)


def reference_price(close: int, actions: Sequence[CorporateAction]) -> int:
    """The close before, less what the share is without from today on, in cents."""
    if not actions:
        return close
    price = Decimal(close)
    for action in actions:
        price = price - action.value * 100 if action.kind is ActionKind.DIVIDEND else price / action.value
    return max(1, int(price + Decimal("0.5")))
