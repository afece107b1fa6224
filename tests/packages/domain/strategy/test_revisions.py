"""The history of a strategy."""

import json
import random
from datetime import UTC, datetime, timedelta

import pytest

from packages.core.messages import Language
from packages.domain.strategy.errors import InvalidStrategy, PatchConflict, StaleVersion, UnknownRevision
from packages.domain.strategy.explain.strategy import explain_change
from packages.domain.strategy.json_patch import apply_patch, diff
from packages.domain.strategy.json_tree import same
from packages.domain.strategy.revisions import History, first_revision, rules_hash, stored_revision
from packages.domain.strategy.validate import Validator
from tests.corpus.indicator_catalogue import SMALL_CATALOGUE
from tests.corpus.sample_strategy import changed, sample
from tests.corpus.strategies import valid_strategies

NOW = datetime(2026, 11, 15, tzinfo=UTC)
VALIDATOR = Validator(SMALL_CATALOGUE)
PERIOD = "/factors/ema_5/params/period"
FASTER = [{"op": "replace", "path": PERIOD, "value": 8}]


def begun() -> History:
    return first_revision(VALIDATOR.document(sample()).require(), NOW)


def test_a_patch_makes_the_next_version_and_leaves_the_old_one() -> None:
    history = begun().patched(FASTER, expected_version=1, validator=VALIDATOR, now=NOW + timedelta(hours=1))
    assert [revision.version for revision in history.revisions] == [1, 2]
    assert history.current.document == changed(PERIOD, 8)
    assert history.at(1).document == sample()
    assert history.at(1).content_hash != history.current.content_hash
    assert diff(history.at(1).document, history.at(2).document) == FASTER
    assert diff(history.at(2).document, history.at(1).document) == [{"op": "replace", "path": PERIOD, "value": 5}]
    [sentence] = explain_change(history.at(1).strategy, history.current.strategy, SMALL_CATALOGUE, Language.EN)
    assert "EMA(5)" in sentence
    assert "EMA(8)" in sentence


def test_a_patch_on_another_version_than_expected_changes_nothing() -> None:
    history = begun().patched(FASTER, 1, VALIDATOR, NOW)
    with pytest.raises(StaleVersion) as raised:
        history.patched(FASTER, 1, VALIDATOR, NOW)
    assert raised.value.details == {"expected_version": 1, "current_version": 2}
    with pytest.raises(StaleVersion):
        history.revised(history.at(1).strategy, expected_version=1, now=NOW)


def test_a_patch_that_would_make_an_invalid_strategy_changes_nothing() -> None:
    history = begun()
    with pytest.raises(InvalidStrategy) as raised:
        history.patched([*FASTER, {"op": "remove", "path": "/factors/ema_20"}], 1, VALIDATOR, NOW)
    assert {problem.pointer for problem in raised.value.problems} == {
        "/trade/long/entry/condition/all/0/cross/b/ref",
        "/trade/long/exits/0/condition/cross/b/ref",
    }
    with pytest.raises(PatchConflict):
        history.patched([{"op": "test", "path": PERIOD, "value": 9}], 1, VALIDATOR, NOW)
    assert history == begun()


def test_what_was_before_is_a_new_revision_that_equals_the_old_one() -> None:
    history = begun().patched(FASTER, 1, VALIDATOR, NOW)
    history = history.revised(history.at(1).strategy, expected_version=2, now=NOW)
    assert history.current.version == 3
    assert history.current.content_hash == history.at(1).content_hash
    assert history.current.strategy == history.at(1).strategy


def test_what_says_the_same_keeps_the_version() -> None:
    spelled_out = [
        {"op": "add", "path": "/trade/long/entry/condition/all/1/cmp/left/lag", "value": 0},
        {"op": "replace", "path": "/trade/long/entry/condition/all/1/cmp/right", "value": 70.0},
    ]
    history = begun()
    assert history.patched(spelled_out, 1, VALIDATOR, NOW) is history
    assert history.revised(VALIDATOR.document(sample()).require(), 1, NOW) is history


@pytest.mark.parametrize("version", [0, 2, -1])
def test_a_version_that_never_was_is_refused(version: int) -> None:
    with pytest.raises(UnknownRevision):
        begun().at(version)


def test_a_document_that_was_handed_out_cannot_change_the_revision() -> None:
    history = begun()
    history.current.document["timeframe"] = "1h"
    assert history.current.document == sample()


def test_a_stored_revision_comes_back_as_it_was() -> None:
    current = begun().current
    assert stored_revision(1, current.document, NOW) == current


@pytest.mark.slow
def test_any_strategy_can_be_patched_into_any_other() -> None:
    rng = random.Random(61)
    strategies = valid_strategies(61, 120, SMALL_CATALOGUE)
    for _ in range(120):
        (before, first), (after, second) = rng.sample(strategies, 2)
        assert same(apply_patch(before, diff(before, after)), after)
        history = first_revision(first, NOW).patched(diff(before, after), 1, VALIDATOR, NOW)
        assert history.current.strategy == second
        for language in Language:
            assert bool(explain_change(first, second, SMALL_CATALOGUE, language)) is (first != second)


def test_rules_are_the_same_whatever_their_factors_are_called() -> None:
    text = json.dumps(sample())
    renamed = json.loads(text.replace("ema_5", "my_line"))
    assert renamed != sample()
    rules = rules_hash(VALIDATOR.document(sample()).require())
    assert rules_hash(VALIDATOR.document(renamed).require()) == rules
    assert rules_hash(VALIDATOR.document(renamed).require(), anywhere=True) != rules
    assert rules_hash(VALIDATOR.document(changed(PERIOD, 8)).require()) != rules
