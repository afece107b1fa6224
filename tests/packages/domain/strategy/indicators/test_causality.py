"""Nothing later is seen: values on a prefix are the values on the whole, bit for bit."""

import numpy as np
import pytest

from packages.domain.strategy.indicators.catalogue import CATALOGUE
from tests.folding import each
from tests.packages.domain.strategy.indicators.markets import NAMES, REAL, Market, part, real, settings, walk

pytestmark = pytest.mark.slow

LENGTH = 420


def same_on_prefixes(name: str, market: Market, seed: int | None, cuts: list[int]) -> None:
    indicator = CATALOGUE[name]
    chosen = settings(indicator, seed)
    whole = indicator.compute(market, chosen)
    for cut in cuts:
        prefix = indicator.compute(part(market, cut), chosen)
        for output in indicator.outputs:
            np.testing.assert_array_equal(prefix[output], whole[output][:cut], err_msg=f"{output} of {cut} bars")


@each("name", NAMES)
def test_a_longer_series_changes_no_earlier_value(name: str) -> None:
    rng = np.random.default_rng(7)
    cuts = [1, 2, 63, 64, 65, *(int(cut) for cut in rng.integers(3, LENGTH, 6)), LENGTH - 1]
    for seed in (None, -1, 0, 1, 2):
        same_on_prefixes(name, walk(11, LENGTH), seed, cuts)


@each("name", NAMES)
def test_what_follows_can_be_anything(name: str) -> None:
    indicator, market, cut = CATALOGUE[name], walk(5, LENGTH), 300
    other = walk(6, LENGTH)
    spliced = {key: np.concatenate((column[:cut], 1000.0 * other[key][cut:])) for key, column in market.items()}
    ours, theirs = indicator.compute(market, {}), indicator.compute(spliced, {})
    for output in indicator.outputs:
        np.testing.assert_array_equal(ours[output][:cut], theirs[output][:cut])


@pytest.mark.skipif(not REAL, reason="../shared/data is not beside the checkout")
@pytest.mark.parametrize("file", REAL)
def test_no_later_bar_of_a_real_market_is_seen(file: str) -> None:
    market = part(real(file), 700)
    for name in NAMES:
        same_on_prefixes(name, market, None, [101, 256, 333, 512, 640, len(market["close"]) - 1])


@pytest.mark.trust
@pytest.mark.skipif(not REAL, reason="../shared/data is not beside the checkout")
@each("name", NAMES)
def test_every_single_prefix_of_real_markets_agrees(name: str) -> None:
    for file in REAL:
        same_on_prefixes(name, part(real(file), 400), None, list(range(1, 400)))
