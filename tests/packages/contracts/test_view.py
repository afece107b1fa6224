"""Views are built from domain values by field name."""

from dataclasses import dataclass
from decimal import Decimal

import pytest
from pydantic import ValidationError

from packages.contracts.view import BaseView, Exact, next_offset


@dataclass(frozen=True, slots=True)
class Mark:
    price: Decimal


@dataclass(frozen=True, slots=True)
class Holding:
    name: str
    marks: tuple[Mark, ...]


@dataclass(frozen=True, slots=True)
class Account:
    name: str
    cash: Decimal


class MarkOut(BaseView):
    price: Exact


class HoldingOut(BaseView):
    name: str
    cash: Exact
    marks: list[MarkOut]


HOLDING, ACCOUNT = Holding("ACME", (Mark(Decimal("1E+2")),)), Account("paper", Decimal("10"))


def test_a_field_comes_from_the_first_value_that_has_it_and_values_inside_become_views() -> None:
    shown = HoldingOut.from_values(HOLDING, ACCOUNT)
    assert shown.model_dump(mode="json") == {"name": "ACME", "cash": "10", "marks": [{"price": "100"}]}
    assert HoldingOut.from_values(ACCOUNT, HOLDING).name == "paper"


def test_what_is_given_counts_before_what_the_values_have() -> None:
    assert HoldingOut.from_values(HOLDING, cash=Decimal(3), name="given").model_dump()["name"] == "given"


def test_a_field_that_nobody_has_is_refused() -> None:
    with pytest.raises(ValidationError, match="cash"):
        HoldingOut.from_values(HOLDING)


def test_the_last_page_has_no_next_one() -> None:
    assert (next_offset(21, 10, 0), next_offset(21, 10, 10), next_offset(20, 10, 10)) == (10, 20, None)
