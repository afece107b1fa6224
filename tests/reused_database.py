"""One copy of a PostgreSQL database for one test after another: to empty it takes a fraction of making another."""

from collections.abc import Iterator
from contextlib import contextmanager

import psycopg

from tests.postgres import Postgres

_LEAVE = """SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity
WHERE datname = current_database() AND pid <> pg_backend_pid() AND backend_type = 'client backend'"""
# Some tables are kept from losing rows by a trigger, which is not to fire here.
_EMPTY = """SET session_replication_role = replica;
DO $$
DECLARE
    one regclass;
    has_rows boolean;
BEGIN
    FOR one IN SELECT oid FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r'
        AND relname <> 'alembic_version'
    LOOP
        EXECUTE format('SELECT EXISTS (SELECT FROM %s)', one) INTO has_rows;
        IF has_rows THEN EXECUTE format('TRUNCATE %s CASCADE', one); END IF;
    END LOOP;
    FOR one IN SELECT oid FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'S'
    LOOP
        EXECUTE format('ALTER SEQUENCE %s RESTART', one);
    END LOOP;
END $$"""
# Whatever a test adds to the schema, takes from it or alters in it changes one of these.
_SHAPE = """SELECT (SELECT count(*) FROM pg_namespace), (SELECT string_agg(version_num, ' ') FROM alembic_version),
    (SELECT (count(*), max(oid))::text FROM pg_class), (SELECT (count(*), max(oid))::text FROM pg_constraint),
    (SELECT (count(*), max(oid))::text FROM pg_proc), (SELECT (count(*), max(oid))::text FROM pg_trigger),
    (SELECT (count(*), max(xmin::text::bigint))::text FROM pg_attribute),
    (SELECT (count(*), max(xmin::text::bigint))::text FROM pg_attrdef)"""


class ReusedDatabase:
    """Made like a model at the current schema, with no rows; made again after a test that changed more than rows."""

    def __init__(self, server: Postgres, like: str) -> None:
        self._server = server
        self._model = like
        self._url = ""
        self._shape: object = None
        # One connection for all tests: what PostgreSQL must look up of every table, it looks up once.
        self._connection: psycopg.Connection[tuple[object, ...]] | None = None

    @contextmanager
    def lent(self) -> Iterator[str]:
        """The URL of the database, for one test at a time; afterwards nobody is connected to it, and it is empty."""
        if self._connection is None:
            self._url = self._server.create(like=self._model)
            self._connection = psycopg.connect(self._url, autocommit=True)
            self._shape = _shape(self._connection)
        try:
            yield self._url
        finally:
            if not self._as_new(self._connection):
                self.drop()

    def drop(self) -> None:
        if self._connection is not None:
            self._connection.close()
            self._connection = None
            self._server.drop(self._url)

    def _as_new(self, connection: psycopg.Connection[tuple[object, ...]]) -> bool:
        """Emptied; False where that was not all, or there is nothing left to empty."""
        try:
            connection.execute(_LEAVE)
            if alike := _shape(connection) == self._shape:
                connection.execute(_EMPTY)
        except psycopg.Error:
            return False
        return alike


def _shape(connection: psycopg.Connection[tuple[object, ...]]) -> object:
    return connection.execute(_SHAPE).fetchone()
