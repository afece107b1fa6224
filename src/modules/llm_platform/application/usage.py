"""What models were used for: in which days, and summed up."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from decimal import Decimal

from packages.core.errors import Invalid
from src.modules.llm_platform.domain.ledger import UsageLine

_USUAL_DAYS = 30
_FIRST, _LAST = date(2000, 1, 1), date(2999, 12, 31)


class WrongStretch(Invalid):
    """The stretch of days ends before it begins, or lies where no book was ever kept."""


@dataclass(frozen=True, slots=True)
class UsagePeriod:
    """UTC days, the first and the last counted in."""

    since: date
    until: date

    @classmethod
    def of(cls, since: date | None, until: date | None, today: date) -> "UsagePeriod":
        """Up to today, and of thirty days, where nothing else is said."""
        last = until or today
        first = since or max(_FIRST, date.fromordinal(max(1, last.toordinal() - _USUAL_DAYS + 1)))
        if first > last:
            raise WrongStretch("llm_platform.usage_days_swapped", first=first, last=last)
        if first < _FIRST or last > _LAST:
            raise WrongStretch("llm_platform.usage_out_of_range", first=first, last=last, earliest=_FIRST, latest=_LAST)
        return cls(first, last)


@dataclass(frozen=True, slots=True, kw_only=True)
class UsageTotals:
    """`cost` None: there were calls, and nothing of them has a known price; `unpriced_calls` are missing from it."""

    calls: int
    failed: int
    input_tokens: int
    output_tokens: int
    cost: Decimal | None
    unpriced_calls: int


def total_of(lines: Sequence[UsageLine]) -> UsageTotals:
    known = [line.cost for line in lines if line.cost is not None]
    return UsageTotals(
        calls=sum(line.calls for line in lines),
        failed=sum(line.failed for line in lines),
        input_tokens=sum(line.input_tokens for line in lines),
        output_tokens=sum(line.output_tokens for line in lines),
        cost=sum(known, Decimal(0)) if known or not lines else None,
        unpriced_calls=sum(line.unpriced_calls for line in lines),
    )
