"""What every store of strategies must do."""

import asyncio
from datetime import UTC, datetime, timedelta

import pytest

from packages.domain.strategy.ports import RevisionHead, StoredStrategy, StrategyQuery, StrategyStore
from packages.domain.strategy.revisions import Revision, first_revision
from packages.domain.strategy.validate import Validator
from tests.corpus.indicator_catalogue import SMALL_CATALOGUE
from tests.corpus.sample_strategy import changed

NOW = datetime(2026, 11, 15, 10, 30, tzinfo=UTC)
LATER = NOW + timedelta(minutes=5)
VALIDATOR = Validator(SMALL_CATALOGUE)
KEY, OTHER_KEY = "8d9b1d0e-0d57-5b0e-9a53-7061726c6579", "8d9b1d0e-0d57-5b0e-9a53-7061726c6580"
PERIOD = "/factors/ema_5/params/period"


def stored(number: int, owner: str = "ann", name: str = "Average cross") -> StoredStrategy:
    return StoredStrategy(_id(number), owner, name, f"lineage-{number}", 1, NOW, NOW)


def revision(version: int, period: int = 5, restores: int | None = None) -> Revision:
    """A version with another period in it."""
    strategy = VALIDATOR.document(changed(PERIOD, period)).require()
    first = first_revision(strategy, NOW).current
    return Revision(version, strategy, first.content_hash, LATER if version > 1 else NOW, restores)


def _id(number: int) -> str:
    return f"00000000-0000-7000-8000-{number:012d}"


class StrategyStoreConformance:
    @pytest.fixture
    def store(self) -> StrategyStore:
        raise NotImplementedError

    async def test_a_strategy_comes_back_as_it_was_written(self, store: StrategyStore) -> None:
        await store.add(stored(1), revision(1))
        assert await store.find("ann", _id(1)) == stored(1)
        assert await store.revision("ann", _id(1), 1) == revision(1)
        assert await store.revision("ann", _id(1), 2) is None
        assert await store.find("ann", _id(2)) is None

    async def test_a_revision_goes_on_top_of_the_one_before_it(self, store: StrategyStore) -> None:
        await store.add(stored(1), revision(1))
        moved = await store.advance("ann", _id(1), revision(2, 8))
        assert moved is not None
        assert (moved.version, moved.created_at, moved.updated_at) == (2, NOW, LATER)
        assert await store.find("ann", _id(1)) == moved
        assert await store.revision("ann", _id(1), 2) == revision(2, 8)
        assert await store.revision("ann", _id(1), 1) == revision(1)

    @pytest.mark.parametrize("version", [1, 3])
    async def test_any_other_number_changes_nothing(self, store: StrategyStore, version: int) -> None:
        await store.add(stored(1), revision(1))
        assert await store.advance("ann", _id(1), revision(version, 8)) is None
        assert await store.find("ann", _id(1)) == stored(1)
        assert len(await store.revisions("ann", _id(1), 10)) == 1

    async def test_of_fifty_that_come_at_once_one_wins(self, store: StrategyStore) -> None:
        await store.add(stored(1), revision(1))
        tries = [store.advance("ann", _id(1), revision(2, period)) for period in range(50, 100)]
        moved = [one for one in await asyncio.gather(*tries) if one is not None]
        assert [one.version for one in moved] == [2]
        assert [head.version for head in await store.revisions("ann", _id(1), 100)] == [2, 1]

    async def test_revisions_are_listed_from_the_newest_down(self, store: StrategyStore) -> None:
        await store.add(stored(1), revision(1))
        for version in (2, 3, 4):
            restores = 1 if version == 4 else None
            assert await store.advance("ann", _id(1), revision(version, 5 + version, restores))
        first = await store.revisions("ann", _id(1), 2)
        assert first[0] == RevisionHead(4, revision(4, 9).content_hash, LATER, 1)
        assert [head.version for head in await store.revisions("ann", _id(1), 2, before=first[-1].version)] == [2, 1]

    async def test_pages_go_backwards_without_a_gap(self, store: StrategyStore) -> None:
        for number in range(1, 6):
            await store.add(stored(number), revision(1))
        first = await store.page("ann", StrategyQuery(limit=3))
        second = await store.page("ann", StrategyQuery(limit=3, before=first[-1].id))
        assert [one.id for one in (*first, *second)] == [_id(number) for number in (5, 4, 3, 2, 1)]

    async def test_a_search_finds_a_part_of_the_name_in_any_case(self, store: StrategyStore) -> None:
        for number, name in enumerate(["Ärger am Morgen", "双均线趋势", "100% sure_thing", "100 sure things"], 1):
            await store.add(stored(number, name=name), revision(1))

        async def found(text: str) -> list[str]:
            return [one.name for one in await store.page("ann", StrategyQuery(search=text))]

        assert await found("äRGER") == ["Ärger am Morgen"]
        assert await found("均线") == ["双均线趋势"]
        assert await found("0% SURE_") == ["100% sure_thing"]
        assert await found("nothing") == []

    async def test_a_new_revision_may_bring_another_name(self, store: StrategyStore) -> None:
        await store.add(stored(1), revision(1))
        strategy = VALIDATOR.document(changed("/strategy/name", "Renamed")).require()
        renamed = Revision(2, strategy, first_revision(strategy, NOW).current.content_hash, LATER)
        await store.advance("ann", _id(1), renamed)
        assert [one.name for one in await store.page("ann", StrategyQuery(search="RENAMED"))] == ["Renamed"]

    async def test_what_is_archived_leaves_the_list_and_cannot_move(self, store: StrategyStore) -> None:
        await store.add(stored(1), revision(1))
        archived = await store.archive("ann", _id(1), LATER)
        assert archived is not None
        assert archived.archived_at == LATER
        assert await store.archive("ann", _id(1), LATER + timedelta(days=1)) == archived
        assert await store.page("ann", StrategyQuery()) == []
        assert await store.page("ann", StrategyQuery(archived=True)) == [archived]
        assert await store.advance("ann", _id(1), revision(2, 8)) is None
        assert await store.revision("ann", _id(1), 1) == revision(1)

    async def test_what_comes_back_from_the_archive_is_listed_and_can_move_again(self, store: StrategyStore) -> None:
        await store.add(stored(1), revision(1))
        await store.archive("ann", _id(1), LATER)
        assert await store.archive("eve", _id(1), None) is None
        restored = await store.archive("ann", _id(1), None)
        assert restored is not None
        assert restored.archived_at is None
        assert await store.page("ann", StrategyQuery()) == [restored]
        assert await store.advance("ann", _id(1), revision(2, 8)) is not None

    async def test_what_was_made_under_a_key_is_found_by_it_and_made_once(self, store: StrategyStore) -> None:
        assert await store.add(stored(1), revision(1), KEY) == stored(1)
        assert await store.add(stored(2), revision(1), KEY) == stored(1)
        assert await store.find("ann", _id(2)) is None
        moved = await store.advance("ann", _id(1), revision(2, 8), OTHER_KEY)
        assert await store.made("ann", KEY) == await store.made("ann", OTHER_KEY) == moved
        assert await store.made("ann", "unheard of") is None
        assert await store.made("eve", KEY) is None

    async def test_another_owner_sees_and_changes_nothing(self, store: StrategyStore) -> None:
        await store.add(stored(1), revision(1))
        assert await store.find("eve", _id(1)) is None
        assert await store.page("eve", StrategyQuery()) == []
        assert await store.revision("eve", _id(1), 1) is None
        assert await store.revisions("eve", _id(1), 10) == []
        assert await store.advance("eve", _id(1), revision(2, 8)) is None
        assert await store.archive("eve", _id(1), LATER) is None
        assert await store.find("ann", _id(1)) == stored(1)
