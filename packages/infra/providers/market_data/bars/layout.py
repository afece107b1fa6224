"""Where the parts of a series lie: `<folder>/<timeframe>/<symbol>/<hash>.parquet`, with names that every file system
keeps apart."""

import os
import re
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from packages.domain.market_data.errors import BadSymbol
from packages.domain.market_data.symbols import Symbol, parse_symbol
from packages.domain.market_data.timeframe import Timeframe

PART = re.compile(r"[0-9a-f]{64}\.parquet")
_UNFINISHED = ".part"
_DEVICES = re.compile(r"(CON|PRN|AUX|NUL|COM\d|LPT\d)(?=\.|$)")  # Windows opens a device under these names


@dataclass(frozen=True, slots=True)
class FileKey:
    """A file as it was when it was listed; a part never changes, so another key means another file."""

    path: str
    name: str
    modified: int
    size: int


@lru_cache(maxsize=65_536)
def folder_name(symbol: Symbol) -> str:
    """Capitals, digits, dots and hyphens stand for themselves; `=` would read as a Hive partition, so it is `_3D`."""
    escaped = re.sub(
        r"[^A-Z0-9.-]|^\.|\.$", lambda match: "".join(f"_{byte:02X}" for byte in match[0].encode()), symbol.text
    )
    return _DEVICES.sub(r"\1_", escaped, count=1) if _DEVICES.match(escaped) else escaped


def symbol_of(name: str) -> Symbol | None:
    """The symbol whose folder has this name; None for a folder that is none of ours."""
    text = re.sub(r"_([0-9A-F]{2})", lambda match: chr(int(match[1], 16)), name).replace("_", "")
    try:
        symbol = parse_symbol(text)
    except BadSymbol:
        return None
    return symbol if folder_name(symbol) == name else None


def series_folder(folder: Path, symbol: Symbol, timeframe: Timeframe) -> Path:
    return folder.joinpath(timeframe, folder_name(symbol))


def parquet_files(folder: Path | str) -> list[FileKey]:
    """Every file that claims to be data, in the order of names; unfinished and hidden files are not data."""
    try:
        with os.scandir(folder) as entries:
            found = [entry for entry in entries if entry.name.endswith(".parquet") and entry.name[0] != "."]
            keys = [_key(entry) for entry in found]
    except (FileNotFoundError, NotADirectoryError):
        return []
    return sorted((key for key in keys if key is not None), key=lambda key: key.path)


def unfinished_name(name: str) -> str:
    return f".{name}.{os.getpid()}{_UNFINISHED}"


def sweep(folder: Path) -> None:
    """Takes away what a writer that died left behind; only for the one who holds the folder."""
    for path in folder.glob(f".*{_UNFINISHED}"):
        path.unlink(missing_ok=True)


def _key(entry: os.DirEntry[str]) -> FileKey | None:
    try:
        stat = entry.stat()
    except FileNotFoundError:
        return None  # a compaction took it away since it was listed
    return FileKey(entry.path, entry.name, stat.st_mtime_ns, stat.st_size)
