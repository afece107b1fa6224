"""Accounts, and what people said about themselves, in the SQL database."""

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime

from sqlalchemy import ForeignKey, String, bindparam, delete, func, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Mapped, mapped_column

from packages.domain.accounts.model import EmailTaken, RefreshToken, SignInAllowance, User
from packages.domain.accounts.personal_tokens import PersonalToken, TokenScope
from packages.domain.accounts.profile import Profile, profile_of
from packages.infra.db.base import Base, insert_missing
from packages.infra.db.engine import Database


class UserRow(Base):
    """A person, or the local owner (who has neither email nor password)."""

    __tablename__ = "users"

    id: Mapped[str] = mapped_column(String(36), primary_key=True)
    email: Mapped[str | None] = mapped_column(String(254), unique=True)
    name: Mapped[str] = mapped_column(String(100))
    password_hash: Mapped[str | None] = mapped_column(String(255))
    created_at: Mapped[datetime]

    def to_user(self) -> User:
        return User(self.id, self.email, self.name, self.created_at)


class RefreshTokenRow(Base):
    """One refresh token, by its digest; a family is one sign-in and all that was rotated from it."""

    __tablename__ = "refresh_tokens"

    digest: Mapped[str] = mapped_column(String(64), primary_key=True)
    user_id: Mapped[str] = mapped_column(ForeignKey("users.id", ondelete="CASCADE"), index=True)
    family: Mapped[str] = mapped_column(String(36), index=True)
    expires_at: Mapped[datetime] = mapped_column(index=True)
    used_at: Mapped[datetime | None]
    revoked_at: Mapped[datetime | None]


class LoginFailureRow(Base):
    """How often signing in failed under one key since it last worked."""

    __tablename__ = "login_failures"

    key: Mapped[str] = mapped_column(String(64), primary_key=True)
    count: Mapped[int]
    last_at: Mapped[datetime]


class SqlAccounts:
    """The accounts port over the database."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def add_user(self, user: User, password_hash: str | None) -> None:
        try:
            async with self._database.write() as session:
                session.add(
                    UserRow(
                        id=user.id,
                        email=user.email,
                        name=user.name,
                        password_hash=password_hash,
                        created_at=user.created_at,
                    )
                )
        except IntegrityError as error:
            raise EmailTaken("accounts.email_taken") from error

    async def ensure_user(self, user: User) -> User:
        async with self._database.write() as session:
            values = {"id": user.id, "email": user.email, "name": user.name, "created_at": user.created_at}
            await insert_missing(session, UserRow, [values])
            return (await session.get_one(UserRow, user.id)).to_user()

    async def user(self, user_id: str) -> User | None:
        async with self._database.read() as session:
            row = await session.get(UserRow, user_id)
            return row.to_user() if row else None

    async def user_by_email(self, email: str) -> tuple[User, str] | None:
        async with self._database.read() as session:
            row = await session.scalar(select(UserRow).where(UserRow.email == email))
            return (row.to_user(), row.password_hash) if row and row.password_hash else None

    async def add_refresh_token(self, token: RefreshToken) -> None:
        async with self._database.write() as session:
            session.add(_token_row(token))

    async def rotate_refresh_token(
        self, digest: str, successor: str, expires_at: datetime, at: datetime
    ) -> RefreshToken | None:
        spend = (
            update(RefreshTokenRow)
            .where(
                RefreshTokenRow.digest == digest,
                RefreshTokenRow.used_at.is_(None),
                RefreshTokenRow.revoked_at.is_(None),
                RefreshTokenRow.expires_at > at,
            )
            .values(used_at=at)
            .returning(RefreshTokenRow.user_id, RefreshTokenRow.family)
        )
        async with self._database.write() as session:
            spent = (await session.execute(spend)).first()
            if spent is None:
                return None
            token = RefreshToken(successor, spent.user_id, spent.family, expires_at)
            session.add(_token_row(token))
            return token

    async def family_of(self, digest: str) -> str | None:
        async with self._database.read() as session:
            return await session.scalar(select(RefreshTokenRow.family).where(RefreshTokenRow.digest == digest))

    async def revoke_family(self, family: str, at: datetime) -> None:
        async with self._database.write() as session:
            await session.execute(
                update(RefreshTokenRow)
                .where(RefreshTokenRow.family == family, RefreshTokenRow.revoked_at.is_(None))
                .values(revoked_at=at)
            )

    async def forget_expired_tokens(self, before: datetime) -> None:
        async with self._database.write() as session:
            await session.execute(delete(RefreshTokenRow).where(RefreshTokenRow.expires_at < before))

    async def admit_login(self, keys: Mapping[str, SignInAllowance], at: datetime) -> int:
        async with self._database.write() as session:
            await insert_missing(session, LoginFailureRow, [{"key": k, "count": 0, "last_at": at} for k in keys])
            locked = select(LoginFailureRow).where(LoginFailureRow.key.in_(keys))
            rows = (await session.scalars(locked.order_by(LoginFailureRow.key).with_for_update())).all()
            wait = max(keys[row.key].wait_seconds(row.count, row.last_at, at) for row in rows)
            if wait == 0:
                for row in rows:
                    row.count = keys[row.key].next_count(row.count, row.last_at, at)
                    row.last_at = at
            return wait

    async def forget_failures(self, keys: Collection[str]) -> None:
        async with self._database.write() as session:
            await session.execute(delete(LoginFailureRow).where(LoginFailureRow.key.in_(keys)))


def _token_row(token: RefreshToken) -> RefreshTokenRow:
    return RefreshTokenRow(digest=token.digest, user_id=token.user_id, family=token.family, expires_at=token.expires_at)


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


class ProfileRow(Base):
    """One person's answers."""

    __tablename__ = "profiles"

    user_id: Mapped[str] = mapped_column(ForeignKey("users.id", ondelete="CASCADE"), primary_key=True)
    risk_tolerance: Mapped[str | None] = mapped_column(String(30))
    return_expectation: Mapped[str | None] = mapped_column(String(30))
    trading_years_bucket: Mapped[str | None] = mapped_column(String(30))
    updated_at: Mapped[datetime]


_MINE = select(ProfileRow.__table__).where(ProfileRow.user_id == bindparam("user"))


class SqlProfiles:
    """`Profiles` over the database."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def of(self, user_id: str) -> Profile:
        row = await self._database.run_read(lambda on: on.execute(_MINE, {"user": user_id}).mappings().one_or_none())
        return Profile() if row is None else profile_of(dict(row))

    async def save(self, user_id: str, profile: Profile, at: datetime) -> None:
        values = {
            "risk_tolerance": profile.risk_tolerance,
            "return_expectation": profile.return_expectation,
            "trading_years_bucket": profile.trading_years_bucket,
            "updated_at": at,
        }
        async with self._database.write() as session:
            await insert_missing(session, ProfileRow, [{"user_id": user_id, **values}])
            await session.execute(update(ProfileRow).where(ProfileRow.user_id == user_id).values(**values))
