"""A database that tests use one after another is for each as if it were its own."""

from collections.abc import Iterator

import psycopg
import pytest

from tests.postgres import Postgres
from tests.reused_database import ReusedDatabase

_SCHEMA = """CREATE TABLE alembic_version (version_num text); INSERT INTO alembic_version VALUES ('1');
CREATE TABLE owners (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, name text);
CREATE TABLE pets (owner_id bigint REFERENCES owners)"""


@pytest.fixture
def reused(postgres: Postgres | None) -> Iterator[ReusedDatabase]:
    if postgres is None:
        pytest.skip("no PostgreSQL")
    with postgres.database() as model:
        _done(model, _SCHEMA)
        reused = ReusedDatabase(postgres, like=model)
        yield reused
        reused.drop()


def _done(url: str, statement: str) -> list[tuple[object, ...]]:
    with psycopg.connect(url, autocommit=True) as connection:
        answer = connection.execute(statement)
        return answer.fetchall() if answer.description else []


def _name(reused: ReusedDatabase) -> str:
    with reused.lent() as url:
        return url


def test_rows_are_gone_and_numbers_begin_again_and_the_database_is_the_same(reused: ReusedDatabase) -> None:
    with reused.lent() as first:
        _done(first, "INSERT INTO owners (name) VALUES ('ann'), ('lin'); INSERT INTO pets VALUES (1), (2)")
    with reused.lent() as second:
        assert second == first
        assert _done(second, "SELECT * FROM owners") == _done(second, "SELECT * FROM pets") == []
        assert _done(second, "INSERT INTO owners (name) VALUES ('eve') RETURNING id") == [(1,)]


def test_numbers_begin_again_also_where_the_row_was_taken_back(reused: ReusedDatabase) -> None:
    with reused.lent() as url:
        _done(url, "INSERT INTO owners (name) VALUES ('ann'); DELETE FROM owners")
    with reused.lent() as url:
        assert _done(url, "INSERT INTO owners (name) VALUES ('eve') RETURNING id") == [(1,)]


@pytest.mark.parametrize(
    "change",
    [
        "CREATE TABLE more (id int)",
        "CREATE SCHEMA elsewhere",
        "DROP TABLE pets",
        "CREATE INDEX by_name ON owners (name)",
        "ALTER TABLE owners ADD COLUMN age int",
        "ALTER TABLE owners DROP COLUMN name",
        "ALTER TABLE owners ALTER COLUMN name SET NOT NULL",
        "ALTER TABLE owners ALTER COLUMN name SET DEFAULT 'x'",
        "ALTER TABLE owners RENAME COLUMN name TO label",
        "ALTER TABLE owners ADD CONSTRAINT named CHECK (name <> '')",
        "ALTER TABLE pets DROP CONSTRAINT pets_owner_id_fkey",
        "UPDATE alembic_version SET version_num = '0'",
    ],
)
def test_after_a_change_of_more_than_rows_there_is_another(reused: ReusedDatabase, change: str) -> None:
    with reused.lent() as changed:
        _done(changed, change)
    assert _name(reused) != changed
    assert _name(reused) == _name(reused)


def test_whoever_is_left_at_the_end_of_a_test_is_sent_away(reused: ReusedDatabase) -> None:
    with reused.lent() as url:
        left = psycopg.connect(url)
        left.execute("INSERT INTO owners (name) VALUES ('ann')")  # in a transaction that is never ended
    with reused.lent() as again:
        assert again == url
        with pytest.raises(psycopg.OperationalError):
            left.execute("SELECT 1")
        assert _done(again, "SELECT * FROM owners") == []
    left.close()


def test_a_database_is_made_again_after_a_test_that_dropped_it(reused: ReusedDatabase, postgres: Postgres) -> None:
    with reused.lent() as dropped:
        postgres.drop(dropped)
    assert _name(reused) != dropped
