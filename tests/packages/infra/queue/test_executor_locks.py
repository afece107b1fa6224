"""A process's lock is its life: free when nobody holds it, and nobody takes a living one's."""

from pathlib import Path

import pytest
from sqlalchemy import NullPool, create_engine, text

from packages.infra.queue.executor_locks import locks_for
from packages.settings.database import DatabaseUrl


@pytest.fixture
def folder(home: Path) -> Path:
    return home / "locks"


def test_a_lock_is_free_before_and_after_and_not_while_it_is_held(database_url: DatabaseUrl, folder: Path) -> None:
    ours, theirs = locks_for(database_url, folder), locks_for(database_url, folder)
    assert theirs.is_free("one")
    ours.hold("one")
    ours.hold("one")
    theirs.hold("two")
    assert not theirs.is_free("one")
    assert not ours.is_free("two")
    ours.release()
    assert theirs.is_free("one")
    assert theirs.is_free("one")
    theirs.release()
    assert _files(folder) == set()


def _files(folder: Path) -> set[str]:
    return {path.name for path in folder.glob("*executor*")} if folder.exists() else set()


def test_what_the_dead_left_behind_is_swept_away(folder: Path) -> None:
    url = DatabaseUrl("sqlite:///parley.sqlite")
    folder.mkdir(parents=True)
    (folder / "jobs-executor-dead.lock").touch()
    living = locks_for(url, folder)
    living.hold("living")
    assert _files(folder) == {"jobs-executor-living.lock"}
    living.release()


def test_a_lock_that_went_with_its_connection_is_taken_again(database_url: DatabaseUrl, folder: Path) -> None:
    if database_url.is_sqlite:
        pytest.skip("a file lock goes with its process and not before")
    ours, theirs = locks_for(database_url, folder), locks_for(database_url, folder)
    ours.hold("one")
    with create_engine(database_url.for_psycopg, poolclass=NullPool).connect() as connection:
        others = "FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()"
        connection.execute(text(f"SELECT pg_terminate_backend(pid) {others}"))
    assert theirs.is_free("one")
    ours.hold("one")
    assert not theirs.is_free("one")
    ours.release()


def test_a_lock_that_is_given_back_is_free_at_once(database_url: DatabaseUrl, folder: Path) -> None:
    theirs = locks_for(database_url, folder)
    for number in range(20):
        ours = locks_for(database_url, folder)
        ours.hold(f"held {number}")
        ours.release()
        assert theirs.is_free(f"held {number}")
