"""What an import of many files has stored already, so that one that was killed resumes where it was."""

import hashlib
import os
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path


@dataclass(slots=True)
class ImportJournal:
    """A line for each file that is stored with all it holds. The file of lines goes when the import is done: only
    what died leaves one behind."""

    path: Path
    done: set[str] = field(default_factory=set)

    @classmethod
    def open(cls, folder: Path, paths: Sequence[Path], options: object) -> "ImportJournal":
        """That of the same files with the same options."""
        path = folder / f"{journal_key(paths, options)}.journal"
        known = path.read_text("utf-8").splitlines() if path.exists() else []
        return cls(path, set(known))

    def has(self, path: Path) -> bool:
        return bool(self.done) and _line(path) in self.done

    def add(self, paths: Iterable[Path]) -> None:
        """Written before the next file is begun, and safe from a loss of power."""
        lines = [_line(path) for path in paths]
        if not lines:
            return
        self.path.parent.mkdir(parents=True, exist_ok=True)
        with self.path.open("a", encoding="utf-8") as file:
            file.write("".join(f"{line}\n" for line in lines))
            file.flush()
            os.fsync(file.fileno())
        self.done.update(lines)

    def finish(self) -> None:
        self.path.unlink(missing_ok=True)


def journal_key(paths: Sequence[Path], options: object) -> str:
    """The same for the same files with the same options."""
    named = "|".join([*(str(path.resolve()) for path in paths), repr(options)])
    return hashlib.sha256(named.encode()).hexdigest()[:16]


def _line(path: Path) -> str:
    """A file that was changed since is another one."""
    stat = path.stat()
    return f"{path.resolve()}|{stat.st_size}|{stat.st_mtime_ns}".replace("\n", " ")
