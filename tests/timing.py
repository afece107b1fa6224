"""What two pieces of work cost beside each other: by processor time, by turns, within one run on a busy machine."""

import gc
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TypeVar

T = TypeVar("T")

_MOST_TURNS = 9
_UNIT = 20_000_000
_TRIES = 3  # of each in a turn, one after the other: the least is what was disturbed least
_LONG_ENOUGH = 0.005  # seconds: a shorter sample says more about the clock than about the work


def arithmetic() -> None:
    """Half a second of work on a usual machine, to measure other work in."""
    sum(range(_UNIT))


class Costs:
    """Takes turns until one of them is within bounds, or none of many was: what else runs on the machine slows some of
    them, and what is out of proportion is so in all."""

    def __init__(self, at_most: float) -> None:
        self._at_most = at_most
        self._work = self._beside = 0.0
        self.ratios: list[float] = []

    @property
    def within_bounds(self) -> bool:
        return bool(self.ratios) and min(self.ratios) <= self._at_most

    def turns(self) -> Iterator[None]:
        """Each is to do `work` once, and what it is measured `beside`."""
        for _ in range(_MOST_TURNS):
            self._work = self._beside = 0.0
            yield
            self.ratios.append(self._work / self._beside)
            if self.within_bounds:
                return

    def take(self, work: float, beside: float) -> None:
        """Both, as they were measured in this turn."""
        self._work, self._beside = work, beside

    @contextmanager
    def work(self) -> Iterator[None]:
        with _processor_time() as spent:
            yield
        self._work = spent[0]

    @contextmanager
    def beside(self) -> Iterator[None]:
        with _processor_time() as spent:
            yield
        self._beside = spent[0]

    def __repr__(self) -> str:
        return f"{[round(ratio, 2) for ratio in self.ratios]} times the cost, at most {self._at_most}"


def growth(work: Callable[[T], object], short: T, long: T, times: int) -> Costs:
    """Of what is `times` as long, beside as many short ones: 1 where the cost is in proportion to the length, `times`
    where it grows with the square. The bound is halfway between."""
    costs, least = Costs(at_most=times**0.5), _average(work, long, 1)
    longs = 1 + int(_LONG_ENOUGH / max(least, _LONG_ENOUGH / 100))
    shorts = 1 + int(min(max(least, _LONG_ENOUGH) / _average(work, short, 1), longs * times))
    for _ in costs.turns():
        tries = [(_average(work, long, longs), _average(work, short, shorts)) for _ in range(_TRIES)]
        costs.take(min(cost for cost, _ in tries), times * min(cost for _, cost in tries))
    return costs


def _average(work: Callable[[T], object], what: T, count: int) -> float:
    with _processor_time() as spent:
        for _ in range(count):
            work(what)
    return spent[0] / count


@contextmanager
def _processor_time() -> Iterator[list[float]]:
    """Without the search for garbage, which would go through what the tests before have left."""
    spent, collects = [0.0], gc.isenabled()
    gc.disable()
    begun = time.process_time()
    try:
        yield spent
    finally:
        spent[0] = time.process_time() - begun
        if collects:
            gc.enable()
