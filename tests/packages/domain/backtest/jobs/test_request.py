"""What is asked, what is refused, and the plan that it becomes."""

from dataclasses import replace
from datetime import UTC, date, datetime
from decimal import Decimal
from typing import Any

import pytest

from packages.domain.backtest.jobs.plan import BacktestRequest, BadRequest, make_plan, parse_plan, terms_hash
from packages.domain.backtest.terms import BadTerms, Costs, Terms, usual_costs
from packages.domain.market_data.symbols import Market
from packages.domain.strategy.errors import InvalidStrategy
from packages.domain.strategy.lineage import draft_lineage
from packages.domain.strategy.ports import UnknownStrategy
from tests.packages.domain.backtest.asking import NOW, book, document, plan

SOME_DAY = date(2020, 5, 4)


@pytest.mark.parametrize(
    ("asked", "sentence"),
    [
        ({}, "one of the two"),
        ({"document": document(), "strategy_id": "x"}, "one of the two"),
        ({"document": document(), "version": 2}, "strategy_id"),
        ({"document": document(), "start": date(2021, 1, 1), "end": SOME_DAY}, "swap the days"),
        ({"document": document(), "as_of": datetime(2021, 1, 1)}, "time zone"),  # noqa: DTZ001 - on purpose
    ],
)
def test_a_request_that_cannot_be_meant_is_refused_with_what_to_do(asked: dict[str, Any], sentence: str) -> None:
    with pytest.raises(BadRequest, match=sentence):
        BacktestRequest(**asked)


async def test_what_is_left_out_becomes_the_usual() -> None:
    made = await plan()
    assert (made.start, made.end, made.as_of) == (None, None, NOW)
    assert made.terms == Terms(costs=usual_costs(Market.US_STOCKS))
    assert made.lineage_id == draft_lineage("ann", "Average cross")


async def test_a_plan_comes_back_from_its_json_as_it_was() -> None:
    made = await plan(
        "DEMO5",
        "DEMO6",
        start=SOME_DAY,
        cash=Decimal("0.1"),
        costs=Costs(impact=0.3),
        leverage=2,
        as_of=datetime(2021, 1, 1, tzinfo=UTC),
    )
    assert parse_plan(made.as_json()) == made


async def test_a_stored_strategy_is_pinned_to_its_version_and_counts_in_its_lineage() -> None:
    shelf = book()
    stored = await shelf.create("ann", document())
    patch = [{"op": "replace", "path": "/factors/ema_5/params/period", "value": 8}]
    await shelf.patch("ann", stored.id, patch, expected_version=1)
    newest = await make_plan(shelf, "ann", BacktestRequest(strategy_id=stored.id), NOW)
    first = await make_plan(shelf, "ann", BacktestRequest(strategy_id=stored.id, version=1), NOW)
    assert (newest.version, first.version) == (2, 1)
    assert newest.lineage_id == first.lineage_id == stored.lineage_id
    assert newest.strategy_hash != first.strategy_hash
    with pytest.raises(UnknownStrategy):
        await make_plan(shelf, "bob", BacktestRequest(strategy_id=stored.id), NOW)


async def test_invalid_documents_absurd_terms_and_too_many_tickers_are_refused() -> None:
    broken = document()
    broken["timeframe"] = "fortnightly"
    with pytest.raises(InvalidStrategy):
        await make_plan(book(), "ann", BacktestRequest(document=broken), NOW)
    with pytest.raises(BadTerms, match="leverage"):
        await plan(leverage=99)
    with pytest.raises(InvalidStrategy, match="1 to 500 symbols"):
        await plan(*(f"DEMO{number}" for number in range(501)))


def test_the_digest_tells_requests_apart_and_the_same_one_again() -> None:
    asked = BacktestRequest(document=document(), cash=Decimal(1000))
    assert asked.digest == BacktestRequest(document=document(), cash=Decimal(1000)).digest
    assert asked.digest != replace(asked, cash=Decimal(2000)).digest
    assert asked.digest != replace(asked, document=document(name="Another")).digest


def test_the_same_terms_have_the_same_hash_however_the_money_is_written() -> None:
    assert terms_hash(Terms(cash=Decimal("1E+5"))) == terms_hash(Terms(cash=Decimal("100000.00")))
    assert terms_hash(Terms()) != terms_hash(Terms(leverage=2.0))
