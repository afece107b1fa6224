"""Checking the books, and exporting the heads of what is whole."""

from datetime import timedelta
from pathlib import Path

from src.modules.judge.application.integrity import BookIntegrity
from src.modules.judge.infrastructure.head_file import HeadFile
from tests.fakes.call_book import InMemoryCallBook
from tests.fakes.clock import StoppedClock
from tests.src.modules.judge.making import NOW, OWNER, call


async def _exported(book: InMemoryCallBook, path: Path, days: int = 0) -> int:
    integrity = BookIntegrity([book], HeadFile(path), StoppedClock(NOW + timedelta(days=days)))
    return await integrity.export(await integrity.check_all())


async def test_the_heads_of_whole_chains_are_exported_day_by_day(tmp_path: Path) -> None:
    book, path = InMemoryCallBook(), tmp_path / "heads.jsonl"
    await book.append([call(1), call(1, owner="bob")])
    assert [await _exported(book, path, days) for days in (0, 0, 1)] == [2, 0, 2]
    report = await BookIntegrity([book], HeadFile(path), StoppedClock(NOW)).check(OWNER)
    assert (report.ok, [head.entries for head in report.exported]) == (True, [1])


async def test_a_book_that_was_written_anew_does_not_fit_its_exported_head(tmp_path: Path) -> None:
    book, path = InMemoryCallBook(), tmp_path / "heads.jsonl"
    await book.append([call(1)])
    await _exported(book, path)
    forged = InMemoryCallBook()
    await forged.append([call(1, probability=0.99)])
    report = await BookIntegrity([forged], HeadFile(path), StoppedClock(NOW)).check(OWNER)
    (broken,) = [check for check in report.checks if not check.ok]
    assert (report.ok, broken.broken_at) == (False, 1)
    assert broken.problem == "Entry 1 is not the one whose hash was exported on 2026-01-05."
    assert await _exported(forged, path, days=1) == 0, "what is broken keeps the head from before"
