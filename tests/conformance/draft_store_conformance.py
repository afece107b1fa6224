"""What every store of drafts must do."""

from dataclasses import replace

import pytest

from packages.domain.strategy.book import DraftStore, StrategyDraft
from tests.conformance.strategy_store_conformance import LATER, NOW, revision

ID = "00000000-0000-5000-8000-000000000001"


def draft(period: int = 5) -> StrategyDraft:
    return StrategyDraft(ID, "ann", revision(1, period).strategy, NOW)


class DraftStoreConformance:
    @pytest.fixture
    def store(self) -> DraftStore:
        raise NotImplementedError

    async def test_a_draft_comes_back_as_it_was_first_written(self, store: DraftStore) -> None:
        await store.add(draft())
        await store.add(replace(draft(), created_at=LATER))
        assert await store.find("ann", ID) == draft()

    async def test_another_owner_finds_nothing(self, store: DraftStore) -> None:
        await store.add(draft())
        assert await store.find("eve", ID) is None
        assert await store.find("ann", ID.replace("1", "2")) is None
