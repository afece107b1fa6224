"""What Optuna writes down, kept in memory and handed over batch by batch.

Within a batch nothing is stored, so that a search which dies goes on from the end of its last whole batch.
"""

import json
import zlib
from collections.abc import Iterable, Sequence
from typing import Any

from optuna.storages.journal import BaseJournalBackend


class Journal(BaseJournalBackend):
    """`batches` are those that were handed over before."""

    def __init__(self, batches: Sequence[bytes] = ()) -> None:
        self._logs: list[dict[str, Any]] = [log for batch in batches for log in json.loads(zlib.decompress(batch))]
        self._handed_over = len(self._logs)

    def read_logs(self, log_number_from: int) -> Iterable[dict[str, Any]]:
        return self._logs[log_number_from:]

    def append_logs(self, logs: list[dict[str, Any]]) -> None:
        self._logs += json.loads(json.dumps(logs))  # as they will be when they are read again

    def hand_over(self) -> bytes:
        """Everything since the last time."""
        fresh = self._logs[self._handed_over :]
        self._handed_over = len(self._logs)
        return zlib.compress(json.dumps(fresh, separators=(",", ":")).encode())
