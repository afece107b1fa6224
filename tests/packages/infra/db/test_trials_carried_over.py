"""Trials and stress tests from before data were recorded: the migration to 0026 keeps every one and finds its pool."""

from collections.abc import AsyncIterator, Mapping, Sequence
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from typing import Any

import numpy as np
import pytest
from sqlalchemy import Connection, MetaData, Table, insert, text

from packages.domain.backtest.jobs.plan import Plan, terms_json
from packages.domain.backtest.jobs.trial_returns import TrialReturn
from packages.domain.strategy.lineage import Trial, TrialKind, TrialPool
from packages.domain.stress.attempts import StressAttempt, joint_verdict
from packages.domain.stress.findings import Ruling
from packages.domain.stress.verdict.parts import StressPart
from packages.infra.db.engine import Database
from packages.infra.db.migrate import upgrade
from packages.infra.db.stored_jobs import to_json
from packages.infra.strategy.trials import SqlTrials
from packages.infra.stress.stress_tests import SqlStress
from packages.infra.stress.trial_returns import SqlTrialReturns
from packages.settings.database import DatabaseUrl
from tests.packages.domain.stress.jobs.store_conformance import plan as stress_plan
from tests.packages.domain.stress.optimise.planted import base_plan, search_plan

NOW = datetime(2026, 11, 15, 10, 30, tzinfo=UTC)
WHOLE = tuple(StressPart)
TICKERS = base_plan().strategy.universe.tickers
Row = Mapping[str, object]

# By lineage: a backtest with a sweep on some days, an optimisation of the same rules, one of another owner, one with a
# test that was deleted, and one whose plan was never stored.
TRIALS = {
    "ann's first": [
        Trial("k1", TrialKind.BACKTEST, NOW, sharpe=0.5),
        Trial("k2", TrialKind.SWEEP, NOW + timedelta(hours=1), count=40),
    ],
    "ann's search": [Trial("k3", TrialKind.OPTIMISATION, NOW, count=80, sharpe=1.25)],
    "bob's": [Trial("k4", TrialKind.BACKTEST, NOW)],
    "deleted": [Trial("k5", TrialKind.BACKTEST, NOW, sharpe=-0.25), Trial("k1", TrialKind.BACKTEST, NOW, sharpe=0.5)],
    "a lost draft": [Trial("k6", TrialKind.BACKTEST, NOW, sharpe=2.0)],
}
RETURNS = [TrialReturn("k1", 12, np.array([0.5, -0.25])), TrialReturn("k3", 0, np.array([0.125]))]


@pytest.fixture
async def before(database_url: DatabaseUrl) -> AsyncIterator[Database]:
    """A database as revision 0025 left it."""
    database = Database(database_url)
    await upgrade(database, "0025")
    async with database.writing_engine.begin() as connection:
        for table, rows in _rows().items():
            await connection.run_sync(_insert, table, rows)
    yield database
    await database.aclose()


def _insert(connection: Connection, table: str, rows: Sequence[Row]) -> None:
    connection.execute(insert(Table(table, MetaData(), autoload_with=connection)), list(rows))


def _rows() -> dict[str, list[Row]]:
    return {
        "strategy_trials": [_trial(lineage, trial) for lineage, trials in TRIALS.items() for trial in trials],
        "trial_returns": [_return("ann's first", RETURNS[0]), _return("ann's search", RETURNS[1])],
        "backtests": [
            _backtest(1, "ann", _plan("ann's first", date(2018, 1, 1), date(2018, 12, 31))),
            _backtest(2, "ann", _plan("ann's first", date(2018, 6, 1), date(2020, 6, 30))),
            _backtest(3, "bob", _plan("bob's", None, None)),
        ],
        "optimisations": [_optimisation(4, "ann", _plan("ann's search", date(2021, 1, 1), None))],
        "stress_tests": [
            _stress(5, "ann", "ann's first", seed=1),
            _stress(6, "ann", "ann's first", seed=2, parts=WHOLE[:2]),
            _stress(7, "ann", "ann's first", seed=3),
            _stress(8, "ann", "deleted", deleted_at=NOW),
            _stress(9, "bob", "bob's", seed=4),
        ],
        "stress_results": [_result(5, "reject"), _result(6, "pass"), _result(9, "revise")],
    }


def _trial(lineage: str, trial: Trial) -> Row:
    told = {"kind": trial.kind.value, "count": trial.count, "sharpe": trial.sharpe, "at": trial.at}
    return {"lineage_id": lineage, "trial_key": trial.key, **told}


def _return(lineage: str, trial: TrialReturn) -> Row:
    returns = trial.returns.astype("<f4").tobytes()
    return {"lineage_id": lineage, "trial_key": trial.key, "first_week": trial.first_week, "returns": returns}


def _plan(lineage: str, start: date | None, end: date | None) -> Plan:
    return base_plan(lineage_id=lineage, start=start, end=end)


def _id(number: int) -> str:
    return f"00000000-0000-7000-8000-{number:012d}"


def _planned(number: int, owner: str, lineage: str, plan: Any) -> dict[str, object]:
    asked = {"owner_id": owner, "created_at": NOW + timedelta(minutes=number), "has_job": True, "strategy_id": None}
    return {"id": _id(number), **asked, "lineage_id": lineage, "plan": to_json(plan), "deleted_at": None}


def _backtest(number: int, owner: str, plan: Plan) -> Row:
    return {**_planned(number, owner, plan.lineage_id, plan.as_json()), "strategy_hash": plan.strategy_hash}


def _optimisation(number: int, owner: str, base: Plan) -> Row:
    return _planned(number, owner, base.lineage_id, search_plan(base).as_json())


def _stress(
    number: int,
    owner: str,
    lineage: str,
    *,
    seed: int = 0,
    parts: Sequence[StressPart] = WHOLE,
    deleted_at: datetime | None = None,
) -> Row:
    """Without the trials that a person declares: nobody asked for them then."""
    asked = stress_plan()
    scenarios = replace(asked.scenarios, seed=seed, parts=tuple(parts))
    plan: dict[str, Any] = {**replace(asked, backtest=_tested(lineage), scenarios=scenarios).as_json()}
    plan.pop("declared_trials")
    columns = {"version": None, "strategy_hash": "h" * 64, "scenario_set_id": _id(0), "deleted_at": deleted_at}
    return {**_planned(number, owner, lineage, plan), **columns}


def _tested(lineage: str) -> Plan:
    return _plan(lineage, date(2018, 1, 1), None)


def _result(number: int, ruling: str) -> Row:
    found = {"finished_at": NOW, "ruling": ruling, "limits": "f" * 64, "trials": 41, "report": b"report"}
    return {"stress_id": _id(number), **found}


def _attempt(number: int, ruling: Ruling, seed: int, *, owner: str = "ann", is_whole: bool = True) -> StressAttempt:
    tested = _tested("any")
    return StressAttempt(
        stress_report_id=_id(number),
        owner_id=owner,
        rules=tested.rules_hash,
        limits="f" * 64,
        ruling=ruling,
        seed=seed,
        is_own_seed=False,
        is_whole=is_whole,
        declared_trials=0,
        trials=41,
        first_day=date(2018, 1, 1),
        last_day=None,
        terms=terms_json(tested.terms),
        created_at=NOW + timedelta(minutes=number),
    )


async def test_every_trial_and_its_returns_are_kept_as_they_were(before: Database) -> None:
    await upgrade(before)
    trials = SqlTrials(before)
    for lineage, made in TRIALS.items():
        assert sorted(await trials.of(lineage), key=_key) == sorted(made, key=_key)
        assert await trials.count(lineage) == sum(trial.count for trial in made)
    async with before.read() as session:
        assert await session.scalar(text("SELECT count(*) FROM strategy_trials")) == sum(map(len, TRIALS.values()))
    kept = await SqlTrialReturns(before).of(["k1", "k3"])
    assert [(one.key, one.first_week, one.returns.tolist()) for one in kept] == [
        (one.key, one.first_week, one.returns.tolist()) for one in RETURNS
    ]


def _key(trial: Trial) -> str:
    return trial.key


@pytest.mark.parametrize(
    ("pool", "keys"),
    [
        (TrialPool("ann", TICKERS), {"k1", "k2", "k3", "k5"}),
        (TrialPool("bob", TICKERS), {"k4"}),
        (TrialPool("ann", ("OTHER",)), set()),
        (TrialPool("ann", TICKERS, date(2017, 1, 1), date(2017, 12, 31)), set()),
        (TrialPool("ann", TICKERS, date(2017, 1, 1), date(2018, 1, 1)), {"k1", "k2", "k5"}),
    ],
)
async def test_trials_count_in_the_pool_of_the_instruments_and_days_of_their_plans(
    before: Database, pool: TrialPool, keys: set[str]
) -> None:
    await upgrade(before)
    trials = SqlTrials(before)
    assert {trial.key for trial in await trials.of("a new idea", pool)} == keys
    once = {trial.key: trial.count for made in TRIALS.values() for trial in made}
    assert await trials.count("a new idea", pool) == sum(once[key] for key in keys)


async def test_the_days_of_a_lineage_are_those_of_all_its_plans_together(before: Database) -> None:
    await upgrade(before)
    async with before.read() as session:
        found = await session.execute(text("SELECT data, ticker, label, first_day, last_day FROM trial_data"))
        spans = {(row.data, row.ticker): (row.label, str(row.first_day), str(row.last_day)) for row in found}
    (ticker,) = TICKERS
    assert spans == {
        ("ann's first", ticker): (ticker, "2018-01-01", "9999-12-31"),
        ("ann's search", ticker): (ticker, "2021-01-01", "9999-12-31"),
        ("bob's", ticker): (ticker, "0001-01-01", "9999-12-31"),
        ("deleted", ticker): (ticker, "2018-01-01", "9999-12-31"),
    }


async def test_every_finished_stress_test_is_an_attempt_and_no_other_is(before: Database) -> None:
    await upgrade(before)
    store, rules = SqlStress(before), _tested("any").rules_hash
    attempts = sorted(await store.attempts("ann", rules), key=lambda one: one.created_at)
    assert attempts == [_attempt(5, Ruling.REJECT, 1), _attempt(6, Ruling.PASS, 2, is_whole=False)]
    assert joint_verdict(_id(5), attempts).ruling is Ruling.REJECT
    assert list(await store.attempts("bob", rules)) == [_attempt(9, Ruling.REVISE, 4, owner="bob")]
    async with before.read() as session:
        assert await session.scalar(text("SELECT count(*) FROM stress_attempts")) == 3
