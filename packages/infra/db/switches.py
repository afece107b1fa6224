"""The kill switches in the SQL database: how each stands, and every turn of it."""

from collections.abc import Sequence

from sqlalchemy import insert, select, tuple_, update

from packages.domain.trading.risk.switches import Scope, Switch, SwitchKey
from packages.infra.db.deployment_rows import KillSwitchRow, KillSwitchTurnRow
from packages.infra.db.engine import Database
from packages.infra.db.upsert import insert_missing


class SqlSwitches:
    """`SwitchStore`; nothing is held in memory, so that another process's turn counts at the next look."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def turn(self, switch: Switch) -> None:
        key = {"scope": switch.key.scope.value, "target": switch.key.target}
        told = {"is_on": switch.is_on, "by": switch.by, "reason": switch.reason, "at": switch.at}
        row = KillSwitchRow
        move = update(row).where(row.scope == key["scope"], row.target == key["target"])
        async with self._database.write() as session:
            await insert_missing(session, KillSwitchRow, [{**key, **told, "turns": 0}])
            number = await session.scalar(move.values(**told, turns=row.turns + 1).returning(row.turns))
            await session.execute(insert(KillSwitchTurnRow), {**key, **told, "number": number})

    async def on(self, keys: Sequence[SwitchKey]) -> Sequence[Switch]:
        row = KillSwitchRow
        wanted = tuple_(row.scope, row.target).in_([(key.scope.value, key.target) for key in keys])
        async with self._database.read() as session:
            found = [_switch(each) for each in await session.scalars(select(row).where(wanted, row.is_on))]
        return sorted(found, key=lambda switch: list(keys).index(switch.key))

    async def history(self, key: SwitchKey, limit: int) -> Sequence[Switch]:
        row = KillSwitchTurnRow
        wanted = select(row).where(row.scope == key.scope.value, row.target == key.target)
        async with self._database.read() as session:
            rows = await session.scalars(wanted.order_by(row.number.desc()).limit(limit))
            return [_switch(each) for each in rows]


def _switch(row: KillSwitchRow | KillSwitchTurnRow) -> Switch:
    return Switch(SwitchKey(Scope(row.scope), row.target), row.is_on, row.by, row.reason, row.at)
