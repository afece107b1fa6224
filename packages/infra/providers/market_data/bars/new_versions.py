"""What an import adds to the versions that are stored of each bar."""

from datetime import datetime, timedelta

import polars as pl

from packages.infra.providers.market_data.bars.parts import COLUMNS, VALUES


def news(told: pl.DataFrame, stored: pl.DataFrame | None, recorded_at: datetime) -> pl.DataFrame:
    """The told rows that are not stored yet, with the column `revises`.

    A row that differs from the version known last is a correction: known from `recorded_at` on, and always after the
    version that it corrects, so that what was read as of an earlier instant stays as it was. A row that was told
    before as of the same instant is no news, so that a sync or an import can be run again."""
    dated = told.with_columns(pl.lit(recorded_at).dt.cast_time_unit("us").alias("recorded_at"))
    if stored is None:
        return dated.with_columns(revises=False)
    latest = _told_last(stored)
    by_then = _told_last(stored.filter(pl.col("recorded_at") <= recorded_at))
    told_before = pl.concat([latest, by_then, stored.filter(pl.col("recorded_at") == recorded_at)])
    fresh = dated.join(told_before, on=["time", *VALUES], how="anti", maintain_order="left")
    fresh = fresh.join(latest.select("time", known_before="known_at"), on="time", how="left", maintain_order="left")
    return fresh.select(
        *(name for name in COLUMNS if name != "known_at"),
        known_at=pl.max_horizontal("known_at", *_after_the_one_before()),
        revises=pl.col("known_before").is_not_null(),
    )


def _told_last(stored: pl.DataFrame) -> pl.DataFrame:
    return stored.group_by("time", maintain_order=True).last()


def _after_the_one_before() -> tuple[pl.Expr, pl.Expr]:
    corrects = pl.col("known_before").is_not_null()
    moment_later = pl.col("known_before") + timedelta(microseconds=1)
    return pl.when(corrects).then("recorded_at"), moment_later
