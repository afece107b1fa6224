"""People, where they are signed in, and failed tries to sign in, in the SQL database."""

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime

from sqlalchemy import ColumnElement, ForeignKey, String, delete, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Mapped, mapped_column

from packages.domain.accounts.model import EmailTaken, LoginSession, RefreshToken, SignInAllowance, User
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


class LoginSessionRow(Base):
    """One sign-in of a person, from where and with what, until it expires or is ended."""

    __tablename__ = "login_sessions"

    id: Mapped[str] = mapped_column(String(36), primary_key=True)
    user_id: Mapped[str] = mapped_column(ForeignKey("users.id", ondelete="CASCADE"), index=True)
    device: Mapped[str] = mapped_column(String(200))
    place: Mapped[str] = mapped_column(String(64))
    created_at: Mapped[datetime]
    last_used_at: Mapped[datetime]
    expires_at: Mapped[datetime] = mapped_column(index=True)
    ended_at: Mapped[datetime | None]

    def to_session(self) -> LoginSession:
        return LoginSession(
            self.id, self.user_id, self.device, self.place, self.created_at, self.last_used_at, self.expires_at
        )


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

    async def signed_in(self, user_id: str, session_id: str) -> User | None:
        held = (UserRow.id == user_id, LoginSessionRow.id == session_id, LoginSessionRow.ended_at.is_(None))
        async with self._database.read() as session:
            row = await session.scalar(
                select(UserRow).join(LoginSessionRow, LoginSessionRow.user_id == UserRow.id).where(*held)
            )
            return row.to_user() if row else None

    async def password_of(self, user_id: str) -> str | None:
        async with self._database.read() as session:
            return await session.scalar(select(UserRow.password_hash).where(UserRow.id == user_id))

    async def change_password(self, user_id: str, password_hash: str) -> None:
        async with self._database.write() as session:
            await session.execute(update(UserRow).where(UserRow.id == user_id).values(password_hash=password_hash))

    async def start_session(self, session: LoginSession, token: RefreshToken) -> None:
        async with self._database.write() as writing:
            writing.add(
                LoginSessionRow(
                    id=session.id,
                    user_id=session.user_id,
                    device=session.device,
                    place=session.place,
                    created_at=session.created_at,
                    last_used_at=session.last_used_at,
                    expires_at=session.expires_at,
                )
            )
            await writing.flush()
            writing.add(_token_row(token))

    async def sessions_of(self, user_id: str, at: datetime) -> Sequence[LoginSession]:
        newest = (LoginSessionRow.last_used_at.desc(), LoginSessionRow.id.desc())
        async with self._database.read() as session:
            found = select(LoginSessionRow).where(_is_open(user_id), LoginSessionRow.expires_at > at).order_by(*newest)
            return [row.to_session() for row in (await session.scalars(found)).all()]

    async def knows_place(self, user_id: str, place: str) -> bool:
        held = (LoginSessionRow.user_id == user_id, LoginSessionRow.place == place)
        async with self._database.read() as session:
            return await session.scalar(select(LoginSessionRow.id).where(*held).limit(1)) is not None

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
            used = update(LoginSessionRow).where(LoginSessionRow.id == spent.family)
            await session.execute(used.values(last_used_at=at, expires_at=expires_at))
            return token

    async def session_of(self, digest: str) -> str | None:
        async with self._database.read() as session:
            return await session.scalar(select(RefreshTokenRow.family).where(RefreshTokenRow.digest == digest))

    async def end_session(self, session_id: str, at: datetime, user_id: str | None = None) -> bool:
        held = [LoginSessionRow.id == session_id, LoginSessionRow.ended_at.is_(None)]
        return await self._end(at, *held, *([LoginSessionRow.user_id == user_id] if user_id else []))

    async def end_sessions(self, user_id: str, at: datetime, but: str | None = None) -> None:
        await self._end(at, _is_open(user_id), *([LoginSessionRow.id != but] if but else []))

    async def _end(self, at: datetime, *held: ColumnElement[bool]) -> bool:
        """Whether there was one; its refresh tokens end with it."""
        async with self._database.write() as session:
            ending = update(LoginSessionRow).where(*held).values(ended_at=at).returning(LoginSessionRow.id)
            ended = list((await session.scalars(ending)).all())
            await session.execute(
                update(RefreshTokenRow)
                .where(RefreshTokenRow.family.in_(ended), RefreshTokenRow.revoked_at.is_(None))
                .values(revoked_at=at)
            )
            return bool(ended)

    async def forget_expired_tokens(self, before: datetime) -> None:
        async with self._database.write() as session:
            await session.execute(delete(RefreshTokenRow).where(RefreshTokenRow.expires_at < before))
            await session.execute(delete(LoginSessionRow).where(LoginSessionRow.expires_at < before))

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


def _is_open(user_id: str) -> ColumnElement[bool]:
    return (LoginSessionRow.user_id == user_id) & LoginSessionRow.ended_at.is_(None)
