"""What `parley strategy` does with stored strategies: each command opens the book, does one thing, and prints it."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import TypeVar

from apps.cli.output import BadOption, print_json
from apps.cli.strategy.files import explain_strategy, read_valid, word
from apps.cli.strategy.printing import print_diff, print_saved, print_strategies, print_strategy
from packages.core.clock import SystemClock
from packages.core.messages import Language, Message, message
from packages.domain.accounts.model import LOCAL_OWNER_ID
from packages.domain.strategy.book import StrategyBook
from packages.domain.strategy.canonical import document_of
from packages.domain.strategy.model import Strategy
from packages.domain.strategy.ports import StoredStrategy, StrategyQuery, UnknownStrategy
from packages.domain.strategy.problems import nearest
from packages.domain.strategy.yaml_text import write_yaml
from packages.infra.db.engine import Database
from packages.infra.db.migrate import upgrade
from packages.infra.strategy.strategies import strategy_book
from packages.settings.load import load_settings

Result = TypeVar("Result")
_ME = LOCAL_OWNER_ID
_SHORTEST = 4  # letters of an id that are taken for it
_NEWEST = StrategyQuery(limit=500)


def save_file(path: Path, name: str | None, strategy_id: str | None, as_json: bool) -> None:
    if strategy_id and name is not None:
        raise BadOption("cli.name_is_for_new")
    document = document_of(read_valid(path))

    async def save(book: StrategyBook) -> tuple[StoredStrategy, bool]:
        if strategy_id is None:
            return await book.create(_ME, document, name), True
        before = await _meant(book, strategy_id)
        saved = await book.replace(_ME, before.id, document, before.version)
        return saved, saved.version > before.version

    saved, is_new = _with_book(save)
    print_json(asdict(saved)) if as_json else print_saved(saved, is_new)


def show_strategies(search: str, limit: int, as_json: bool) -> None:
    found = _with_book(lambda book: book.list(_ME, StrategyQuery(limit=limit, search=search)))
    print_json([asdict(each) for each in found]) if as_json else print_strategies(found, search)


def show_strategy(text: str, version: int | None, as_yaml: bool, as_json: bool) -> None:
    async def read(book: StrategyBook) -> None:
        stored = await _meant(book, text)
        revision = await book.revision(_ME, stored.id, version)
        trials = await book.trials(stored, revision)
        if as_yaml:
            print(write_yaml(revision.document), end="")
        elif as_json:
            shown = {"version": revision.version, "content_hash": revision.content_hash, "document": revision.document}
            print_json({**asdict(stored), "newest_version": stored.version, "trials": trials, **shown})
        else:
            heads = await book.revisions(_ME, stored.id)
            print_strategy(stored, revision, heads, trials)

    _with_book(read)


def show_difference(text: str, before: int, after: int, language: str, as_json: bool) -> None:
    chosen_language = word(Language, "--language", language)

    async def read(book: StrategyBook) -> None:
        found = await book.diff(_ME, (await _meant(book, text)).id, before, after)
        print_json(asdict(found)) if as_json else print_diff(found, chosen_language)

    _with_book(read)


def roll_back(text: str, version: int, as_json: bool) -> None:
    async def back(book: StrategyBook) -> tuple[StoredStrategy, bool]:
        stored = await _meant(book, text)
        saved = await book.rollback(_ME, stored.id, version, stored.version)
        return saved, saved.version > stored.version

    saved, is_new = _with_book(back)
    print_json(asdict(saved)) if as_json else print_saved(saved, is_new)


def explain_stored(text: str, language: str, as_json: bool) -> None:
    explain_strategy(stored_strategy(text), language, as_json)


def stored_strategy(text: str) -> Strategy:
    """The newest version."""

    async def read(book: StrategyBook) -> Strategy:
        return (await book.revision(_ME, (await _meant(book, text)).id)).strategy

    return _with_book(read)


async def _meant(book: StrategyBook, text: str) -> StoredStrategy:
    """The strategy with that id, or the only one whose id begins or ends so."""
    try:
        return await book.get(_ME, text)
    except UnknownStrategy:
        found = await book.list(_ME, _NEWEST)
    fitting = [
        each for each in found if len(text) >= _SHORTEST and (each.id.startswith(text) or each.id.endswith(text))
    ]
    if len(fitting) == 1:
        return fitting[0]
    if fitting:
        raise UnknownStrategy("cli.ambiguous_strategy", count=len(fitting), text=text)
    raise UnknownStrategy("cli.unknown_strategy", text=text, advice=_advice(text, found))


def _advice(text: str, found: Sequence[StoredStrategy]) -> Message:
    if not found:
        return message("cli.strategy_save_hint")
    named = {each.name: each for each in reversed(found)} | {each.id: each for each in found}
    near = nearest(text, named)
    if near is None:
        return message("cli.strategy_list_hint")
    return message("cli.strategy_meant", id=named[near].id, name=named[near].name)


def _with_book(work: Callable[[StrategyBook], Awaitable[Result]]) -> Result:
    async def run() -> Result:
        # The desk's composition would load everything that it can wire, which takes longer than the work.
        database = Database(load_settings().database_url)
        try:
            await upgrade(database)
            return await work(strategy_book(database, SystemClock()))
        finally:
            await database.aclose()

    return asyncio.run(run())
