"""Trials in the SQL database, and the data that they were made on: a pool is found by labels and days."""

import hashlib
from collections.abc import Iterator, Sequence
from datetime import date
from functools import cache

from sqlalchemy import BindParameter, ColumnElement, Select, and_, bindparam, func, or_, select
from sqlalchemy.orm import Session

from packages.domain.strategy.lineage import SampleSeries, Trial, TrialKind, TrialPool, TrialSample
from packages.infra.db.base import insert_missing_on
from packages.infra.db.engine import Database
from packages.infra.strategy.strategy_rows import StrategyTrialRow, TrialDataRow, TrialSeriesRow


class SqlTrials:
    """The store of trials over the database."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def add(self, lineage_id: str, trials: Sequence[Trial], sample: TrialSample | None = None) -> None:
        # In the order of keys, so that two sweeps that share points never wait for each other in a ring.
        ordered = sorted(trials, key=lambda trial: trial.key)
        rows = [_trial_values(lineage_id, trial, sample) for trial in ordered]

        def write(session: Session) -> None:
            if sample is not None:
                _add_sample(session, sample)
            insert_missing_on(session, StrategyTrialRow, rows)

        if rows:
            await self._database.write_once(write)

    async def count(self, lineage_id: str, pool: TrialPool | None = None) -> int:
        counted = _counted(pool is not None, pool is not None and pool.rules is not None)
        asked = _asked(lineage_id, pool)
        return await self._database.run_read(lambda connection: int(connection.scalar(counted, asked) or 0))

    async def of(self, lineage_id: str, pool: TrialPool | None = None) -> Sequence[Trial]:
        row = StrategyTrialRow
        wanted = select(row.trial_key, row.kind, row.at, row.count.label("many"), row.sharpe, row.rules)
        belongs = _belongs(pool is not None, pool is not None and pool.rules is not None)
        wanted = wanted.where(belongs).order_by(row.at, row.trial_key)
        found: dict[str, Trial] = {}
        async with self._database.read() as session:
            for each in await session.execute(wanted, _asked(lineage_id, pool)):
                trial = Trial(each.trial_key, TrialKind(each.kind), each.at, each.many, each.sharpe, each.rules)
                found.setdefault(trial.key, trial)
        return list(found.values())


@cache
def _counted(pooled: bool, by_rules: bool) -> Select[int]:
    """Made once: putting such a statement together takes longer than asking it."""
    once = select(func.max(StrategyTrialRow.count).label("many")).where(_belongs(pooled, by_rules))
    each = once.group_by(StrategyTrialRow.trial_key).subquery()
    return select(func.coalesce(func.sum(each.c.many), 0))


def _asked(lineage_id: str, pool: TrialPool | None) -> dict[str, object]:
    """The values of a statement about a lineage and a pool."""
    asked: dict[str, object] = {"lineage_id": lineage_id}
    if pool is None:
        return asked
    asked |= {"owner_id": pool.owner_id, "tickers": list(pool.tickers)}
    asked |= {"first_day": pool.first_day or date.min, "last_day": pool.last_day or date.max}
    return asked if pool.rules is None else {**asked, "rules": pool.rules}


def _belongs(pooled: bool, by_rules: bool) -> ColumnElement[bool]:
    row = StrategyTrialRow
    own = row.lineage_id == bindparam("lineage_id")
    if not pooled:
        return own
    shared, owners = _overlapping(), row.owner_id == bindparam("owner_id")
    # Trials from before data were recorded have their lineage in its place.
    ways = [own, and_(owners, row.data.in_(shared))]
    ways.append(and_(row.data.is_(None), row.lineage_id.in_(shared)))
    if by_rules:
        ways.append(and_(owners, row.rules == bindparam("rules")))
    return or_(*ways)


def _overlapping() -> Select[str]:
    """The hashes of the owner's data with one of the instruments, by any of its labels, on a day of the pool."""
    row = TrialDataRow
    owners = row.owner_id == bindparam("owner_id")
    tickers: BindParameter[list[str]] = bindparam("tickers", expanding=True)
    labels = select(row.label).where(owners, row.ticker.in_(tickers))
    named = or_(row.label.in_(tickers), row.label.in_(labels))
    days = row.first_day <= bindparam("last_day"), row.last_day >= bindparam("first_day")
    return select(row.data).where(owners, named, *days)


def _add_sample(session: Session, sample: TrialSample) -> None:
    known = select(TrialDataRow.data).where(TrialDataRow.owner_id == sample.owner_id)
    if session.scalar(known.where(TrialDataRow.data == sample.digest).limit(1)) is not None:
        return
    kept = session.scalars(select(TrialSeriesRow).where(TrialSeriesRow.owner_id == sample.owner_id)).all()
    labels = session.execute(_labels_of(sample.owner_id)).all()
    names: dict[str, set[str]] = {}
    for ticker, label in labels:
        names.setdefault(ticker, {ticker}).add(label)
    rows = [row for series in sample.series for row in _data_rows(sample, series, kept, names)]
    if rows:
        insert_missing_on(session, TrialDataRow, rows)
    fresh = [_series_values(sample.owner_id, each) for each in sample.series if not _is_kept(each, kept)]
    if fresh:
        insert_missing_on(session, TrialSeriesRow, fresh)


def _labels_of(owner_id: str) -> Select[str, str]:
    return select(TrialDataRow.ticker, TrialDataRow.label).where(TrialDataRow.owner_id == owner_id).distinct()


def _data_rows(
    sample: TrialSample, series: SampleSeries, kept: Sequence[TrialSeriesRow], names: dict[str, set[str]]
) -> Iterator[dict[str, object]]:
    """A row for the ticker, and one for every other ticker of the same data."""
    from packages.domain.backtest.jobs.sample import same_data  # numpy: a server that starts does not wait for it

    others = {each.ticker for each in kept if each.ticker != series.ticker and same_data(series.closes, each.closes)}
    labels = {series.ticker}.union(*(names.get(ticker, {ticker}) for ticker in others))
    for label in sorted(labels):
        yield {
            "owner_id": sample.owner_id,
            "data": sample.digest,
            "ticker": series.ticker,
            "label": label,
            "first_day": series.first_day,
            "last_day": series.last_day,
        }


def _is_kept(series: SampleSeries, kept: Sequence[TrialSeriesRow]) -> bool:
    from packages.domain.backtest.jobs.sample import is_covered  # as above

    return any(is_covered(series.closes, each.closes) for each in kept if each.ticker == series.ticker)


def _series_values(owner_id: str, series: SampleSeries) -> dict[str, object]:
    digest = hashlib.sha256(series.closes).hexdigest()
    return {"owner_id": owner_id, "ticker": series.ticker, "digest": digest, "closes": series.closes}


def _trial_values(lineage_id: str, trial: Trial, sample: TrialSample | None) -> dict[str, object]:
    return {
        "lineage_id": lineage_id,
        "trial_key": trial.key,
        "kind": trial.kind.value,
        "count": trial.count,
        "sharpe": trial.sharpe,
        "at": trial.at,
        "owner_id": None if sample is None else sample.owner_id,
        "data": None if sample is None else sample.digest,
        "rules": trial.rules,
    }
