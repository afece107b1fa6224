"""What a share is worth by its business, day by day: the point to which its price is pulled back."""

from collections.abc import Sequence
from datetime import date

import numpy as np

from packages.domain.market_data.bars import Floats
from packages.infra.providers.market_data.demo.books import Quarter
from packages.infra.providers.market_data.demo.company import DemoCompany

_YEAR = 4
_BOOK_FLOOR = 0.6  # a company is never thought to be worth less than this part of its equity


def fair_values(company: DemoCompany, books: Sequence[Quarter], days: Sequence[date]) -> Floats:
    """In cents a share; markets look two quarters ahead, so prices move before reports do."""
    ends = np.array([quarter.end for quarter in books], dtype="datetime64[D]").astype(np.float64)
    worth = np.array([_worth(company, books, place) for place in range(len(books))])
    wanted = np.array(days, dtype="datetime64[D]").astype(np.float64)
    shares = np.array([company.shares_on(day) for day in days], dtype=np.float64)
    # Not np.interp: compiled multiply-adds are rounded once on some processors and twice on others.
    right = np.searchsorted(ends, wanted).clip(1, len(ends) - 1)
    part = (wanted - ends[right - 1]) / (ends[right] - ends[right - 1])
    values: Floats = (worth[right - 1] + (worth[right] - worth[right - 1]) * part) * 100.0 / shares
    return values


def _worth(company: DemoCompany, books: Sequence[Quarter], place: int) -> float:
    start = min(max(place - 1, 0), len(books) - _YEAR)
    year = books[start : start + _YEAR]
    usual = books[max(0, place - 5) : place + 7]  # one odd year does not change what a business is worth
    earned = 0.5 * sum(q.net_profit for q in year) + 0.5 * _YEAR * sum(q.net_profit for q in usual) / len(usual)
    sold = float(sum(quarter.revenue for quarter in year))
    return max(
        company.manners.earnings_multiple * earned,
        company.manners.sales_multiple * sold,
        _BOOK_FLOOR * books[place].equity,
    )
