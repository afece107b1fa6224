"""Markets to try the catalogue on: seeded walks, real files, and settings of every indicator."""

import csv
from collections.abc import Mapping
from functools import cache
from pathlib import Path

import numpy as np

from packages.domain.market_data.bars import Floats
from packages.domain.strategy.indicators.catalogue import CATALOGUE, Indicator
from packages.domain.strategy.indicators.parameters import SOURCES, Parameter, Value

DATA = Path(__file__).parents[6] / "shared" / "data"
REAL = sorted(path.name for path in DATA.glob("*.csv")) if DATA.is_dir() else []
COLUMNS = ("open", "high", "low", "close", "volume")
NAMES = list(CATALOGUE)

Market = Mapping[str, Floats]


@cache
def walk(seed: int, length: int = 400) -> Market:
    """Prices and fractional volumes, in which no two values are alike."""
    rng = np.random.default_rng(seed)
    close = 50.0 * np.exp(np.cumsum(rng.normal(0.0, 0.02, length)))
    open_ = close * np.exp(rng.normal(0.0, 0.012, length))
    high = np.maximum(open_, close) * np.exp(np.abs(rng.normal(0.0, 0.006, length)))
    low = np.minimum(open_, close) * np.exp(-np.abs(rng.normal(0.0, 0.006, length)))
    return _sealed(
        {"open": open_, "high": high, "low": low, "close": close, "volume": rng.lognormal(12.0, 0.6, length)}
    )


@cache
def real(file: str) -> Market:
    with (DATA / file).open() as lines:
        rows = [{name.lower(): value for name, value in row.items()} for row in csv.DictReader(lines)]
    names = {name: "vol" if name == "volume" and "volume" not in rows[0] else name for name in COLUMNS}
    return _sealed({name: np.array([float(row[told]) for row in rows]) for name, told in names.items()})


def part(market: Market, upto: int, start: int = 0) -> Market:
    return {name: column[start:upto].copy() for name, column in market.items()}


def changed(market: Market, **columns: Floats) -> Market:
    return {**market, **columns}


def settings(indicator: Indicator, seed: int | None) -> dict[str, Value]:
    """The defaults, the smallest allowed (seed -1), or a seeded choice."""
    if seed is None:
        return {}
    rng = None if seed < 0 else np.random.default_rng(seed)
    chosen = {each.name: _value(each, rng) for each in indicator.parameters}
    for smaller, greater in indicator.rising:
        apart = abs(float(chosen[greater]) - float(chosen[smaller]))
        if isinstance(chosen[smaller], int):
            chosen[greater] = int(chosen[smaller]) + max(1, int(apart))
        else:
            chosen[greater] = min(0.99, float(chosen[smaller]) + max(0.01, apart))
    return chosen


def _value(parameter: Parameter, rng: np.random.Generator | None) -> Value:
    if parameter.kind == "source":
        return SOURCES[int(rng.integers(len(SOURCES)))] if rng else "high"
    low, high = parameter.minimum or 0.0, parameter.maximum or 0.0
    if parameter.kind == "int":
        return int(low) if rng is None else int(low) + int(rng.integers(25))
    return low if rng is None else float(rng.uniform(low, min(high, low + 3.0)))


def _sealed(market: dict[str, Floats]) -> Market:
    for column in market.values():
        column.flags.writeable = False
    return market
