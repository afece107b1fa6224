"""A full-text index over stored news, and a cache of web searches."""

from collections.abc import Iterator

import sqlalchemy as sa
from alembic import op

from packages.domain.market_data.rows import NewsItem
from packages.infra.db.base import UtcDateTime
from packages.infra.providers.market_data.rows.market_rows import from_json
from packages.infra.providers.market_data.rows.news_index import index_values

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None

_BATCH = 500


def upgrade() -> None:
    _create_tables()
    if op.get_bind().dialect.name == "sqlite":
        _create_fts5()
    else:
        _create_tsvector()
    _index_stored_news()


def downgrade() -> None:
    if op.get_bind().dialect.name == "sqlite":
        op.execute("DROP TABLE news_fts")
    op.drop_table("search_cache")
    op.drop_table("news_index")


def _create_tables() -> None:
    op.create_table(
        "news_index",
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("row_id", sa.String(300), nullable=False),
        sa.Column("revision", sa.Integer(), nullable=False),
        sa.Column("subject", sa.String(60), nullable=False),
        sa.Column("published_at", UtcDateTime(), nullable=False),
        sa.Column("known_at", UtcDateTime(), nullable=False),
        sa.Column("superseded_at", UtcDateTime(), nullable=True),
        sa.Column("tokens", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("number", name="pk_news_index"),
        sa.UniqueConstraint("row_id", "revision", name="uq_news_index_row_id_revision"),
    )
    op.create_index("ix_news_index_subject_published_at", "news_index", ["subject", "published_at"])
    op.create_table(
        "search_cache",
        sa.Column("key", sa.String(64), nullable=False),
        sa.Column("provider", sa.String(40), nullable=False),
        sa.Column("stored_at", UtcDateTime(), nullable=False),
        sa.Column("expires_at", UtcDateTime(), nullable=False),
        sa.Column("json", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("key", name="pk_search_cache"),
    )
    op.create_index("ix_search_cache_expires_at", "search_cache", ["expires_at"])


def _create_fts5() -> None:
    # Tokens are cut and lower-cased by us; FTS5 only splits them at spaces.
    op.execute(
        "CREATE VIRTUAL TABLE news_fts USING fts5(tokens, content='news_index', content_rowid='number', "
        "tokenize=\"ascii tokenchars '.-=^@'\", detail=none, columnsize=0)"
    )
    op.execute(
        "CREATE TRIGGER news_fts_added AFTER INSERT ON news_index BEGIN "
        "INSERT INTO news_fts (rowid, tokens) VALUES (new.number, new.tokens); END"
    )


def _create_tsvector() -> None:
    tsvector = "array_to_tsvector(string_to_array(btrim(tokens), ' '))"
    op.execute(f"ALTER TABLE news_index ADD COLUMN news_fts tsvector GENERATED ALWAYS AS ({tsvector}) STORED")
    # Without `fastupdate` a search never has to look through a list of texts that are not yet in the index.
    op.execute("CREATE INDEX news_fts_tokens ON news_index USING gin (news_fts) WITH (fastupdate = off)")


def _index_stored_news() -> None:
    connection = op.get_bind()
    for batch in _stored_news(connection):
        connection.execute(_index.insert(), batch)
    # Revisions after the first are rare, so that one statement for all of them is quick enough.
    connection.execute(
        sa.text(
            "UPDATE news_index SET superseded_at = (SELECT MIN(later.known_at) FROM news_index AS later "
            "WHERE later.row_id = news_index.row_id AND later.revision > news_index.revision)"
        )
    )


_index = sa.table(
    "news_index",
    sa.column("row_id", sa.String()),
    sa.column("revision", sa.Integer()),
    sa.column("subject", sa.String()),
    sa.column("published_at", UtcDateTime()),
    sa.column("known_at", UtcDateTime()),
    sa.column("superseded_at", UtcDateTime()),
    sa.column("tokens", sa.Text()),
)


def _stored_news(connection: sa.Connection) -> Iterator[list[dict[str, object]]]:
    rows = sa.table("market_rows", sa.column("id"), sa.column("revision"), sa.column("kind"), sa.column("json"))
    after = ("", 0)
    while True:
        key = sa.tuple_(rows.c.id, rows.c.revision)
        wanted = sa.select(rows.c.id, rows.c.revision, rows.c.json).where(
            rows.c.kind == "news", key > sa.tuple_(*after)
        )
        stored = connection.execute(wanted.order_by(rows.c.id, rows.c.revision).limit(_BATCH)).all()
        if not stored:
            return
        yield [index_values(from_json(NewsItem, row.json), row.revision) for row in stored]
        after = (stored[-1].id, stored[-1].revision)
