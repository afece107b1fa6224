"""A trading floor for each test, its database copied from one that was migrated once."""

from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest

from tests.packages.domain.trading.execution.trading_floor import Floor, floor_folder, make_template


@pytest.fixture(scope="session")
def template() -> Iterator[Path]:
    with floor_folder() as folder:
        yield make_template(folder)


@pytest.fixture
async def floor(template: Path) -> AsyncIterator[Floor]:
    with floor_folder() as folder:
        floor = Floor(template, folder)
        await floor.open()
        yield floor
        await floor.aclose()
