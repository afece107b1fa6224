"""One pack for all tests: it is the same for everybody, and nobody can change it."""

import pytest

from packages.infra.providers.market_data.demo.pack import DemoPack, generate


@pytest.fixture(scope="session")
def pack() -> DemoPack:
    return generate()
