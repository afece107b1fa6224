"""The book of strategies, over a store in memory."""

import json

import pytest

from packages.core.ids import Ids
from packages.core.messages import Language
from packages.domain.strategy.book import StrategyBook, StrategyText
from packages.domain.strategy.errors import BadPatch, InvalidStrategy, StaleVersion, UnknownRevision
from packages.domain.strategy.lineage import TrialKind, TrialLedger, draft_lineage
from packages.domain.strategy.ports import ArchivedStrategy, StrategyQuery, UnknownStrategy
from packages.domain.strategy.yaml_text import write_yaml
from tests.corpus.indicator_catalogue import SMALL_CATALOGUE
from tests.corpus.sample_strategy import SAMPLE_TEXT, changed, sample, without
from tests.fakes.clock import StoppedClock
from tests.fakes.strategies import InMemoryStrategies, InMemoryTrials

PERIOD = "/factors/ema_5/params/period"
FASTER = [{"op": "replace", "path": PERIOD, "value": 8}]


@pytest.fixture
def clock() -> StoppedClock:
    return StoppedClock()


@pytest.fixture
def book(clock: StoppedClock) -> StrategyBook:
    return StrategyBook(InMemoryStrategies(), TrialLedger(InMemoryTrials()), SMALL_CATALOGUE, clock, Ids(clock))


@pytest.mark.parametrize(
    "source",
    [
        sample(),
        StrategyText(SAMPLE_TEXT),
        StrategyText(write_yaml(sample())),
        StrategyText("\ufeff" + SAMPLE_TEXT),
        StrategyText("\ufeff" + write_yaml(sample()), "yaml"),
        StrategyText(SAMPLE_TEXT, "yaml"),
    ],
    ids=["document", "json", "yaml", "json with a mark", "yaml with a mark", "json as yaml"],
)
async def test_a_strategy_is_created_from_a_document_or_a_text(book: StrategyBook, source: object) -> None:
    made = await book.create("ann", source)
    assert (made.owner_id, made.name, made.version, made.archived_at) == ("ann", "Average cross", 1, None)
    assert await book.get("ann", made.id) == made
    assert (await book.revision("ann", made.id)).document == sample()


async def test_a_name_that_is_given_replaces_the_one_in_the_document(book: StrategyBook) -> None:
    made = await book.create("ann", sample(), name="双均线")
    assert made.name == "双均线"
    assert (await book.revision("ann", made.id)).document == changed("/strategy/name", "双均线")
    with pytest.raises(InvalidStrategy) as raised:
        await book.create("ann", sample(), name="")
    assert [problem.pointer for problem in raised.value.problems] == ["/strategy/name"]


async def test_an_invalid_document_is_told_with_all_its_problems_and_not_kept(book: StrategyBook) -> None:
    with pytest.raises(InvalidStrategy) as raised:
        await book.create("ann", without("/factors/ema_20"))
    assert len(raised.value.problems) == 2
    assert await book.list("ann", StrategyQuery()) == []


async def test_the_same_document_twice_makes_two_strategies_with_lineages_of_their_own(book: StrategyBook) -> None:
    one, other = await book.create("ann", sample()), await book.create("ann", sample())
    assert one.id != other.id
    assert one.lineage_id != other.lineage_id
    hashes = {(await book.revision("ann", each.id)).content_hash for each in (one, other)}
    assert len(hashes) == 1


async def test_a_patch_a_replacement_and_a_rollback_are_versions(book: StrategyBook, clock: StoppedClock) -> None:
    made = await book.create("ann", sample())
    clock.move(hours=1)
    patched = await book.patch("ann", made.id, FASTER, expected_version=1)
    assert (patched.version, patched.created_at, patched.updated_at) == (2, made.created_at, clock.now())
    replaced = await book.replace("ann", made.id, changed("/strategy/name", "Other"), expected_version=2)
    assert (replaced.version, replaced.name, replaced.lineage_id) == (3, "Other", made.lineage_id)
    back = await book.rollback("ann", made.id, 1, expected_version=3)
    assert (back.version, back.name) == (4, "Average cross")
    assert (await book.revision("ann", made.id)).restores == 1
    assert (await book.revision("ann", made.id)).document == sample()
    assert [(head.version, head.restores) for head in await book.revisions("ann", made.id)] == [
        (4, 1),
        (3, None),
        (2, None),
        (1, None),
    ]


async def test_saving_what_says_the_same_keeps_the_version(book: StrategyBook, clock: StoppedClock) -> None:
    made = await book.create("ann", sample())
    clock.move(hours=1)
    spelled_out = [{"op": "replace", "path": "/trade/long/entry/condition/all/1/cmp/right", "value": 70.0}]
    assert await book.patch("ann", made.id, spelled_out, 1) == made
    assert await book.replace("ann", made.id, StrategyText(write_yaml(sample())), 1) == made
    assert await book.rollback("ann", made.id, 1, 1) == made
    assert len(await book.revisions("ann", made.id)) == 1


async def test_a_change_of_another_version_than_expected_is_refused(book: StrategyBook) -> None:
    made = await book.create("ann", sample())
    await book.patch("ann", made.id, FASTER, 1)
    for change in (
        book.patch("ann", made.id, FASTER, 1),
        book.replace("ann", made.id, sample(), 1),
        book.rollback("ann", made.id, 1, 1),
        book.patch("ann", made.id, FASTER, 3),
    ):
        with pytest.raises(StaleVersion) as raised:
            await change
        assert raised.value.details["current_version"] == 2
    assert len(await book.revisions("ann", made.id)) == 2


async def test_a_request_that_comes_again_under_its_key_happens_once(book: StrategyBook) -> None:
    made = await book.create("ann", sample(), key="create")
    assert await book.create("ann", sample(), key="create") == made
    assert [one.id for one in await book.list("ann", StrategyQuery())] == [made.id]
    for _ in range(2):
        assert (await book.patch("ann", made.id, FASTER, 1, key="patch")).version == 2
    for _ in range(2):
        other = changed("/strategy/name", "Other")
        assert (await book.replace("ann", made.id, other, 2, key="replace")).version == 3
    for _ in range(2):
        assert (await book.rollback("ann", made.id, 1, 3, key="roll back")).version == 4
    assert len(await book.revisions("ann", made.id)) == 4


async def test_a_key_of_another_strategy_lets_nothing_pass(book: StrategyBook) -> None:
    one, other = await book.create("ann", sample(), key="one"), await book.create("ann", sample(), key="other")
    with pytest.raises(StaleVersion):
        await book.patch("ann", other.id, FASTER, 7, key="one")
    with pytest.raises(UnknownStrategy):
        await book.patch("eve", one.id, FASTER, 1, key="one")


async def test_a_patch_that_does_not_fit_changes_nothing(book: StrategyBook) -> None:
    made = await book.create("ann", sample())
    with pytest.raises(BadPatch):
        await book.patch("ann", made.id, {"op": "remove"}, 1)
    with pytest.raises(InvalidStrategy):
        await book.patch("ann", made.id, [{"op": "remove", "path": "/factors/ema_20"}], 1)
    assert await book.get("ann", made.id) == made


async def test_a_difference_is_a_patch_and_sentences_in_both_languages(book: StrategyBook) -> None:
    made = await book.create("ann", sample())
    await book.patch("ann", made.id, FASTER, 1)
    told = await book.diff("ann", made.id, 1, 2)
    assert told.patch == FASTER
    assert "EMA(8)" in " ".join(told.sentences[Language.EN])
    assert any("\u4e00" <= letter <= "\u9fff" for letter in "".join(told.sentences[Language.ZH]))
    assert (await book.diff("ann", made.id, 2, 2)).patch == []
    for version in (0, 3, -1, 2**70):
        with pytest.raises(UnknownRevision, match="has 1 to 2"):
            await book.diff("ann", made.id, 1, version)


async def test_a_fork_stays_in_the_lineage_and_begins_at_one(book: StrategyBook) -> None:
    made = await book.create("ann", sample())
    await book.patch("ann", made.id, FASTER, 1)
    fork = await book.fork("ann", made.id, version=1, name="Slow one")
    assert fork.id != made.id
    assert (fork.lineage_id, fork.version, fork.name) == (made.lineage_id, 1, "Slow one")
    newest = await book.fork("ann", made.id)
    assert (await book.revision("ann", newest.id)).document == changed(PERIOD, 8)


async def test_what_was_deleted_can_be_read_and_forked_but_not_changed(book: StrategyBook) -> None:
    made = await book.create("ann", sample())
    await book.ledger.record(made.lineage_id, "k", TrialKind.BACKTEST, 3, at=made.created_at)
    deleted = await book.archive("ann", made.id)
    assert deleted.archived_at is not None
    assert await book.archive("ann", made.id) == deleted
    assert await book.list("ann", StrategyQuery()) == []
    with pytest.raises(ArchivedStrategy, match="fork it"):
        await book.patch("ann", made.id, FASTER, 1)
    fork = await book.fork("ann", made.id)
    assert await book.ledger.count(fork.lineage_id) == 3


async def test_what_comes_back_from_the_archive_can_be_changed_again(book: StrategyBook) -> None:
    made = await book.create("ann", sample())
    assert await book.unarchive("ann", made.id) == made
    await book.archive("ann", made.id)
    assert await book.unarchive("ann", made.id) == made
    assert (await book.patch("ann", made.id, FASTER, 1)).version == 2


async def test_drafts_that_were_tried_belong_to_the_strategy_that_they_become(book: StrategyBook) -> None:
    draft = draft_lineage("ann", "Average cross")
    await book.ledger.record(draft, "k", TrialKind.SWEEP, 200, at=StoppedClock().now())
    made = await book.create("ann", json.loads(SAMPLE_TEXT))
    assert await book.ledger.count(made.lineage_id) == 200
    assert (await book.create("eve", sample())).lineage_id != draft


async def test_another_persons_strategy_is_unknown_in_every_way(book: StrategyBook) -> None:
    made = await book.create("ann", sample())
    for attempt in (
        book.get("eve", made.id),
        book.revisions("eve", made.id),
        book.revision("eve", made.id, 1),
        book.patch("eve", made.id, FASTER, 1),
        book.replace("eve", made.id, sample(), 1),
        book.rollback("eve", made.id, 1, 1),
        book.diff("eve", made.id, 1, 1),
        book.fork("eve", made.id),
        book.archive("eve", made.id),
        book.unarchive("eve", made.id),
    ):
        with pytest.raises(UnknownStrategy):
            await attempt
    assert await book.list("eve", StrategyQuery()) == []
    assert await book.get("ann", made.id) == made
