"""What people said about themselves, in the SQL database."""

from datetime import datetime

from sqlalchemy import ForeignKey, String, bindparam, select, update
from sqlalchemy.orm import Mapped, mapped_column

from packages.domain.accounts.profile import Profile, profile_of
from packages.infra.db.base import Base, insert_missing
from packages.infra.db.engine import Database


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
