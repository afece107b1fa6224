"""The joint verdict over every attempt at the same question."""

from dataclasses import replace
from datetime import UTC, date, datetime, timedelta

import pytest

from packages.domain.backtest.jobs.plan import terms_json
from packages.domain.backtest.terms import Terms
from packages.domain.stress.attempts import StressAttempt, joint_verdict
from packages.domain.stress.findings import Ruling

NOW = datetime(2026, 11, 16, tzinfo=UTC)
FIRST = StressAttempt(
    stress_report_id="1",
    owner_id="ann",
    rules="r",
    limits="l",
    ruling=Ruling.PASS,
    seed=7,
    is_own_seed=True,
    is_whole=True,
    declared_trials=0,
    trials=10,
    first_day=date(2016, 1, 1),
    last_day=date(2025, 12, 31),
    terms=terms_json(Terms()),
    created_at=NOW,
)


def later(number: int, ruling: Ruling, **changes: object) -> StressAttempt:
    at = NOW + timedelta(hours=number)
    return replace(FIRST, stress_report_id=str(number), ruling=ruling, created_at=at, **changes)  # type: ignore[arg-type]


def test_the_verdict_is_the_worst_of_all_seeds_and_not_the_latest() -> None:
    tries = [later(2, Ruling.REVISE, seed=1), FIRST, later(3, Ruling.PASS, seed=2)]
    joint = joint_verdict("3", tries)
    assert joint.ruling is Ruling.REVISE
    assert [each.stress_report_id for each in joint.attempts] == ["1", "2", "3"]
    assert joint.counted == joint.attempts


@pytest.mark.parametrize(
    "changes",
    [
        {"terms": terms_json(Terms(cash=Terms().cash + 1))},
        {"first_day": date(2016, 3, 1)},
        {"last_day": date(2025, 6, 30)},
        {"first_day": None},
    ],
)
def test_a_question_that_is_hardly_another_does_not_set_a_refusal_aside(changes: dict[str, object]) -> None:
    refused = later(2, Ruling.REJECT)
    assert joint_verdict("3", [refused, later(3, Ruling.PASS, **changes)]).ruling is Ruling.REJECT


@pytest.mark.parametrize(
    "changes",
    [
        {"limits": "others"},
        {"terms": terms_json(Terms(leverage=2.0))},
        {"first_day": date(2012, 1, 1)},  # all its days, and a quarter more
        {"first_day": date(2026, 1, 1), "last_day": date(2026, 10, 1)},
    ],
)
def test_another_question_has_a_verdict_of_its_own(changes: dict[str, object]) -> None:
    refused = later(2, Ruling.REJECT)
    joint = joint_verdict("3", [refused, later(3, Ruling.PASS, **changes)])
    assert joint.ruling is Ruling.PASS
    assert refused in joint.attempts  # shown beside it all the same


def test_only_tests_of_all_parts_rule() -> None:
    assert joint_verdict("1", [FIRST, later(2, Ruling.REVISE, is_whole=False)]).ruling is Ruling.PASS
    assert joint_verdict("2", [later(2, Ruling.REVISE, is_whole=False)]).ruling is None
    assert joint_verdict("unknown", [FIRST]).ruling is None
