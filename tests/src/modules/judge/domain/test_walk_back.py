"""Which days a walk-back looks at, and which it refuses."""

from dataclasses import replace
from datetime import date

import pytest

from packages.domain.market_data.symbols import parse_symbol
from src.modules.judge.domain.errors import BadWalkBack
from src.modules.judge.domain.walk_back import MOST_STEPS, WalkBackPlan, distinct

TODAY = date(2026, 1, 5)
PLAN = WalkBackPlan(
    symbols=(parse_symbol("AAPL"), parse_symbol("000001.SZ")), start=date(2020, 1, 1), end=date(2020, 3, 1), every=30
)


def test_each_instrument_is_looked_at_from_the_first_day_on_in_even_steps() -> None:
    days = [date(2020, 1, 1), date(2020, 1, 31), date(2020, 3, 1)]
    steps = [(str(step.symbol), step.day) for step in PLAN.steps()]
    assert steps == [(name, day) for name in ("AAPL", "000001.SZ") for day in days]
    assert len(PLAN) == 6


def test_a_look_has_one_name_for_each_owner_horizon_engine_and_way() -> None:
    step = next(PLAN.steps())
    name = PLAN.run_of(step, "ann", "rules", debated=True)
    assert name == PLAN.run_of(step, "ann", "rules", debated=True)
    others = {
        PLAN.run_of(step, "bob", "rules", debated=True),
        PLAN.run_of(step, "ann", "llm", debated=True),
        PLAN.run_of(step, "ann", "rules", debated=False),
        replace(PLAN, horizon_days=20).run_of(step, "ann", "rules", debated=True),
        replace(PLAN, every=7).run_of(step, "ann", "rules", debated=True),
    }
    assert len(others - {name}) == 4, "how far apart the looks are changes none of them"


@pytest.mark.parametrize(
    ("changed", "code"),
    [
        ({"symbols": ()}, "judge.walk_back.no_symbols"),
        ({"start": date(2020, 4, 1)}, "judge.walk_back.bad_days"),
        ({"end": TODAY}, "judge.walk_back.bad_days"),
        ({"every": 0}, "judge.walk_back.bad_step"),
        ({"horizon_days": 731}, "judge.bad_horizon"),
        ({"start": date(1950, 1, 1), "every": 1}, "judge.walk_back.too_many"),
    ],
)
def test_what_cannot_be_walked_is_refused(changed: dict[str, object], code: str) -> None:
    with pytest.raises(BadWalkBack) as refused:
        replace(PLAN, **changed).checked(TODAY)  # type: ignore[arg-type]
    assert refused.value.said.code == code
    assert PLAN.checked(TODAY) is PLAN
    assert MOST_STEPS < 100_000


def test_an_instrument_that_is_named_twice_is_walked_once() -> None:
    assert distinct([*PLAN.symbols, *PLAN.symbols]) == PLAN.symbols
