"""Alembic's entry: runs on the connection it is handed, or on the configured database from the command line."""

import asyncio

from alembic import context
from sqlalchemy import Connection

from migrations.schema import metadata
from packages.infra.db.engine import Database
from packages.infra.providers.market_data.rows.news_index import is_declared
from packages.settings.load import load_settings


def run(connection: Connection) -> None:
    context.configure(connection=connection, target_metadata=metadata, render_as_batch=True, include_name=is_declared)
    with context.begin_transaction():
        context.run_migrations()


async def run_on_configured_database() -> None:
    database = Database(load_settings().database_url)
    try:
        async with database.writing_engine.begin() as connection:
            await connection.run_sync(run)
    finally:
        await database.aclose()


given = context.config.attributes.get("connection")
if given is not None:
    run(given)
else:
    asyncio.run(run_on_configured_database())
