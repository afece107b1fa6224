"""What is asked of an optimisation is checked at once, and a plan survives its storage."""

import json
import subprocess
import sys
from datetime import UTC, date, datetime
from typing import Any

import pytest

from packages.core.errors import Invalid
from packages.domain.strategy.errors import NotTunable
from packages.domain.strategy.ports import UnknownStrategy
from packages.domain.stress.optimise.plan import parse_search_plan, plan_search
from packages.domain.stress.optimise.request import Goal, OptimisationLimits, OptimisationRequest
from tests.packages.domain.backtest.asking import book
from tests.packages.domain.stress.optimise.planted import HOLDING, NOW, document


@pytest.mark.parametrize(
    ("asked", "sentence"),
    [
        ({"strategy_id": ""}, "strategy_id"),
        ({"goals": ()}, "Say what to look for"),
        ({"goals": (Goal.SHARPE, Goal.SHARPE)}, "named twice"),
        ({"trials": 9}, "give 10 to 5,000"),
        ({"trials": 5001}, "give 10 to 5,000"),
        ({"holdout": 0.05}, "give 0.1 to 0.5"),
        ({"holdout": float("nan")}, "give 0.1 to 0.5"),
        ({"seed": -1}, "from 0 up"),
        ({"pointers": ()}, "1 to 100 pointers"),
        ({"pointers": (HOLDING, HOLDING)}, "each once"),
        ({"start": date(2021, 1, 2), "end": date(2021, 1, 1)}, "swap the days"),
        ({"as_of": datetime(2021, 1, 1)}, "no time zone"),  # noqa: DTZ001 - that is the point
    ],
)
def test_what_makes_no_search_is_refused_with_a_way_out(asked: dict[str, Any], sentence: str) -> None:
    with pytest.raises(Invalid, match=sentence):
        OptimisationRequest(**{"strategy_id": "one", **asked})


@pytest.mark.parametrize(
    ("limits", "sentence"),
    [
        ({"fewest_trades": 0}, "never trades shows nothing"),
        ({"deepest_drawdown": 0.2}, "such as -0.2"),
        ({"deepest_drawdown": -1.5}, "such as -0.2"),
        ({"least_return": float("inf")}, "least_return must be a number"),
        ({"least_sharpe": float("nan")}, "least_sharpe must be a number"),
    ],
)
def test_limits_that_are_none_are_refused(limits: dict[str, Any], sentence: str) -> None:
    with pytest.raises(Invalid, match=sentence):
        OptimisationLimits(**limits)


def test_the_digest_is_that_of_what_was_asked() -> None:
    one, same = OptimisationRequest(strategy_id="one"), OptimisationRequest(strategy_id="one", trials=300)
    assert one.digest == same.digest
    assert one.digest != OptimisationRequest(strategy_id="one", limits=OptimisationLimits(fewest_trades=11)).digest
    assert one.digest != OptimisationRequest(strategy_id="one", goals=(Goal.TOTAL_RETURN,)).digest


async def test_a_plan_comes_back_from_json_as_it_was() -> None:
    shelf = book()
    stored = await shelf.create("ann", document())
    request = OptimisationRequest(
        strategy_id=stored.id,
        start=date(2020, 1, 1),
        as_of=datetime(2025, 1, 1, tzinfo=UTC),
        goals=(Goal.SHARPE, Goal.MAX_DRAWDOWN),
        limits=OptimisationLimits(deepest_drawdown=-0.3),
        pointers=(HOLDING,),
        prune=True,
    )
    plan = await plan_search(shelf, "ann", request, NOW)
    assert parse_search_plan(json.loads(json.dumps(plan.as_json()))) == plan
    assert (plan.base.version, plan.base.lineage_id) == (1, stored.lineage_id)


async def test_a_pointer_that_leads_to_no_number_and_anothers_strategy_are_refused_at_once() -> None:
    shelf = book()
    stored = await shelf.create("ann", document())
    with pytest.raises(NotTunable, match="take a pointer from its tunables"):
        await plan_search(shelf, "ann", OptimisationRequest(strategy_id=stored.id, pointers=("/strategy/name",)), NOW)
    with pytest.raises(UnknownStrategy):
        await plan_search(shelf, "bob", OptimisationRequest(strategy_id=stored.id), NOW)


def test_the_service_comes_without_optuna_and_numpy() -> None:
    code = (
        "import sys, packages.domain.stress.optimise.service\n"
        "print(sorted({'numpy', 'optuna', 'sqlalchemy'} & set(sys.modules)))"
    )
    told = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert told.stdout.strip() == "[]"
