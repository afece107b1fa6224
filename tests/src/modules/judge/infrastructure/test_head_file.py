"""Heads of chains outside the database."""

from datetime import date
from pathlib import Path

from src.modules.judge.domain.chain import ExportedHead
from src.modules.judge.infrastructure.head_file import HeadFile

HEAD = ExportedHead(day=date(2026, 1, 5), owner_id="ann", book="calls", entries=3, head="a" * 64)


def test_a_head_is_exported_once_a_day_and_lines_are_only_added(tmp_path: Path) -> None:
    path = tmp_path / "home" / "heads.jsonl"
    assert HeadFile(path).heads("ann") == []
    assert HeadFile(path).add([HEAD]) == 1
    first = path.read_text()
    later = ExportedHead(day=date(2026, 1, 6), owner_id="ann", book="calls", entries=4, head="b" * 64)
    assert HeadFile(path).add([later, HEAD]) == 1
    assert path.read_text().startswith(first)
    assert HeadFile(path).heads("ann") == [HEAD, later]
    assert HeadFile(path).heads("bob") == []


def test_a_chain_that_grew_is_exported_at_once(tmp_path: Path) -> None:
    path = tmp_path / "home" / "heads.jsonl"
    grown = ExportedHead(day=HEAD.day, owner_id="ann", book="calls", entries=4, head="b" * 64)
    for head in (HEAD, grown):
        HeadFile(path).put(head)
    assert HeadFile(path).heads("ann") == [HEAD, grown]
    assert HeadFile(path).add([grown]) == 0


def test_a_torn_line_is_passed_over(tmp_path: Path) -> None:
    path = tmp_path / "heads.jsonl"
    HeadFile(path).add([HEAD])
    with path.open("a") as file:
        file.write('{"day": "2026-01-')
    assert HeadFile(path).heads("ann") == [HEAD]
