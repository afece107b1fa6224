"""Personal access tokens in the SQL database."""

from collections.abc import Sequence
from datetime import datetime

from sqlalchemy import ForeignKey, String, delete, func, select, update
from sqlalchemy.orm import Mapped, mapped_column

from packages.domain.accounts.personal_tokens import PersonalToken, TokenScope
from packages.infra.accounts.users import UserRow
from packages.infra.db.base import Base
from packages.infra.db.engine import Database


class PersonalTokenRow(Base):
    """One personal access token; its scopes are words with a blank between them."""

    __tablename__ = "personal_tokens"

    id: Mapped[str] = mapped_column(String(36), primary_key=True)
    user_id: Mapped[str] = mapped_column(ForeignKey("users.id", ondelete="CASCADE"), index=True)
    name: Mapped[str] = mapped_column(String(100))
    scopes: Mapped[str] = mapped_column(String(60))
    digest: Mapped[str] = mapped_column(String(64), unique=True)
    hint: Mapped[str] = mapped_column(String(8))
    created_at: Mapped[datetime]
    expires_at: Mapped[datetime]
    last_used_at: Mapped[datetime | None]

    def to_token(self) -> PersonalToken:
        return PersonalToken(
            id=self.id,
            user_id=self.user_id,
            name=self.name,
            scopes=frozenset(map(TokenScope, self.scopes.split())),
            digest=self.digest,
            hint=self.hint,
            created_at=self.created_at,
            expires_at=self.expires_at,
            last_used_at=self.last_used_at,
        )


class SqlPersonalTokens:
    """`PersonalTokenStore` over the database."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def add(self, token: PersonalToken, most: int) -> bool:
        async with self._database.write() as session:
            # Two that are made at once are counted one after the other.
            await session.execute(select(UserRow.id).where(UserRow.id == token.user_id).with_for_update())
            stored = await session.scalar(
                select(func.count()).select_from(PersonalTokenRow).where(PersonalTokenRow.user_id == token.user_id)
            )
            if (stored or 0) >= most:
                return False
            scopes = " ".join(sorted(token.scopes))
            session.add(
                PersonalTokenRow(
                    id=token.id,
                    user_id=token.user_id,
                    name=token.name,
                    scopes=scopes,
                    digest=token.digest,
                    hint=token.hint,
                    created_at=token.created_at,
                    expires_at=token.expires_at,
                )
            )
            return True

    async def of_user(self, user_id: str) -> Sequence[PersonalToken]:
        newest = (PersonalTokenRow.created_at.desc(), PersonalTokenRow.id.desc())
        async with self._database.read() as session:
            found = select(PersonalTokenRow).where(PersonalTokenRow.user_id == user_id).order_by(*newest)
            return [row.to_token() for row in (await session.scalars(found)).all()]

    async def by_digest(self, digest: str) -> PersonalToken | None:
        async with self._database.read() as session:
            row = await session.scalar(select(PersonalTokenRow).where(PersonalTokenRow.digest == digest))
            return row.to_token() if row else None

    async def remove(self, user_id: str, token_id: str) -> bool:
        gone = delete(PersonalTokenRow).where(PersonalTokenRow.id == token_id, PersonalTokenRow.user_id == user_id)
        async with self._database.write() as session:
            return (await session.execute(gone.returning(PersonalTokenRow.id))).first() is not None

    async def used(self, token_id: str, at: datetime) -> None:
        async with self._database.write() as session:
            await session.execute(
                update(PersonalTokenRow).where(PersonalTokenRow.id == token_id).values(last_used_at=at)
            )
