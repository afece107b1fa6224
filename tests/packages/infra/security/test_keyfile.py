"""A key is made once, kept private, and the same for all who start together."""

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from packages.infra.security.vault import load_or_create_key


def test_all_who_start_together_get_the_same_key(tmp_path: Path) -> None:
    path = tmp_path / "keys" / "a.key"
    with ThreadPoolExecutor(8) as pool:
        keys = set(pool.map(lambda _: load_or_create_key(path), range(32)))
    assert len(keys) == 1
    assert list(path.parent.iterdir()) == [path]


def test_only_its_owner_can_read_it(tmp_path: Path) -> None:
    path = tmp_path / "keys" / "a.key"
    load_or_create_key(path)
    assert path.stat().st_mode & 0o777 == 0o600


def test_a_file_that_is_no_key_is_not_used(tmp_path: Path) -> None:
    (tmp_path / "a.key").write_bytes(b"short")
    with pytest.raises(ValueError, match="move it away"):
        load_or_create_key(tmp_path / "a.key")
