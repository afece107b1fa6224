"""Indicators as a chart draws them: columns beside the bars, each with its name and the scale that it lies on."""

from datetime import datetime
from typing import Self

import numpy as np
from pydantic import Field

from packages.contracts.view import BaseView
from packages.core.messages import Language
from packages.domain.backtest.charted import ChartedOutput, charted
from packages.domain.market_data.bars import BarSeries, Floats
from packages.domain.strategy.catalogue_port import Catalogue
from packages.domain.strategy.explain.naming import factor_outputs
from packages.domain.strategy.model import Factor


class ChartLineOut(BaseView):
    """One output; null where it has no value yet."""

    output: str
    name: str
    on_price: bool = Field(description="It lies among the prices and is drawn on their scale.")
    values: list[float | None]

    @classmethod
    def of(cls, output: ChartedOutput, name: str, newest: int) -> Self:
        return cls(
            output=output.name, name=name, on_price=output.on_price, values=_without_nan(output.values[-newest:])
        )


class ChartIndicatorOut(BaseView):
    asked: str
    type: str
    parameters: dict[str, int | float | str]
    timeframe: str
    lines: list[ChartLineOut]

    @classmethod
    def of(
        cls, asked: str, factor: Factor, bars: BarSeries, catalogue: Catalogue, language: Language, newest: int
    ) -> Self:
        names = factor_outputs(factor, catalogue, language)
        return cls(
            asked=asked,
            type=factor.type,
            parameters=dict(factor.params),
            timeframe=factor.timeframe or bars.timeframe,
            lines=[ChartLineOut.of(each, names[each.name], newest) for each in charted(factor, bars)],
        )


class ChartIndicatorsOut(BaseView):
    """Columns of the same length, oldest bar first; `time` begins a bar, in UTC. Every value was worked out from bars
    that were known at `as_of`, none of them later than its own."""

    symbol: str
    timeframe: str
    source: str
    as_of: datetime
    time: list[str]
    indicators: list[ChartIndicatorOut]

    @classmethod
    def of(cls, bars: BarSeries, as_of: datetime, indicators: list[ChartIndicatorOut], newest: int) -> Self:
        return cls(
            symbol=str(bars.symbol),
            timeframe=bars.timeframe.value,
            source=bars.source,
            as_of=as_of,
            time=[f"{time}Z" for time in bars.columns.time[-newest:].astype("datetime64[s]")],
            indicators=indicators,
        )


def _without_nan(values: Floats) -> list[float | None]:
    return [float(f"{value:.8g}") if np.isfinite(value) else None for value in values.tolist()]
