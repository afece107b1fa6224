"""The first value comes exactly when the warm-up says so, and from then on there is one at every bar."""

import numpy as np
import pytest

from packages.domain.strategy.indicators.catalogue import CATALOGUE
from tests.folding import each
from tests.packages.domain.strategy.indicators.markets import NAMES, settings, walk

pytestmark = pytest.mark.slow

# One side divided by the other: with a window of two bars, the other side is often empty.
ONE_SIDED = {"demarker", "arbr", "cr", "volume_ratio"}


@each("name", NAMES)
def test_the_first_value_comes_when_the_warm_up_is_over(name: str) -> None:
    indicator, market = CATALOGUE[name], walk(3, 600)
    for seed in (None, 0, 1, 2, 3, *(() if name in ONE_SIDED else (-1,))):
        chosen = settings(indicator, seed)
        told = indicator.compute(market, chosen)
        for output in indicator.outputs:
            first = indicator.warm_up(chosen, [output])
            known = ~np.isnan(told[output])
            assert not known[:first].any(), (output, chosen)
            assert known[first:].all(), (output, chosen)


@each("name", NAMES)
def test_without_a_named_output_the_warm_up_is_that_of_the_slowest(name: str) -> None:
    indicator = CATALOGUE[name]
    assert indicator.warm_up({}) == max(indicator.warm_up({}, [output]) for output in indicator.outputs)


@each("name", NAMES)
def test_exactly_one_bar_more_than_the_warm_up_gives_exactly_one_value(name: str) -> None:
    indicator, market = CATALOGUE[name], walk(3, 600)
    for output in indicator.outputs:
        first = indicator.warm_up({}, [output])
        for bars, values in ((first, 0), (first + 1, 1)):
            told = indicator.compute({key: column[:bars] for key, column in market.items()}, {}, [output])
            assert np.count_nonzero(~np.isnan(told[output])) == values
