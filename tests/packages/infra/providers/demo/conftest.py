"""One pack for all tests: it is the same for everybody, and nobody can change it."""

import pytest

from packages.infra.providers.demo.generate import generate
from packages.infra.providers.demo.pack import DemoPack


@pytest.fixture(scope="session")
def pack() -> DemoPack:
    return generate()
