"""Prices that jump overnight as only a split can, or further than the market lets them: an offer to repair, by day."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from decimal import Decimal

import numpy as np
import polars as pl

from packages.core.messages import Sentence, message
from packages.domain.market_data.market_rules import RULEBOOK
from packages.domain.market_data.symbols import Market, Symbol
from packages.infra.providers.market_data.bars.evidence.guess import Answers, Guess
from packages.infra.providers.market_data.bars.evidence.price_basis import is_index

_CN_RATIOS = tuple(Decimal(n) / 10 for n in (11, 12, 13, 14, 15, 16, 18, 20, 22, 25, 28, 30, 40))
_US_RATIOS = tuple(map(Decimal, ("1.5", "2", "3", "4", "5", "6", "7", "8", "10", "15", "20", "25", "30", "50")))
_BEYOND = 0.02  # past the limit by more than rounding and small dividends
_LARGE = 0.33  # a fall that looks like 3-for-2 at least
_WILD = 3.0  # times the price overnight: a change of unit, if it is no split
_MOST = 20


@dataclass(frozen=True, slots=True)
class Jump:
    """From the close before to the open of `day`."""

    day: date
    before: float
    after: float

    @property
    def change(self) -> float:
        return self.after / self.before - 1


def board_of(symbol: Symbol) -> str:
    """By the code; what special treatment a share is under no code tells."""
    code = symbol.text
    if code.startswith(("688", "689")):
        return "star"
    if code.startswith("30"):
        return "chinext"
    return "bse" if code.endswith(".BJ") else "main"


def jumps(days: pl.DataFrame, symbol: Symbol) -> list[Jump]:
    """`days`: time, open, close, in order. Only openings count: a close may have run from a lawful open."""
    if days.height < 2 or is_index(symbol):
        return []
    opened, before = days["open"].to_numpy()[1:], days["close"].to_numpy()[:-1]
    floor = 0.05 if symbol.market is Market.CN_STOCKS else _LARGE - 0.01
    places = np.flatnonzero(np.abs(opened / before - 1) > floor).tolist()
    found = (Jump(days["time"][place + 1].date(), float(before[place]), float(opened[place])) for place in places)
    return [jump for jump in found if _is_suspicious(jump, symbol)]


def _is_suspicious(jump: Jump, symbol: Symbol) -> bool:
    limit = _limit(symbol, jump.day)
    if symbol.market is Market.CN_STOCKS:
        return limit is not None and abs(jump.change) > limit + _BEYOND
    if max(jump.after / jump.before, jump.before / jump.after) > _WILD:
        return True
    return symbol.market is Market.US_STOCKS and bool(_ratios(jump, symbol))


def _limit(symbol: Symbol, day: date) -> float | None:
    fraction = RULEBOOK[symbol.market].limit(board_of(symbol), day, st=False)
    return None if fraction is None else float(fraction)


def _ratios(jump: Jump, symbol: Symbol) -> list[Decimal]:
    """New shares for one old that leave a move the market allows, the smallest move first."""
    if symbol.market is Market.CN_STOCKS:
        allowed, known = (_limit(symbol, jump.day) or 1.0) + 0.01, _CN_RATIOS
    else:
        allowed, known = 0.06, _US_RATIOS
    each = known if jump.change < 0 else tuple(1 / ratio for ratio in known)
    left = {ratio: abs(jump.after * float(ratio) / jump.before - 1) for ratio in each}
    return sorted((ratio for ratio, rest in left.items() if rest <= allowed), key=lambda ratio: left[ratio])


def split_guesses(found: list[Jump], symbol: Symbol, asked: Answers) -> Iterator[Guess]:
    """One offer a jump: prices stay as they are told; a split is added where a person says so."""
    for jump in found[:_MOST]:
        what = f"split:{jump.day}"
        ratios = [_written(ratio) for ratio in _ratios(jump, symbol)][:4]
        given = asked.get(what) or asked.get("split")
        said = message(
            "market_data.import.jump",
            day=jump.day,
            before=f"{jump.before:g}",
            after=f"{jump.after:g}",
            change=f"{jump.change:+.1%}",
            ratios=", ".join(ratios) or "–",
            answer=f"--answer {what}={ratios[0]}" if ratios else f"--answer {what}=RATIO",
        )
        if given is None:
            yield Guess(what, "none", Sentence(said), tuple(ratios), offers=True)
        else:
            yield Guess(what, given, Sentence(message("market_data.import.answered", what=what, value=given)))


def adjusted_jumps(found: list[Jump]) -> Iterator[Sentence]:
    """In adjusted prices no split is left: a jump as large as one is worth a look, and nothing can be added."""
    for jump in [one for one in found if abs(one.change) > _LARGE][:_MOST]:
        prices = {"before": f"{jump.before:g}", "after": f"{jump.after:g}", "change": f"{jump.change:+.1%}"}
        yield Sentence(message("market_data.import.jump_adjusted", day=jump.day, **prices))


def _written(ratio: Decimal) -> str:
    return f"{ratio.quantize(Decimal('0.0001')).normalize():f}"
