"""Which currency a company reports in: that of its newest report, with which no other can be compared."""

from collections import Counter
from collections.abc import Sequence
from datetime import date

from packages.domain.market_data.rows import FinancialFact


def currency_of(fact: FinancialFact) -> str:
    """Empty for a ratio or a count."""
    unit = fact.unit.partition("/")[0]
    return unit if len(unit) == 3 and unit.isupper() else ""


def newest_currency(facts: Sequence[FinancialFact]) -> str:
    """What most of the newest report is in."""
    newest = max((fact.period_end for fact in facts if currency_of(fact)), default=date.min)
    counted = Counter(currency_of(fact) for fact in facts if fact.period_end == newest and currency_of(fact))
    return max(sorted(counted), key=lambda name: counted[name], default="")
