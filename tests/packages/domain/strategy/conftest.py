"""The catalogues that the language is tested with: a small one, and the desk's own."""

import pytest

from packages.domain.strategy.catalogue_port import Catalogue
from packages.domain.strategy.indicators.catalogue import CATALOGUE
from tests.corpus.indicator_catalogue import SMALL_CATALOGUE


@pytest.fixture(params=["small", "own"])
def catalogue(request: pytest.FixtureRequest) -> Catalogue:
    return SMALL_CATALOGUE if request.param == "small" else CATALOGUE
