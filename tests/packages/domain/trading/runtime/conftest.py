"""A migrated database to copy, made once."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.packages.domain.trading.execution.trading_floor import floor_folder, make_template


@pytest.fixture(scope="session")
def template() -> Iterator[Path]:
    with floor_folder() as folder:
        yield make_template(folder)
