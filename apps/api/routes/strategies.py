"""Stored strategies over HTTP: write one down, change it, look back, fork it, delete it."""

from typing import Annotated

from fastapi import APIRouter, Path, Query

from apps.api.orchestration.confirming import ConfirmStrategy
from apps.api.routes.dependencies import App
from apps.api.routes.strategy_language import Book, WhichVersion
from apps.api.schemas.chat import AdvanceOut, ConfirmedOut
from apps.api.schemas.requests import PlainText, StrategyConfirmRequest
from apps.api.schemas.strategy import ForkIn, FromResearchIn, NewStrategyIn, PatchIn, ReplaceIn, RollbackIn
from packages.contracts.strategy.origins import FromResearchOut, OriginsOut
from packages.contracts.strategy.views import (
    DiffOut,
    RevisionDetail,
    RevisionPage,
    StrategyDetail,
    StrategyOut,
    StrategyPage,
)
from packages.core.messages import Language, reader_language
from packages.domain.strategy.book import StrategyBook
from packages.domain.strategy.model import Direction
from packages.domain.strategy.ports import StoredStrategy, StrategyQuery
from packages.infra.http import Caller

router = APIRouter(prefix="/strategies", tags=["strategies"])
_MOST = 2**31 - 1
Limit = Annotated[int, Query(ge=1, le=200)]


@router.post("", status_code=201)
async def create_strategy(body: NewStrategyIn, book: Book, caller: Caller) -> StrategyDetail:
    """A document that is no strategy is refused with 400 and all its problems, each with a pointer and advice."""
    return await _detail(book, await book.create(caller.id, body.source, body.name))


@router.get("")
async def list_strategies(
    book: Book,
    caller: Caller,
    limit: Limit = 50,
    before: Annotated[PlainText | None, Query(max_length=36, description="`next` of the page before.")] = None,
    search: Annotated[PlainText, Query(max_length=200, description="A part of the name.")] = "",
    archived: Annotated[bool, Query(description="Those that were deleted instead.")] = False,
) -> StrategyPage:
    found = await book.list(caller.id, StrategyQuery(limit + 1, before, search, archived))
    shown = found[:limit]
    newest = [await book.revision(caller.id, each.id, each.version) for each in shown]
    return StrategyPage.of(shown, newest, more=len(found) > limit)


@router.post("/confirm")
async def confirm_strategy(body: StrategyConfirmRequest, services: App, caller: Caller) -> ConfirmedOut:
    """Stores the rules as they are shown, takes the person's word for them, and goes on as far as it is asked to and
    the rules of the phases allow."""
    done = await services.chat.confirming.confirm(ConfirmStrategy(owner_id=caller.id, **body.model_dump()))
    return ConfirmedOut(
        strategy_id=done.strategy_id,
        version=done.version,
        phase=done.phase,
        backtest_job_id=done.backtest_job_id,
        auto_started=done.auto_started,
        transition=AdvanceOut(moved=done.transition.moved, reason=done.transition.reason),
    )


@router.post("/from-research", status_code=201)
async def strategy_from_research(body: FromResearchIn, services: App, caller: Caller) -> FromResearchOut:
    """Saves the verdict of a finished research session as rules, each with the claims it stands on. 409 with
    `details.reason` where the verdict gives no entry, or the profile does not allow it."""
    language = Language(body.language) if body.language else reader_language()
    stored, drafted = await services.from_research.save(
        caller.id, body.research_session_id, Direction(body.direction), language
    )
    return FromResearchOut.of(stored, drafted, language)


@router.get("/{strategy_id}/origins")
async def strategy_origins(
    strategy_id: str,
    services: App,
    caller: Caller,
    version: WhichVersion = None,
    language: Language = Language.ZH,
) -> OriginsOut:
    """Which clause came from which claim of the research, and which no longer hold by the newest research on it."""
    return OriginsOut.of(await services.from_research.origins_of(caller.id, strategy_id, version), language)


@router.get("/{strategy_id}")
async def get_strategy(strategy_id: str, book: Book, caller: Caller) -> StrategyDetail:
    return await _detail(book, await book.get(caller.id, strategy_id))


@router.put("/{strategy_id}")
async def replace_strategy(strategy_id: str, body: ReplaceIn, book: Book, caller: Caller) -> StrategyDetail:
    """The next version as a whole; one that says the same keeps the version."""
    return await _detail(book, await book.replace(caller.id, strategy_id, body.source, body.expected_version))


@router.patch("/{strategy_id}")
async def patch_strategy(strategy_id: str, body: PatchIn, book: Book, caller: Caller) -> StrategyDetail:
    """409 when the strategy is at another version than expected; `details.current_version` says at which."""
    return await _detail(book, await book.patch(caller.id, strategy_id, body.ops, body.expected_version))


@router.delete("/{strategy_id}")
async def delete_strategy(strategy_id: str, book: Book, caller: Caller) -> StrategyOut:
    """Out of the list and not to be changed; its versions can still be read, and its trials still count."""
    return StrategyOut.of(await book.archive(caller.id, strategy_id))


@router.post("/{strategy_id}/restore")
async def restore_strategy(strategy_id: str, book: Book, caller: Caller) -> StrategyOut:
    """Takes it out of the archive: in the list again, and to be changed again."""
    return StrategyOut.of(await book.unarchive(caller.id, strategy_id))


@router.get("/{strategy_id}/versions")
async def list_versions(
    strategy_id: str,
    book: Book,
    caller: Caller,
    limit: Limit = 50,
    before: Annotated[int | None, Query(ge=1, le=_MOST, description="`next` of the page before.")] = None,
) -> RevisionPage:
    return RevisionPage.of(await book.revisions(caller.id, strategy_id, limit + 1, before), limit)


@router.get("/{strategy_id}/versions/{version}")
async def get_version(
    strategy_id: str, version: Annotated[int, Path(ge=1, le=_MOST)], book: Book, caller: Caller
) -> RevisionDetail:
    return RevisionDetail.from_values(await book.revision(caller.id, strategy_id, version))


@router.post("/{strategy_id}/rollback")
async def rollback_strategy(strategy_id: str, body: RollbackIn, book: Book, caller: Caller) -> StrategyDetail:
    """A new version that equals an old one."""
    return await _detail(book, await book.rollback(caller.id, strategy_id, body.version, body.expected_version))


@router.get("/{strategy_id}/diff")
async def diff_versions(
    strategy_id: str,
    book: Book,
    caller: Caller,
    before: Annotated[int, Query(alias="from", ge=1, le=_MOST)],
    after: Annotated[int, Query(alias="to", ge=1, le=_MOST)],
) -> DiffOut:
    """What makes one version into another, as a patch and as sentences in Chinese and English."""
    return DiffOut.of(await book.diff(caller.id, strategy_id, before, after))


@router.post("/{strategy_id}/fork", status_code=201)
async def fork_strategy(strategy_id: str, body: ForkIn, book: Book, caller: Caller) -> StrategyDetail:
    """Another strategy that begins with a version of this one; what was tried before still counts for it."""
    return await _detail(book, await book.fork(caller.id, strategy_id, body.version, body.name))


async def _detail(book: StrategyBook, stored: StoredStrategy) -> StrategyDetail:
    revision = await book.revision(stored.owner_id, stored.id, stored.version)
    return StrategyDetail.with_revision(stored, revision, await book.trials(stored, revision))
