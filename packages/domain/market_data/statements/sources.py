"""Which of several tellings of a company's reports count: those of one source, in one currency."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import TypeAlias

from packages.domain.market_data.rows import FinancialFact
from packages.domain.market_data.statements.currencies import currency_of, newest_currency

FactsByPeriod: TypeAlias = Mapping[str, Mapping[date, FinancialFact]]


@dataclass(frozen=True, slots=True)
class OneSource:
    """`left_out`: currencies of other figures of the source, which those of the newest report have no relation to."""

    source: str
    currency: str
    facts: Sequence[FinancialFact]
    left_out: tuple[str, ...]


def of_one_source(facts: Iterable[FinancialFact]) -> OneSource:
    """Sources are never mixed: the one with most of the last year counts. Nor are currencies: that of the newest report
    counts."""
    known = list(facts)
    source = _fullest_source(known)
    reported = [fact for fact in known if fact.source == source]
    currency = newest_currency(reported)
    own = [fact for fact in reported if currency_of(fact) in ("", currency)]
    others = tuple(sorted({currency_of(fact) for fact in reported} - {"", currency}))
    return OneSource(source, currency, own, others)


def latest_by_period(facts: Iterable[FinancialFact]) -> FactsByPeriod:
    """By item and period end, the highest version of each."""
    by_item: dict[str, dict[date, FinancialFact]] = {}
    for fact in sorted(facts, key=lambda fact: (fact.period_end, fact.version)):
        by_item.setdefault(fact.item, {})[fact.period_end] = fact
    return by_item


def _fullest_source(facts: Sequence[FinancialFact]) -> str:
    newest = max((fact.period_end for fact in facts), default=date.min)
    recent = Counter(fact.source for fact in facts if (newest - fact.period_end).days < 366)
    return max(sorted(recent), key=lambda name: recent[name], default="")
