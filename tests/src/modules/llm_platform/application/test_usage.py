"""Usage summed up: a cost that nobody knows is not written as zero."""

from datetime import date
from decimal import Decimal

from src.modules.llm_platform.application.usage import total_of
from src.modules.llm_platform.domain.ledger import UsageLine


def line(cost: str | None, *, calls: int = 1, failed: int = 0, unpriced: int = 0) -> UsageLine:
    return UsageLine(
        day=date(2026, 1, 5),
        model="m",
        caller="chat",
        calls=calls,
        failed=failed,
        input_tokens=10,
        output_tokens=5,
        cost=None if cost is None else Decimal(cost),
        unpriced_calls=unpriced,
    )


def test_nothing_asked_costs_nothing() -> None:
    assert total_of([]).cost == 0


def test_the_cost_of_failed_calls_alone_is_unknown() -> None:
    told = total_of([line(None, calls=2, failed=2), line(None, failed=1)])
    assert (told.calls, told.failed, told.cost) == (3, 3, None)


def test_the_cost_of_unpriced_calls_alone_is_unknown() -> None:
    assert total_of([line(None, unpriced=1)]).cost is None


def test_known_costs_add_up_beside_unknown_ones() -> None:
    told = total_of([line("0.25"), line(None, failed=1), line("0.05"), line(None, unpriced=2)])
    assert (told.cost, told.unpriced_calls) == (Decimal("0.30"), 2)


def test_a_known_cost_of_nothing_is_told_as_nothing() -> None:
    assert total_of([line("0")]).cost == 0
