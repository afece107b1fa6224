"""Synthetic forecasters through the whole book: written, chained, settled, read back, scored, on both databases."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import date

import pytest

from packages.infra.db.engine import Database
from src.modules.judge.application.call_book import OwnedCalls
from src.modules.judge.domain.call import Call
from src.modules.judge.domain.scores.reliability import Calibration
from src.modules.judge.domain.scores.report import Scores, scores_of
from src.modules.judge.domain.scores.scored import ScoredCall
from src.modules.judge.infrastructure.sql_call_book import SqlCallBook
from tests.src.modules.judge.forecasters import ALL, OVERCONFIDENT, Forecaster, drawn_calls, true_brier
from tests.src.modules.judge.making import call, price_row, settlement

A_BATCH = 2000


async def _written(book: SqlCallBook, owner: str, drawn: Sequence[ScoredCall]) -> None:
    template = call(1, owner)
    for start in range(0, len(drawn), A_BATCH):
        part = [(_call(template, one), one) for one in drawn[start : start + A_BATCH]]
        await book.append([made for made, _ in part])
        await book.settle([settlement(made, one.outcome, close=price_row(day=one.ended_on)) for made, one in part])


def _call(template: Call, one: ScoredCall) -> Call:
    ends_on: date = one.ended_on
    name = f"{template.owner_id}-{one.call_id}"
    return replace(
        template,
        id=name,
        session_id=name,
        made_at=one.as_of,
        as_of=one.as_of,
        ends_on=ends_on,
        probability=one.probability,
        stages=one.stages,
        momentum_probability=one.momentum,
    )


async def _scores(book: SqlCallBook, owner: str) -> Scores:
    report, _ = await OwnedCalls(owner, book).scores()
    assert isinstance(report.overall, Scores)
    return report.overall


async def test_the_book_scores_what_was_written_to_the_last_digit(database: Database) -> None:
    book = SqlCallBook(database.engine)
    drawn = drawn_calls(OVERCONFIDENT, 400, seed=11)
    await _written(book, "ann", drawn)
    found, straight = await _scores(book, "ann"), scores_of(drawn)
    assert isinstance(straight, Scores)
    assert found.brier == straight.brier
    assert found.baselines == straight.baselines
    assert found.calibration == straight.calibration
    assert found.calibration.found is Calibration.OVERCONFIDENT


@pytest.mark.trust
@pytest.mark.parametrize("forecaster", ALL, ids=lambda one: one.name)
async def test_the_book_recovers_the_brier_score_of_forty_thousand_calls(
    database: Database, forecaster: Forecaster
) -> None:
    book = SqlCallBook(database.engine)
    await _written(book, "ann", drawn_calls(forecaster, 40_000, seed=17))
    scores, expected = await _scores(book, "ann"), true_brier(forecaster)
    print(f"{forecaster.name}: true {expected:.5f}, in the book {scores.brier.value:.5f}, {scores.calibration.found}")
    assert scores.brier.value == pytest.approx(expected, abs=0.005)
    assert (scores.calibration.found is Calibration.OVERCONFIDENT) == ("overconfident" in forecaster.name)
    assert all(check.ok for check in await book.verify("ann"))
