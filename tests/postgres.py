"""A PostgreSQL for tests: the one that is named, a private one from installed binaries, or the local one."""

import os
import pwd
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from socket import create_server
from tempfile import TemporaryDirectory
from urllib.parse import urlsplit, urlunsplit
from uuid import uuid4

import psycopg
from psycopg import sql

from tests.memory import folder_in_memory

NAMED = "PARLEY_TEST_POSTGRES_URL"
LOCAL = "postgresql://postgres@127.0.0.1:5432/postgres"
# To copy a database's files takes half as long as to write all its pages into the log, and to drop it a third.
_BY_FILES = sql.SQL(" STRATEGY FILE_COPY")
_NOTHING = sql.SQL("")


@dataclass(frozen=True)
class Postgres:
    """A server on which tests may make databases."""

    url: str

    @contextmanager
    def database(self, like: str | None = None) -> Iterator[str]:
        """The URL of a database that is dropped afterwards: empty, or a copy of one (its URL) that nobody is using."""
        url = self.create(like)
        try:
            yield url
        finally:
            self.drop(url)

    def create(self, like: str | None = None) -> str:
        """As `database`, to be dropped by who asked for it."""
        name, model = f"parley_test_{uuid4().hex}", (like or "/template1").rpartition("/")[2]
        self._execute(
            sql.SQL("CREATE DATABASE {} TEMPLATE {}").format(sql.Identifier(name), sql.Identifier(model)), _BY_FILES
        )
        return urlunsplit(urlsplit(self.url)._replace(path=f"/{name}"))

    def drop(self, database: str) -> None:
        """Takes a database (its name or URL) away, whoever is using it."""
        name = database.rpartition("/")[2]
        self._execute(sql.SQL("DROP DATABASE IF EXISTS {} WITH (FORCE)").format(sql.Identifier(name)))

    def _execute(self, statement: sql.Composed, since_15: sql.SQL = _NOTHING) -> None:
        with closing(psycopg.connect(self.url, autocommit=True)) as connection:
            connection.execute(statement + since_15 if connection.info.server_version >= 150_000 else statement)


@contextmanager
def running_postgres() -> Iterator[Postgres | None]:
    """None when there is no server to be had."""
    if NAMED in os.environ:
        yield Postgres(os.environ[NAMED])
    elif (binaries := _binaries()) is not None:
        with _private_server(binaries) as server:
            yield server
    else:
        yield Postgres(LOCAL) if _answers(LOCAL) else None


def _binaries() -> Path | None:
    on_path = shutil.which("initdb")
    folders = [Path(on_path).resolve().parent] if on_path else []
    folders += sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)
    return next(
        (folder for folder in folders if (folder / "initdb").exists() and (folder / "postgres").exists()),
        None,
    )


@contextmanager
def _private_server(binaries: Path) -> Iterator[Postgres]:
    port, user = _free_port(), _unprivileged_user()
    with TemporaryDirectory(dir=folder_in_memory(), prefix="parley-postgres-", ignore_cleanup_errors=True) as folder:
        if user is not None:
            shutil.chown(folder, user)

        def run(program: str, *arguments: str) -> None:
            subprocess.run(
                [binaries / program, "-D", f"{folder}/data", *arguments],
                check=True,
                capture_output=True,
                cwd="/",
                user=user,
            )

        run("initdb", "-U", "postgres", "--auth=trust", "--encoding=UTF8", "--no-sync")
        settings = f"-p {port} -c listen_addresses=127.0.0.1 -c unix_socket_directories='' -c max_connections=200"
        # Tests kill clients, never the server, so nothing it holds has to outlive it.
        hasty = "-c fsync=off -c full_page_writes=off"
        run("pg_ctl", "-l", f"{folder}/log", "-w", "-o", f"{settings} {hasty}", "start")
        try:
            yield Postgres(f"postgresql://postgres@127.0.0.1:{port}/postgres")
        finally:
            run("pg_ctl", "-m", "immediate", "stop")


def _unprivileged_user() -> str | None:
    """PostgreSQL refuses to run as root, so root lends it another user."""
    if os.getuid() != 0:
        return None
    names = {entry.pw_name for entry in pwd.getpwall()}
    return "postgres" if "postgres" in names else "nobody"


def _free_port() -> int:
    with create_server(("127.0.0.1", 0)) as server:
        return int(server.getsockname()[1])


def _answers(url: str) -> bool:
    try:
        psycopg.connect(url, connect_timeout=2).close()
    except psycopg.OperationalError:
        return False
    return True
