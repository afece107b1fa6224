"""Personal access tokens, over a real database of each kind."""

import asyncio

import pytest

from packages.core.ids import Ids
from packages.domain.accounts.model import BadToken, User
from packages.domain.accounts.personal_tokens import (
    MOST_TOKENS,
    PREFIX,
    PersonalTokens,
    ScopeMissing,
    TokenScope,
    TooManyTokens,
    UnknownPersonalToken,
    UnknownScope,
)
from packages.infra.accounts import SqlAccounts, SqlPersonalTokens
from packages.infra.db.engine import Database
from tests.fakes.clock import StoppedClock


@pytest.fixture
def clock() -> StoppedClock:
    return StoppedClock()


@pytest.fixture
async def tokens(database: Database, clock: StoppedClock) -> PersonalTokens:
    for name in ("ann", "bob"):
        await SqlAccounts(database).ensure_user(User(name, None, name, clock.now()))
    return PersonalTokens(SqlPersonalTokens(database), clock, Ids(clock))


async def test_a_token_is_known_again_until_its_last_day_is_over(tokens: PersonalTokens, clock: StoppedClock) -> None:
    text, issued = await tokens.issue("ann", "my script", ["read"], 7)
    assert text.startswith(PREFIX)
    assert (await tokens.read(text)).id == issued.id
    clock.move(days=7)
    with pytest.raises(BadToken):
        await tokens.read(text)


async def test_the_token_itself_is_kept_nowhere(tokens: PersonalTokens) -> None:
    text, issued = await tokens.issue("ann", "my script", ["write"], 7)
    [kept] = await tokens.of_user("ann")
    assert text not in repr(kept)
    assert kept.hint == issued.hint == text[-4:]


async def test_a_removed_token_is_refused_and_only_its_owner_removes_it(tokens: PersonalTokens) -> None:
    text, issued = await tokens.issue("ann", "my script", ["read"], 7)
    with pytest.raises(UnknownPersonalToken):
        await tokens.remove("bob", issued.id)
    await tokens.read(text)
    await tokens.remove("ann", issued.id)
    with pytest.raises(BadToken):
        await tokens.read(text)


@pytest.mark.parametrize(
    ("named", "scopes"),
    [
        (["read"], {TokenScope.READ}),
        (["write"], {TokenScope.READ, TokenScope.WRITE}),
        (["trade:paper"], set(TokenScope)),
        (["read", "trade:paper"], set(TokenScope)),
    ],
)
async def test_a_scope_includes_the_ones_before_it(
    tokens: PersonalTokens, named: list[str], scopes: set[TokenScope]
) -> None:
    _, issued = await tokens.issue("ann", "my script", named, 7)
    assert issued.scopes == scopes
    assert [each.scopes for each in await tokens.of_user("ann")] == [scopes]


@pytest.mark.parametrize("named", [[], ["admin"], ["read", "trade:live"], ["READ"]])
async def test_no_other_scope_is_given(tokens: PersonalTokens, named: list[str]) -> None:
    with pytest.raises(UnknownScope):
        await tokens.issue("ann", "my script", named, 7)
    assert await tokens.of_user("ann") == []


async def test_what_a_token_lacks_is_named(tokens: PersonalTokens) -> None:
    _, issued = await tokens.issue("ann", "my script", ["read"], 7)
    issued.require(TokenScope.READ)
    with pytest.raises(ScopeMissing, match="trade:paper"):
        issued.require(TokenScope.TRADE_PAPER)


@pytest.mark.parametrize("text", ["pat_", "pat_unknown", "pat_" + "x" * 4000, "pat_\udcff"])
async def test_what_was_never_issued_is_refused(tokens: PersonalTokens, text: str) -> None:
    with pytest.raises(BadToken):
        await tokens.read(text)


async def test_a_person_has_so_many_tokens_even_when_two_are_made_at_once(tokens: PersonalTokens) -> None:
    for number in range(MOST_TOKENS - 1):
        await tokens.issue("ann", f"script {number}", ["read"], 7)
    tries = [tokens.issue("ann", "one more", ["read"], 7) for _ in range(3)]
    outcomes = await asyncio.gather(*tries, return_exceptions=True)
    assert sorted(type(outcome).__name__ for outcome in outcomes) == ["TooManyTokens", "TooManyTokens", "tuple"]
    await tokens.issue("bob", "another person", ["read"], 7)
    with pytest.raises(TooManyTokens, match=str(MOST_TOKENS)):
        await tokens.issue("ann", "one more", ["read"], 7)


async def test_its_owner_sees_when_a_token_was_last_used(tokens: PersonalTokens, clock: StoppedClock) -> None:
    text, _ = await tokens.issue("ann", "my script", ["read"], 7)
    clock.move(hours=1)
    await tokens.read(text)
    [kept] = await tokens.of_user("ann")
    assert kept.last_used_at == clock.now()
