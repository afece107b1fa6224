"""What the blocks by date hold: the slot of each series, the files of each year, and how far each series reaches.

The catalogue is one file that is replaced whole; blocks that it does not name do not count. `folders` says how the
folder of each symbol was when it was read last: when it was changed, and what its files were. `aside` lists symbols
that are always read from their own files: because one is damaged, or a bar claims what the planes cannot hold.
"""

import json
import os
from collections.abc import Iterator
from dataclasses import asdict, dataclass, field
from pathlib import Path

from packages.infra.providers.market_data.bars.layout import unfinished_name

FORMAT = 1
_FILE = "catalogue.json"


@dataclass(frozen=True, slots=True)
class FoldedSeries:
    """The daily bars of a symbol from one source; instants are microseconds since 1970 in UTC."""

    symbol: str
    source: str
    first: int
    last: int
    known_from: int
    known_to: int
    rows: int


@dataclass(slots=True)
class Group:
    """Series of one market: a slot for each (None: free), and a file for each year."""

    market: str
    slots: list[FoldedSeries | None] = field(default_factory=list)
    blocks: dict[int, str] = field(default_factory=dict)


@dataclass(slots=True)
class Catalogue:
    groups: list[Group] = field(default_factory=list)
    folders: dict[str, tuple[int, int]] = field(default_factory=dict)
    aside: dict[str, str] = field(default_factory=dict)

    def series(self) -> Iterator[tuple[int, int, FoldedSeries]]:
        """With its group and slot."""
        for number, group in enumerate(self.groups):
            for slot, series in enumerate(group.slots):
                if series is not None:
                    yield number, slot, series

    def files(self) -> set[str]:
        return {name for group in self.groups for name in group.blocks.values()}


def catalogue_key(folder: Path) -> tuple[int, int, int] | None:
    """Another one means another catalogue; None where there is none."""
    try:
        stat = (folder / _FILE).stat()
    except FileNotFoundError:
        return None
    return stat.st_ino, stat.st_mtime_ns, stat.st_size


def load_catalogue(folder: Path) -> Catalogue:
    """An empty one where there is none, or one of another format: then everything is read anew."""
    try:
        content = json.loads((folder / _FILE).read_text("utf-8"))
        if content["format"] != FORMAT:
            return Catalogue()
        folders = {name: (mark[0], mark[1]) for name, mark in content["folders"].items()}
        return Catalogue([_group(group) for group in content["groups"]], folders, content["aside"])
    except (FileNotFoundError, ValueError, KeyError, TypeError):
        return Catalogue()


def drop_catalogue(folder: Path) -> None:
    """Everything is folded again from the files of the symbols."""
    (folder / _FILE).unlink(missing_ok=True)


def save_catalogue(folder: Path, catalogue: Catalogue) -> None:
    text = json.dumps(
        {
            "format": FORMAT,
            "groups": [_content(group) for group in catalogue.groups],
            "folders": catalogue.folders,
            "aside": catalogue.aside,
        }
    )
    unfinished = folder / unfinished_name(_FILE)
    with unfinished.open("w", encoding="utf-8") as file:
        file.write(text)
        file.flush()
        os.fsync(file.fileno())
    unfinished.replace(folder / _FILE)


def _content(group: Group) -> dict[str, object]:
    slots = [None if series is None else list(asdict(series).values()) for series in group.slots]
    return {"market": group.market, "slots": slots, "blocks": {str(year): name for year, name in group.blocks.items()}}


def _group(content: dict[str, object]) -> Group:
    slots, blocks = content["slots"], content["blocks"]
    if not isinstance(slots, list) or not isinstance(blocks, dict):
        raise TypeError("a group has slots and blocks")
    series = [None if one is None else FoldedSeries(*one) for one in slots]
    return Group(str(content["market"]), series, {int(year): name for year, name in blocks.items()})
