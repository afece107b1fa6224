"""What the trials of a lineage returned, in the SQL database.

Returns are only ever added: triggers of the database refuse to change or delete one.
"""

from collections.abc import Sequence

import numpy as np
from sqlalchemy import Index, LargeBinary, String, select
from sqlalchemy.orm import Mapped, Session, mapped_column

from packages.domain.backtest.jobs.trial_returns import TrialReturn
from packages.domain.market_data.bars import Floats
from packages.infra.db.base import Base, insert_missing_on
from packages.infra.db.engine import Database

_BATCH = 500


class TrialReturnRow(Base):
    """What one trial returned by week: four bytes a week, the smallest first, from `first_week` on."""

    __tablename__ = "trial_returns"
    __table_args__ = (Index("ix_trial_returns_trial_key", "trial_key"),)

    lineage_id: Mapped[str] = mapped_column(String(36), primary_key=True)
    trial_key: Mapped[str] = mapped_column(String(255), primary_key=True)
    first_week: Mapped[int]
    returns: Mapped[bytes] = mapped_column(LargeBinary)


class SqlTrialReturns:
    """`TrialReturns` over the database."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def add(self, lineage_id: str, returns: Sequence[TrialReturn]) -> None:
        # In the order of keys, so that two that share trials never wait for each other in a ring.
        rows = [_return_values(lineage_id, each) for each in sorted(returns, key=lambda each: each.key)]

        def write(session: Session) -> None:
            for first in range(0, len(rows), _BATCH):
                insert_missing_on(session, TrialReturnRow, rows[first : first + _BATCH])

        await self._database.write_once(write)

    async def of(self, keys: Sequence[str]) -> Sequence[TrialReturn]:
        row, found = TrialReturnRow, dict[str, TrialReturn]()
        async with self._database.read() as session:
            for first in range(0, len(keys), _BATCH):
                some = row.trial_key.in_(keys[first : first + _BATCH])
                for each in await session.execute(select(row.trial_key, row.first_week, row.returns).where(some)):
                    returns = _returns(each.returns)
                    found.setdefault(each.trial_key, TrialReturn(each.trial_key, each.first_week, returns))
        # A database may sort letters by its own rules.
        return [found[key] for key in sorted(found)]


def _returns(data: bytes) -> Floats:
    return np.frombuffer(data, dtype="<f4").astype(np.float64)


def _return_values(lineage_id: str, trial: TrialReturn) -> dict[str, object]:
    data = trial.returns.astype("<f4").tobytes()
    return {"lineage_id": lineage_id, "trial_key": trial.key, "first_week": trial.first_week, "returns": data}
