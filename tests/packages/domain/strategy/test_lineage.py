"""The count of everything that was tried."""

from datetime import UTC, datetime

import pytest

from packages.domain.strategy.lineage import LONGEST_KEY, BadTrial, Trial, TrialKind, TrialLedger, draft_lineage
from tests.fakes.strategies import InMemoryTrials

NOW = datetime(2026, 11, 15, tzinfo=UTC)


@pytest.fixture
def ledger() -> TrialLedger:
    return TrialLedger(InMemoryTrials())


async def test_recording_answers_with_the_count_and_the_same_trial_adds_nothing(ledger: TrialLedger) -> None:
    assert await ledger.record("one", "a", TrialKind.BACKTEST, sharpe=0.8, at=NOW) == 1
    assert await ledger.record("one", "b", TrialKind.WALK_FORWARD, 12, at=NOW) == 13
    assert await ledger.record("one", "a", TrialKind.BACKTEST, sharpe=9.9, at=NOW) == 13
    assert [trial.sharpe for trial in await ledger.trials("one")] == [0.8, None]
    assert await ledger.count("two") == 0


async def test_the_points_of_a_sweep_are_recorded_together(ledger: TrialLedger) -> None:
    points = [Trial(f"{number}", TrialKind.SWEEP, NOW, sharpe=number / 7) for number in range(300)]
    await ledger.record_all("one", points)
    assert await ledger.count("one") == 300
    await ledger.record_all("one", points[:5])
    assert await ledger.count("one") == 300
    assert {trial.sharpe for trial in await ledger.trials("one")} == {trial.sharpe for trial in points}


@pytest.mark.parametrize(
    ("key", "count", "sharpe"),
    [
        ("", 1, None),
        ("k" * (LONGEST_KEY + 1), 1, None),
        ("k", 0, None),
        ("k", -1, None),
        ("k", 1, float("nan")),
        ("k", 1, float("inf")),
    ],
)
async def test_what_cannot_be_counted_is_refused(
    ledger: TrialLedger, key: str, count: int, sharpe: float | None
) -> None:
    with pytest.raises(BadTrial):
        await ledger.record("one", key, TrialKind.SWEEP, count, sharpe, at=NOW)
    assert await ledger.count("one") == 0


def test_drafts_of_one_name_share_a_lineage_and_owners_do_not() -> None:
    assert draft_lineage("ann", " My idea") == draft_lineage("ann", "my Idea ")
    assert draft_lineage("ann", "my idea") != draft_lineage("eve", "my idea")
    assert len(draft_lineage("ann", "my idea")) == 36
