"""Many small parts of one series become one: the new part names those it replaces, and from the instant it appears
they no longer count; so a crash at any point loses nothing and doubles nothing."""

from collections.abc import Iterable, Sequence
from pathlib import Path

from packages.infra.providers.market_data.bars.layout import parquet_files
from packages.infra.providers.market_data.bars.parts import BarPart, read_part

SMALL = 50_000  # rows; a part this big is left alone
MANY = 16  # small parts of one source, at which an append merges them


def all_parts(folder: Path) -> list[BarPart]:
    return [read_part(key) for key in parquet_files(folder)]


def live(parts: Iterable[BarPart]) -> list[BarPart]:
    """The parts whose rows count, in time order."""
    found = list(parts)
    replaced = {name for part in found for name in part.replaces}
    return sorted((part for part in found if part.name not in replaced), key=lambda part: (part.first, part.name))


def live_parts(folder: Path) -> list[BarPart]:
    """Of one series, by its own folder."""
    return live(all_parts(folder))


def remove_replaced(folder: Path) -> None:
    """What a compaction that died had left to take away; only for the one who holds the folder."""
    found = all_parts(folder)
    counted = {part.name for part in live(found)}
    for part in found:
        if part.name not in counted:
            Path(part.key.path).unlink(missing_ok=True)


def merge_small(folder: Path, at_least: int) -> None:
    """Source by source; only for the one who holds the folder."""
    small = [part for part in live(all_parts(folder)) if part.rows < SMALL]
    for source in sorted({part.source for part in small}):
        mergeable = [part for part in small if part.source == source]
        if len(mergeable) >= at_least:
            _merge(folder, source, mergeable)


def _merge(folder: Path, source: str, parts: Sequence[BarPart]) -> None:
    from packages.infra.providers.market_data.bars.part_frames import (  # frames are for writers: a reader loads none
        read_rows,
        write_part,
    )

    revisions = sum(part.revisions for part in parts)
    write_part(folder, source, read_rows(parts), revisions, [part.name for part in parts])
    remove_replaced(folder)
