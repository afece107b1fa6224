"""Prices for the judge from the library: adjusted as of the instant, and nothing from later."""

from datetime import UTC, date, datetime, timedelta
from decimal import Decimal
from pathlib import Path

import pytest

from packages.core.ids import Ids
from packages.domain.market_data.rows import ActionKind, CorporateAction
from packages.infra.db.engine import Database
from packages.settings.load import load_settings
from src.modules.data_engineering.container import DataEngineeringContainer
from src.modules.judge.application.call_book import Settling
from src.modules.judge.application.dtos import JudgeRequest
from src.modules.judge.application.judge_service import JudgeService
from src.modules.judge.domain.ports import CallBooks
from src.modules.judge.infrastructure.judge_choice import LibraryJudgeMarket
from src.modules.judge.infrastructure.rules_judge import RulesJudge
from tests.bar_files import imported, sessions, write_bars
from tests.fakes.call_book import InMemoryCallBook
from tests.fakes.clock import StoppedClock
from tests.src.modules.judge.making import (
    BASE_DAY,
    INDEX,
    NOW,
    OWNER,
    SYMBOL,
    bars,
    call,
    debate_outcome,
    expert_results,
)
from tests.src.modules.judge.stored import judge_market, library_of

END = BASE_DAY + timedelta(days=60)
AFTER = datetime(END.year, END.month, END.day, 12, tzinfo=UTC)


def _action(kind: ActionKind, value: str, ex_date: date) -> CorporateAction:
    known = datetime(ex_date.year, ex_date.month, ex_date.day, tzinfo=UTC) - timedelta(days=10)
    return CorporateAction(
        source="test", known_at=known, symbol=SYMBOL, ex_date=ex_date, kind=kind, value=Decimal(value)
    )


async def test_a_split_and_a_dividend_within_the_horizon_are_in_the_return() -> None:
    """10 falls to 4.9 by a split of two for one and a dividend of 0.5: a holder lost nothing but rose by 9 %."""
    middle = BASE_DAY + timedelta(days=30)
    stock = bars({BASE_DAY: 10.0, middle - timedelta(days=1): 10.0, middle: 5.0, END: 4.9})
    actions = [
        _action(ActionKind.SPLIT, "2", middle),
        _action(ActionKind.DIVIDEND, "0.5", END),
    ]
    library = library_of(StoppedClock(AFTER), stock, bars({BASE_DAY: 4000.0, END: 4000.0}, INDEX), actions=actions)
    book = InMemoryCallBook()
    await book.append([call(1)])
    await Settling(LibraryJudgeMarket(library), [book]).settle_due()
    ((_, ended),) = await book.settled(OWNER)
    assert ended.own_return == pytest.approx(4.9 / (10.0 / 2 * (1 - 0.5 / 5.0)) - 1)
    assert ended.outcome == 1


async def test_bars_that_were_not_known_yet_are_not_given_out() -> None:
    market = LibraryJudgeMarket(library_of(StoppedClock(AFTER), bars({BASE_DAY: 10.0, END: 11.0})))
    early = await market.bars(SYMBOL, NOW)
    assert early is not None
    assert len(early) == 1
    assert await market.bars(INDEX, NOW) is None
    assert await market.bars(SYMBOL, NOW, source="another") is None


async def test_suspensions_and_delistings_are_told() -> None:
    market = judge_market(now=AFTER, suspended_since=BASE_DAY, delisted_on=BASE_DAY)
    standing = await market.standing(SYMBOL, AFTER)
    assert (standing.suspended_on(END), standing.delisted_on) == (True, BASE_DAY)
    assert not standing.suspended_on(BASE_DAY - timedelta(days=1))
    unknown = await market.standing(INDEX, AFTER)
    assert (unknown.suspensions, unknown.delisted_on) == ((), None)


@pytest.mark.parametrize(
    ("fresh", "stale"),
    [("2026-01-05", True), ("2025-10-14", True), ("2025-09-01", False)],
    ids=["one bar", "fifty-eight bars", "eighty-three bars"],
)
async def test_fresh_bars_behind_a_hole_revive_nothing(
    database: Database, home: Path, tmp_path: Path, fresh: str, stale: bool
) -> None:
    """Prices ended in January; the rest was imported from another file a year later."""
    data = DataEngineeringContainer(database, load_settings(), StoppedClock(NOW))
    old, new = sessions("2024-01-02", "2025-01-27"), sessions(fresh, "2026-01-05")
    await imported(data, write_bars(tmp_path / "old.csv", old, lambda day: 10 + day % 7), "old")
    await imported(data, write_bars(tmp_path / "new.csv", new, lambda day: 12 + day % 7), "new")
    service = JudgeService(
        OWNER,
        RulesJudge(),
        LibraryJudgeMarket(data.library()),
        CallBooks(InMemoryCallBook(), InMemoryCallBook(live=False)),
        Ids(StoppedClock(NOW)),
    )
    reports, argued = expert_results(), debate_outcome()
    told = await service.run(
        JudgeRequest(symbol=str(SYMBOL), expert_results=reports, debate_outcome=argued, language="en")
    )
    assert (told.action == "NO_CALL", told.no_call_reason) == (stale, "stale_data" if stale else None)
    gone = sessions("2025-01-28", fresh)[:-1]
    said = f"for {len(gone)} sessions before its last close ({gone[0]} – {gone[-1]})"
    assert (said in told.reasoning) is stale
