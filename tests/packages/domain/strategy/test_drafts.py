"""Drafts: the same rules are the same draft, for one owner."""

import pytest

from packages.domain.strategy.book import StrategyDrafts, UnknownDraft
from packages.domain.strategy.model import Strategy
from packages.domain.strategy.validate import Validator
from tests.corpus.indicator_catalogue import SMALL_CATALOGUE
from tests.corpus.sample_strategy import changed, sample
from tests.fakes.clock import StoppedClock
from tests.fakes.strategies import InMemoryDrafts


@pytest.fixture
def clock() -> StoppedClock:
    return StoppedClock()


@pytest.fixture
def drafts(clock: StoppedClock) -> StrategyDrafts:
    return StrategyDrafts(InMemoryDrafts(), clock)


def strategy(period: int = 5) -> Strategy:
    document = changed("/factors/ema_5/params/period", period) if period != 5 else sample()
    return Validator(SMALL_CATALOGUE).document(document).require()


async def test_the_same_rules_are_one_draft_and_others_another(drafts: StrategyDrafts, clock: StoppedClock) -> None:
    first, at = await drafts.keep("ann", strategy()), clock.now()
    clock.move(hours=1)
    assert await drafts.keep("ann", strategy()) == first
    assert await drafts.keep("ann", strategy(8)) != first
    kept = await drafts.get("ann", first)
    assert (kept.strategy, kept.created_at) == (strategy(), at)


async def test_a_draft_is_its_owners_alone(drafts: StrategyDrafts) -> None:
    kept = await drafts.keep("ann", strategy())
    assert await drafts.keep("eve", strategy()) != kept
    for draft_id in (kept, "", "\x00", "x" * 5000, "0" * 36):
        with pytest.raises(UnknownDraft, match="validate"):
            await drafts.get("eve", draft_id)
