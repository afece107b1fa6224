"""How a history is cut for a walk forward: what is fitted, what is thrown away, and what is tested."""

from dataclasses import dataclass
from itertools import pairwise

from packages.domain.stress.honesty.errors import BadFolds

FEWEST_FITTED = 60
FEWEST_TESTED = 20


@dataclass(frozen=True, slots=True)
class Fold:
    """Fitted on the bars [fit_from, fit_end), tested on [test_from, test_end); those between are purged. What lies
    before `fit_from` only warms indicators up."""

    fit_from: int
    fit_end: int
    test_from: int
    test_end: int


def folds_of(bars: int, *, folds: int, warm_up: int, purge: int, anchored: bool = True) -> tuple[Fold, ...]:
    """Half of what is left after warm-up and purge is fitted first, the other half is tested in equal stretches that
    follow each other without a gap. Anchored folds fit all that came before, others as many bars as the first."""
    if folds < 1 or warm_up < 0 or purge < 0:
        raise BadFolds("stress.bad_folds", folds=folds, warm_up=warm_up, purge=purge)
    left = bars - warm_up - purge
    tested = left // 2 // folds
    fitted = left - tested * folds
    if fitted < FEWEST_FITTED or tested < FEWEST_TESTED:
        needed = warm_up + purge + max(2 * folds * FEWEST_TESTED, FEWEST_FITTED + folds * FEWEST_TESTED)
        raise BadFolds(
            "stress.too_few_bars_for_folds", bars=bars, folds=folds, warm_up=warm_up, purge=purge, needed=needed
        )
    begins = [bars - tested * at for at in range(folds, -1, -1)]
    return tuple(
        Fold(warm_up if anchored else begin - purge - fitted, begin - purge, begin, end)
        for begin, end in pairwise(begins)
    )
