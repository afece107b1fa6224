"""Tests at work that are stopped in the stored records of a test."""

from dataclasses import replace

from packages.domain.conversation.awaited import AwaitedKind, AwaitedWork
from tests.fakes.stored_records import InMemoryRecords


class StoppableTests:
    """`RunningTests` over records in memory."""

    def __init__(self, records: InMemoryRecords) -> None:
        self._records = records

    async def stop(self, owner_id: str, work: AwaitedWork) -> None:
        key = (owner_id, work.id)
        if work.kind is AwaitedKind.BACKTEST:
            running = self._records.backtests[key]
            self._records.backtests[key] = replace(running, status="failed", is_stopped=True)
        else:
            report = self._records.reports[key]
            self._records.reports[key] = replace(report, status="failed", is_stopped=True)
