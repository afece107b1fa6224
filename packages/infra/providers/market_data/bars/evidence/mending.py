"""Figures that a person was asked about, mended as was answered: converted, or refused by their lines."""

from collections.abc import Iterator
from dataclasses import dataclass

import polars as pl

from packages.domain.market_data.symbols import Market
from packages.infra.providers.market_data.bars.evidence.guess import Answers, Guess
from packages.infra.providers.market_data.bars.evidence.odd_figures import ODD, OddFigure, odd_guess
from packages.infra.providers.market_data.bars.evidence.stretches import inside, refused
from packages.infra.providers.market_data.bars.evidence.volume_steps import STEPPED, VolumeStretch, stretch_guess


@dataclass(frozen=True, slots=True)
class Mending:
    """What was found in a file. Nothing is changed before there is an answer."""

    odd: tuple[OddFigure, ...] = ()
    steps: tuple[VolumeStretch, ...] = ()
    asked: Answers | None = None

    @property
    def changes(self) -> bool:
        return self._answer("odd_figures") == "leave_out" or self._answer("volume_steps") in ("scale", "leave_out")

    def guesses(self, asked: Answers, market: Market) -> Iterator[Guess]:
        found = odd_guess(self.odd, asked, on_exchange=market.is_stocks), stretch_guess(self.steps, asked)
        yield from (guess for guess in found if guess is not None)

    def mended(self, bars: pl.DataFrame) -> pl.DataFrame:
        if self.odd and self._answer("odd_figures") == "leave_out":
            bars = refused(bars, pl.col("line").is_in([one.line for one in self.odd]), ODD)
        for one in self.steps:
            if self._answer("volume_steps") == "scale":
                scaled = (pl.col("volume") * one.factor).round(0)
                bars = bars.with_columns(volume=pl.when(inside(one.since, one.until)).then(scaled).otherwise("volume"))
            elif self._answer("volume_steps") == "leave_out":
                bars = refused(bars, inside(one.since, one.until), STEPPED)
        return bars

    def _answer(self, what: str) -> str | None:
        found = self.odd if what == "odd_figures" else self.steps
        return self.asked.get(what) if self.asked is not None and found else None
