"""Which currency a company reports in: that of its newest report, with which no other can be compared."""

from collections import Counter
from collections.abc import Sequence
from datetime import date
from functools import lru_cache

from packages.domain.market_data.rows import FinancialFact


def currency_of(fact: FinancialFact) -> str:
    """Empty for a ratio or a count."""
    return _currency_in(fact.unit)


@lru_cache(maxsize=1_000)
def _currency_in(unit: str) -> str:
    name = unit.partition("/")[0]
    return name if len(name) == 3 and name.isupper() else ""


def newest_currency(facts: Sequence[FinancialFact]) -> str:
    """What most of the newest report is in."""
    reported = [(fact.period_end, currency) for fact in facts if (currency := currency_of(fact))]
    newest = max((end for end, _ in reported), default=date.min)
    counted = Counter(currency for end, currency in reported if end == newest)
    return max(sorted(counted), key=lambda name: counted[name], default="")
