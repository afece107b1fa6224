"""The heads of the call books' chains in a file outside the database: a JSON line for each entry, and for each day."""

import json
import os
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from datetime import date
from pathlib import Path
from threading import Lock

from src.modules.judge.domain.chain import ExportedHead


class HeadFile:
    """`HeadArchive` in a file that only grows; a line that cannot be read, such as a torn one, is passed over."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._turn = Lock()

    def heads(self, owner_id: str) -> Sequence[ExportedHead]:
        return [head for head in self._all() if head.owner_id == owner_id]

    def add(self, heads: Sequence[ExportedHead]) -> int:
        with self._turn:
            there = set(self._all())
            new = [head for head in heads if head not in there]
            self._write(new)
            return len(new)

    def put(self, head: ExportedHead) -> None:
        with self._turn:
            self._write([head])

    def _write(self, heads: Sequence[ExportedHead]) -> None:
        """In one piece: who reads, or writes from another process, meets whole lines."""
        if not heads:
            return
        lines = "".join(f"{json.dumps(asdict(head), default=str)}\n" for head in heads).encode()
        self._path.parent.mkdir(parents=True, exist_ok=True)
        with self._path.open("ab", buffering=0) as file:
            file.write(lines)
            os.fsync(file.fileno())

    def _all(self) -> Iterator[ExportedHead]:
        if not self._path.exists():
            return
        for line in self._path.read_text(encoding="utf-8", errors="replace").splitlines():
            head = _head(line)
            if head is not None:
                yield head


def _head(line: str) -> ExportedHead | None:
    try:
        fields = json.loads(line)
        return ExportedHead(**{**fields, "day": date.fromisoformat(fields["day"])})
    except (ValueError, TypeError, KeyError):
        return None
