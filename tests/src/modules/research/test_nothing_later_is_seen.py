"""Whatever becomes known after the analysis date, and however the past is corrected later: prompts and reports stay the
same to the byte."""

import json
import random
from datetime import date, datetime, timedelta
from hashlib import sha256
from pathlib import Path

import pytest

from apps.cli.research.printing import research_json
from packages.core.messages import Language
from packages.domain.market_data.symbols import parse_symbol
from packages.infra.providers.market_data.demo.pack import generate
from src.modules.research.application.briefing import instant_of
from src.modules.research.application.running import Question
from src.modules.research.infrastructure.neighbours import LibraryMarket
from tests.src.modules.research.desks import EQUITIES, ResearchDesk, open_research_desk
from tests.src.modules.research.later_rows import Rewriting, companions

FIRST, LAST = date(2019, 6, 3), date(2025, 12, 30)


def _questions(dice: random.Random, pairs: int) -> list[Question]:
    """Random companies on random days, no two the same, the latest day first."""
    days = range((LAST - FIRST).days)
    drawn = dice.sample([(day, symbol) for day in days for symbol in EQUITIES], pairs)
    return [
        Question(symbol=symbol, analysis_date=FIRST + timedelta(days=day), language=dice.choice(list(Language)))
        for day, symbol in sorted(drawn, reverse=True)
    ]


async def _told(desk: ResearchDesk, question: Question) -> str:
    """The digest of every report with its prompt, or the failure, and the names that texts are checked against."""
    told = json.dumps(research_json(question.symbol, await desk.all_five(question)), ensure_ascii=False)
    names = await LibraryMarket(desk.data.library()).companies(_instant(desk, question))
    return sha256((told + json.dumps(names, ensure_ascii=False, sort_keys=True)).encode()).hexdigest()


def _instant(desk: ResearchDesk, question: Question) -> datetime:
    market = LibraryMarket(desk.data.library())
    return instant_of(market, parse_symbol(question.symbol), question.analysis_date)


async def _changed(desk: ResearchDesk, dice: random.Random, pairs: int, *, renaming: bool) -> list[Question]:
    """The questions whose answers are no longer what they were."""
    questions = _questions(dice, pairs)
    before = [await _told(desk, question) for question in questions]
    assert len(set(before)) == pairs, "different companies and days tell different things"
    rewriting = Rewriting(desk.data.library(), generate(), dice, renaming=renaming)
    changed = []
    for question, told in zip(questions, before, strict=True):
        await rewriting.after(_instant(desk, question), companions(parse_symbol(question.symbol)))
        changed += [question] if await _told(desk, question) != told else []
    return changed


@pytest.mark.parametrize("pairs", [1, pytest.param(200, marks=pytest.mark.trust)])
async def test_what_becomes_known_after_the_day_changes_no_prompt_and_no_report(pairs: int, demo_at_home: Path) -> None:
    async with open_research_desk() as desk:
        assert await _changed(desk, random.Random(pairs), pairs, renaming=False) == []


@pytest.mark.parametrize("pairs", [1, pytest.param(2, marks=pytest.mark.trust)])
async def test_a_company_that_is_renamed_later_keeps_its_name_until_then(pairs: int, demo_at_home: Path) -> None:
    async with open_research_desk() as desk:
        assert await _changed(desk, random.Random(3), pairs, renaming=True) == []


async def test_the_rewriting_is_seen_by_whoever_asks_later(demo_at_home: Path) -> None:
    """So that the test above cannot pass because nothing was rewritten."""
    early, late = (Question(symbol="DEMO1.SZ", analysis_date=day) for day in (date(2024, 5, 31), date(2024, 7, 31)))
    async with open_research_desk() as desk:
        before = await desk.reports(late)
        rewriting = Rewriting(desk.data.library(), generate(), random.Random(1))
        await rewriting.after(_instant(desk, early), companions(parse_symbol("DEMO1.SZ")))
        after = await desk.reports(late)
    for expert, report in before.items():
        told = json.dumps(after[expert], ensure_ascii=False, default=str)
        assert told != json.dumps(report, ensure_ascii=False, default=str), expert
