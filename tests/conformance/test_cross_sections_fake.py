"""Cross-sections in plain Python are cross-sections."""

import pytest

from packages.domain.market_data.cross_sections import CrossSections
from tests.conformance.cross_sections_conformance import CrossSectionsConformance, Writer
from tests.fakes.cross_sections import PlainCrossSections


class TestPlainCrossSections(CrossSectionsConformance):
    @pytest.fixture
    def stores(self) -> tuple[Writer, CrossSections]:
        store = PlainCrossSections()
        return store, store
