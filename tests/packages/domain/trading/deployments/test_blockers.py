"""Everybody is told the same sentence about what keeps a strategy from trading."""

from datetime import UTC, datetime, timedelta

import pytest

from packages.core.messages import Language, has, render
from packages.domain.trading.callers import PersonNeeded
from packages.domain.trading.deployments.blockers import FIRST_BAR, STALE, blocked_because, data_block
from packages.domain.trading.deployments.model import Blocker
from packages.domain.trading.risk.switches import SwitchIsOn

NOW = datetime(2026, 11, 18, tzinfo=UTC)


@pytest.mark.parametrize("code", [*Blocker, PersonNeeded.code, SwitchIsOn.code, FIRST_BAR])
@pytest.mark.parametrize("language", list(Language))
def test_each_blocker_has_one_sentence_without_codes_in_it(code: str, language: Language) -> None:
    said = blocked_because(code)
    assert has(said.code)
    assert code not in render(said, language)


def test_bars_that_are_too_old_are_told_with_their_age_and_what_follows() -> None:
    found = data_block({"DEMO5": NOW - timedelta(days=320), "DEMO6": NOW}, NOW, {"DEMO5"})
    assert found is not None
    assert found.code == STALE
    told = "Newest bar of DEMO5 is 320 days old: nothing will trade until data is fetched."
    assert render(found.said, Language.EN) == told
    assert render(found.said, Language.ZH) == "DEMO5 的最新K线已是 320 天前：获取新数据之前不会交易。"


@pytest.mark.parametrize(("age", "told"), [(timedelta(hours=5), "is 5 hours old"), (timedelta(days=1), "is 1 day old")])
def test_the_age_is_told_in_the_unit_that_decides(age: timedelta, told: str) -> None:
    found = data_block({"X": NOW - age}, NOW, {"X"})
    assert found is not None
    assert told in render(found.said, Language.EN)


def test_missing_bars_come_before_old_ones_and_fresh_bars_block_nothing() -> None:
    missing = data_block({"X": None, "Y": NOW - timedelta(days=90)}, NOW, {"Y"})
    assert missing is not None
    assert missing.code == Blocker.DATA_MISSING
    assert data_block({"X": NOW - timedelta(days=6)}, NOW, ()) is None


def test_bars_that_are_too_old_to_begin_with_block_the_start_in_the_same_words() -> None:
    at, begins = NOW - timedelta(days=500), timedelta(days=400)
    old, too_old = data_block({"X": at}, NOW, {"X"}), data_block({"X": at}, NOW, {"X"}, begins)
    assert old is not None
    assert too_old is not None
    assert (old.code, too_old.code) == ("market_data_stale", "market_data_missing")
    assert old.said == too_old.said
