"""Wires the judge: who judges, the market behind a call, and the book; without arguments it reads the settings."""

from collections.abc import Sequence
from dataclasses import asdict
from datetime import datetime
from functools import cached_property, partial

import structlog
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncEngine, AsyncSession

from packages.core.clock import Clock, SystemClock
from packages.core.events import JsonObject
from packages.core.ids import Ids
from packages.domain.accounts.model import LOCAL_OWNER_ID
from packages.domain.work.jobs import JobCall
from packages.infra.db.engine import Database
from packages.settings.load import Settings, load_settings
from src.modules.judge.application.call_book import OwnedCalls, Settling
from src.modules.judge.application.integrity import BookIntegrity, IntegrityReport
from src.modules.judge.application.judge_service import JudgeService
from src.modules.judge.application.walk_back import WalkBack
from src.modules.judge.domain.call import CallBookName
from src.modules.judge.domain.ports import CallBooks
from src.modules.judge.infrastructure.call_rows import WALK_BACK
from src.modules.judge.infrastructure.head_file import HeadFile
from src.modules.judge.infrastructure.judge_choice import (
    CALLER,
    ChosenJudge,
    Library,
    LibraryJudgeMarket,
    Platform,
    Scope,
    evidence_names,
    open_library,
)
from src.modules.judge.infrastructure.model_judge import judge_prompts
from src.modules.judge.infrastructure.sql_call_book import SqlCallBook

SETTLE = "calls.settle"
VERIFY = "calls.verify"
_log = structlog.get_logger(__name__)


class JudgeContainer:
    """`session` names the database to write to; calls are written in transactions of their own, so it should hold
    no lock. What this opens itself is closed by `aclose`; what it is given stays open."""

    def __init__(
        self,
        session: AsyncSession | None = None,
        *,
        platform: Platform | None = None,
        library: Library | None = None,
        scope: Scope | None = None,
        database: Database | None = None,
        settings: Settings | None = None,
        clock: Clock | None = None,
    ) -> None:
        judge_prompts()  # what is missing is found at start-up
        self._session = session
        self._given_platform = platform
        self._given_library = library
        self._given_database = database
        self._given_settings = settings
        self._scope = scope or Scope(owner_id=LOCAL_OWNER_ID, caller=CALLER)
        self._clock = clock or SystemClock()

    def judge_service(self, scope: Scope | None = None) -> JudgeService:
        asking = scope or self._scope
        judge = ChosenJudge(self._platform, asking)
        names = partial(evidence_names, self._library)
        return JudgeService(
            asking.owner_id, judge, self._market, self.call_books(), Ids(self._clock), asking.run_id, names
        )

    def calls(self, owner_id: str | None = None, book: CallBookName = CallBookName.LIVE) -> OwnedCalls:
        return OwnedCalls(owner_id or self._scope.owner_id, self.call_books().book(book))

    def settling(self) -> Settling:
        return Settling(self._market, (self._books.live, self._books.walk_back))

    def walk_back(self, scope: Scope | None = None) -> WalkBack:
        """Research over past days, on behalf of the owner."""
        from src.modules.judge.infrastructure.walk_back_research import WalkBackResearch

        asking = scope or self._scope
        research = WalkBackResearch(self._settings, self._library, self._platform, asking)
        judge, book = self.judge_service(asking), self._books.walk_back
        return WalkBack(asking.owner_id, research, judge, book, self.settling())

    def integrity(self) -> BookIntegrity:
        return BookIntegrity((self._books.live, self._books.walk_back), self._archive, self._clock)

    async def settle(self, call: JobCall) -> JsonObject:
        """The handler of the job `calls.settle`: everything that is due, of everybody."""
        done = await self.settling().settle_due(report=call.progress.report)
        return asdict(done)

    async def verify_at_start(self) -> None:
        """As the job `calls.verify` does; a database that is gone by then is the readiness check's to report."""
        try:
            await self.verify()
        except SQLAlchemyError as error:
            _log.error("call_books_out_of_reach", exc_info=error)

    async def verify(self, call: JobCall | None = None) -> JsonObject:
        """The handler of the job `calls.verify`: every chain of everybody is checked, and the heads of those that are
        whole are exported."""
        integrity = self.integrity()
        reports: Sequence[IntegrityReport] = ()
        exported = 0
        try:
            reports = await integrity.check_all()
            exported = await integrity.export(reports)
        except OSError as error:
            _log.error("call_heads_out_of_reach", exc_info=error)
        for report in reports:
            self._log_broken(report)
        return {"owners": len(reports), "broken": sum(not one.ok for one in reports), "exported": exported}

    def _log_broken(self, report: IntegrityReport) -> None:
        for check in report.checks:
            if not check.ok:
                _log.error("call_book_broken", owner=report.owner_id, book=check.book, entry=check.broken_at)

    def call_books(self) -> CallBooks:
        return self._books

    def now(self) -> datetime:
        return self._market.now()

    def scope(self, owner_id: str, run_id: str | None = None) -> Scope:
        """On whose behalf, and in which run, the judge is asked."""
        return Scope(owner_id=owner_id, caller=CALLER, run_id=run_id)

    async def aclose(self) -> None:
        opened = self.__dict__
        if "_platform" in opened and self._given_platform is None:
            await self._platform.aclose()
        if "_database" in opened and self._given_database is None:
            await self._database.aclose()

    @cached_property
    def _books(self) -> CallBooks:
        bound = self._session.bind if self._session is not None else None
        engine = bound if isinstance(bound, AsyncEngine) else self._database.engine
        archive = self._archive
        return CallBooks(SqlCallBook(engine, archive=archive), SqlCallBook(engine, WALK_BACK, archive))

    @cached_property
    def _archive(self) -> HeadFile:
        return HeadFile(self._settings.home.call_heads)

    @cached_property
    def _market(self) -> LibraryJudgeMarket:
        return LibraryJudgeMarket(self._library)

    @cached_property
    def _library(self) -> Library:
        return self._given_library or open_library(self._database, self._settings, self._clock)

    @cached_property
    def _platform(self) -> Platform:
        return self._given_platform or Platform(self._database, self._settings, self._clock)

    @cached_property
    def _database(self) -> Database:
        return self._given_database or Database(self._settings.database_url)

    @cached_property
    def _settings(self) -> Settings:
        return self._given_settings or load_settings()
